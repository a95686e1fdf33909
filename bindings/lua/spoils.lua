-- Spoils for LuaJIT, by its FFI: the declarations are read from the C header itself, so there is nothing to keep in
-- step. Copy this file into a game (LOVE, Defold's LuaJIT hosts) beside libspoils.so.1 and spoils.h.
--
--   local spoils = require("spoils")("include/spoils/spoils.h", "spoils")
--   local text = 'pack a "A" 1.0\nrule find { kind = pick {5 rat, 3 bottle} }\n'
--   local pack = spoils.compile({["a.loot"] = text}, "a.loot")
--   for _, thing in ipairs(pack:roller("find"):roll(spoils.seed("my game"), 0)) do print(thing.name) end
--
-- What fails raises a table with `code`, `message` and `json`. Integers beyond 2^53 are int64_t.
local ffi = require("ffi")

local function declarations(header)
  local file = assert(io.open(header))
  local text = file:read("*a")
  file:close()
  text = text:match("// ---- Texts and handles.*"):match("^(.*)#ifdef __cplusplus")
  text = text:gsub("//[^\n]*", ""):gsub("\n%s*#[^\n]*", ""):gsub("SPOILS_C%s+", "")
  return text
end

return function(header, library)
  ffi.cdef(declarations(header))
  local lib = ffi.load(library)
  assert(lib.spoils_abi() == 1, "the library has another interface")
  local spoils = {lib = lib}

  local function text_of(text) return ffi.string(text.data, tonumber(text.size)) end

  local function raise(code, message, json)
    local raised = {code = tonumber(code), message = message, json = json}
    error(setmetatable(raised, {__tostring = function(one) return one.message end}), 0)
  end
  local function text(lua)  -- the caller keeps `lua` alive
    if type(lua) ~= "string" then raise(lib.SPOILS_MISUSE, "a text is " .. type(lua), "") end
    return ffi.new("spoils_text", lua, #lua)
  end

  local function must(error)
    if error == nil then return end
    local code, message = lib.spoils_error_code(error), text_of(lib.spoils_error_message(error))
    local json = text_of(lib.spoils_error_json(error))
    lib.spoils_free(error)
    raise(code, message, json)
  end

  -- Calls a function whose last parameter is the handle that it makes; the collector frees that.
  local function made(kind, call, ...)
    local out = ffi.new(kind .. "*[1]")
    local arguments = {n = select("#", ...), ...}
    arguments[arguments.n + 1] = out
    must(call(unpack(arguments, 1, arguments.n + 1)))
    return ffi.gc(out[0], lib.spoils_free)
  end
  local function string_of(call, ...) return text_of(lib.spoils_string_text(made("spoils_string", call, ...))) end

  -- An array of pairs of texts from a table, in the order of its keys; `kept` keeps the texts alive.
  local function pairs_of(kind, table_of)
    local names = {}
    for name in pairs(table_of or {}) do names[#names + 1] = name end
    table.sort(names)
    local array, kept = ffi.new(kind .. "[?]", #names + 1), {}
    for i, name in ipairs(names) do
      local value = tostring(table_of[name])
      kept[#kept + 1] = value
      ffi.cast("spoils_text*", array + (i - 1))[0] = text(name)
      ffi.cast("spoils_text*", array + (i - 1))[1] = text(value)
    end
    return array, #names, {names, kept}
  end

  local function scalar(value)
    local kind = value.kind
    if kind == lib.SPOILS_INTEGER then return tonumber(value.number) end
    if kind == lib.SPOILS_NUMBER then
      return {numerator = tonumber(value.number), denominator = tonumber(value.denominator)}
    end
    if kind == lib.SPOILS_FLAG then return value.number == 1 end
    if kind == lib.SPOILS_UNSET then return nil end
    return text_of(value.text)
  end

  local Roller = {}
  Roller.__index = Roller

  -- A field as a Lua value: a list is a table, a map a table with `keys` and `amounts`, in their order.
  local function field_of(roller, thing, field)
    local value = ffi.new("spoils_value")
    must(lib.spoils_thing_field(roller, thing, field, value))
    if value.kind < lib.SPOILS_LIST then return scalar(value) end
    local is_map, count = value.kind == lib.SPOILS_MAP, tonumber(value.number)
    local members, amounts, amount = {}, {}, ffi.new("int64_t[1]")
    for i = 0, count - 1 do
      must(lib.spoils_thing_member(roller, thing, field, i, value, amount))
      members[i + 1], amounts[i + 1] = scalar(value), tonumber(amount[0])
    end
    if is_map then return {keys = members, amounts = amounts} end
    return members
  end

  function Roller:things(count)
    local things, about, holder = {}, ffi.new("spoils_text"), ffi.new("int32_t[1]")
    for i = 0, count - 1 do
      local thing = {fields = {}}
      must(lib.spoils_thing_name(self.handle, i, about))
      thing.name = text_of(about)
      must(lib.spoils_thing_made_by(self.handle, i, about))
      thing.rule = text_of(about)
      must(lib.spoils_thing_holder(self.handle, i, holder))
      thing.holder = holder[0] >= 0 and holder[0] + 1 or nil
      for number, name in ipairs(self.fields) do thing.fields[name] = field_of(self.handle, i, number - 1) end
      things[i + 1] = thing
    end
    return things
  end

  -- Returns the things of a roll, or of the next roll of a world.
  function Roller:roll(seed, index)
    local count = ffi.new("size_t[1]")
    must(lib.spoils_roll(self.handle, seed, index, count))
    return self:things(tonumber(count[0]))
  end
  function Roller:roll_world(world)
    local count = ffi.new("size_t[1]")
    must(lib.spoils_roll_world(self.handle, world, count))
    return self:things(tonumber(count[0]))
  end
  function Roller:json(seed, index) return string_of(lib.spoils_roll_json, self.handle, seed, index) end
  -- A roll whose decisions can be changed (docs/tweak.md); answers are JSON.
  local Tweaker = {}
  Tweaker.__index = Tweaker
  function Roller:tweaker(seed, index)
    return setmetatable({handle = made("spoils_tweaker", lib.spoils_tweaker_new, self.handle, seed, index)}, Tweaker)
  end
  -- The same with the next roll of a world; with a thing that has these fields, values as a pack writes them.
  function Roller:tweaker_in(world)
    return setmetatable({handle = made("spoils_tweaker", lib.spoils_tweaker_new_world, self.handle, world)}, Tweaker)
  end
  function Roller:tweaker_by_hand(fields, seed)
    local settings, count, kept = pairs_of("spoils_setting", fields)
    local handle = made("spoils_tweaker", lib.spoils_tweaker_by_hand, self.handle, settings, count, seed)
    kept = nil
    return setmetatable({handle = handle}, Tweaker)
  end
  function Tweaker:restart(seed, index) must(lib.spoils_tweaker_restart(self.handle, seed, index)) end
  function Tweaker:apply(edit) must(lib.spoils_tweaker_apply(self.handle, text(edit))) end
  local function did(call, tweaker)
    local out = ffi.new("int[1]")
    must(call(tweaker.handle, out))
    return out[0] == 1
  end
  function Tweaker:undo() return did(lib.spoils_tweaker_undo, self) end
  function Tweaker:redo() return did(lib.spoils_tweaker_redo, self) end
  function Tweaker:json() return string_of(lib.spoils_tweaker_json, self.handle) end
  function Tweaker:script() return string_of(lib.spoils_tweaker_script, self.handle) end
  function Tweaker:choices(id, from, count)
    return string_of(lib.spoils_tweaker_choices, self.handle, text(id), from or 0, count or 100)
  end
  -- The odds of columns, a list of names, if a decision or step were open; whether a field can have a value.
  function Tweaker:outlook(id, by, most_replays)
    local columns = ffi.new("spoils_text[?]", #by + 1)
    for i, column in ipairs(by) do columns[i - 1] = text(column) end
    return string_of(lib.spoils_tweaker_outlook, self.handle, text(id), columns, #by, most_replays or 0)
  end
  function Tweaker:reach(field, value, most_replays)
    return string_of(lib.spoils_tweaker_reach, self.handle, text(field), text(value), most_replays or 0)
  end
  function Roller:explain(seed, index) return string_of(lib.spoils_explain, self.handle, seed, index) end

  local Pack = {}
  Pack.__index = Pack

  function Pack:roller(rule, inputs)
    local settings, count, kept = pairs_of("spoils_setting", inputs)
    rule = rule or ""
    local handle = made("spoils_roller", lib.spoils_roller_new, self.handle, text(rule), settings, count)
    kept = nil
    return setmetatable({handle = handle, fields = self.fields}, Roller)
  end
  function Pack:world(seed) return made("spoils_world", lib.spoils_world_new, self.handle, seed) end
  function Pack:save(world) return string_of(lib.spoils_world_save, world) end
  function Pack:restore(saved) return made("spoils_world", lib.spoils_world_restore, self.handle, text(saved)) end
  -- Makes the tweaked roll of Tweaker:script() again; returns it, and JSON with the edits that were left out.
  function Pack:replay(script)
    local out, report = ffi.new("spoils_tweaker*[1]"), ffi.new("spoils_string*[1]")
    must(lib.spoils_tweaker_replay(self.handle, text(script), out, report))
    local tweaker = setmetatable({handle = ffi.gc(out[0], lib.spoils_free)}, Tweaker)
    return tweaker, text_of(lib.spoils_string_text(ffi.gc(report[0], lib.spoils_free)))
  end
  function Pack:describe() return string_of(lib.spoils_pack_json, self.handle) end

  -- Answers a question (JSON, see spoils_odds_of in spoils.h), as JSON.
  function Pack:odds(question, budget)
    local odds = made("spoils_odds", lib.spoils_odds_of, self.handle, text(question), budget)
    return string_of(lib.spoils_odds_json, odds)
  end
  function Pack:check()
    local broken, out = ffi.new("size_t[1]"), ffi.new("spoils_string*[1]")
    must(lib.spoils_check(self.handle, nil, out, broken))
    return tonumber(broken[0]), text_of(lib.spoils_string_text(ffi.gc(out[0], lib.spoils_free)))
  end

  -- Compiles files in memory; `name` is the file or folder to compile. A pack with mistakes raises an error whose
  -- `findings` are JSON, too.
  function spoils.compile(files, name, skip_quantities)
    local array, count, kept = pairs_of("spoils_file", files)
    local options = ffi.new("spoils_load_options")
    options.skip_quantities = skip_quantities and 1 or 0
    local pack, findings = ffi.new("spoils_pack*[1]"), ffi.new("spoils_findings*[1]")
    local failed = lib.spoils_pack_compile(array, count, text(name), options, pack, findings)
    kept = nil
    local found = findings[0] ~= nil and ffi.gc(findings[0], lib.spoils_free)
    found = found and string_of(lib.spoils_findings_json, found) or "[]"
    local ok, raised = pcall(must, failed)
    if not ok then
      raised.findings = found
      error(raised, 0)
    end
    local one = setmetatable({handle = ffi.gc(pack[0], lib.spoils_free), fields = {}, findings = found}, Pack)
    local info, field = ffi.new("spoils_pack_info"), ffi.new("spoils_field_info")
    must(lib.spoils_pack_info_of(one.handle, info))
    for number = 0, tonumber(info.fields) - 1 do
      must(lib.spoils_pack_field(one.handle, number, field))
      one.fields[number + 1] = text_of(field.name)
    end
    return one
  end

  -- The language service (docs/editors.md): messages of the Language Server Protocol go in and come out as JSON.
  local Service = {}
  Service.__index = Service
  function Service:message(message) return string_of(lib.spoils_service_message, self.handle, text(message)) end
  function Service:work() return string_of(lib.spoils_service_work, self.handle) end
  -- `files`: those that packs can use, by paths that begin with `/`.
  function spoils.service(files)
    local array, count, kept = pairs_of("spoils_file", files)
    local handle = made("spoils_service", lib.spoils_service_new, array, count)
    kept = nil
    return setmetatable({handle = handle}, Service)
  end

  function spoils.seed(from)
    local seed = ffi.new("uint64_t[1]")
    must(lib.spoils_seed(text(from), seed))
    return seed[0]
  end

  function spoils.format(from, name) return string_of(
    function(out) return lib.spoils_format(text(name or "pack.loot"), text(from), out, nil) end)
  end

  return spoils
end
