-- Spoils for LuaJIT, by its FFI: the declarations are read from the C header itself, so there is nothing to keep in
-- step. Copy this file into a game (LOVE, Defold's LuaJIT hosts) beside libspoils.so.1 and spoils.h.
--
--   local spoils = require("spoils")("include/spoils/spoils.h", "spoils")
--   local text = 'pack a "A" 1.0\nrule find { kind = pick {5 rat, 3 bottle} }\n'
--   local pack = spoils.compile({["a.loot"] = text}, "a.loot")
--   for _, thing in ipairs(pack:roller("find"):roll(spoils.seed("my game"), 0)) do print(thing.name) end
--
-- What fails raises a table with `code`, `message` and `json`, also an argument of a wrong type. Integers beyond 2^53
-- are int64_t; seeds and indices are numbers, or uint64_t as spoils.seed() gives them. A budget of long work is a table
-- with `max_states`, `max_paths`, `milliseconds` and `stopper`, each of which may be left out.
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
  local function misuse(message) raise(lib.SPOILS_MISUSE, message, "") end

  -- The texts of the next call: a struct of the library does not keep a string of Lua alive.
  local alive, living = {}, 0
  local function text(lua)
    if type(lua) ~= "string" then misuse("a text is " .. type(lua)) end
    living = living + 1
    alive[living] = lua
    return ffi.new("spoils_text", lua, #lua)
  end

  local function must(error)
    living = 0
    if error == nil then return end
    local code, message = lib.spoils_error_code(error), text_of(lib.spoils_error_message(error))
    local json = text_of(lib.spoils_error_json(error))
    lib.spoils_free(error)
    raise(code, message, json)
  end

  -- An unsigned number of 64 bits: the FFI would wrap and cut off what is none, without an error.
  local kMostExact = 2 ^ 53
  local function number(value, name)
    if type(value) == "number" and value >= 0 and value <= kMostExact and value % 1 == 0 then
      return ffi.cast("uint64_t", value)
    end
    if ffi.istype("uint64_t", value) or (ffi.istype("int64_t", value) and value >= 0) then
      return ffi.cast("uint64_t", value)
    end
    misuse(name .. " is no integer from 0 to 2^64 - 1 (an uint64_t above 2^53)")
  end

  -- An integer of the library, exactly: a number if that can hold it, else an int64_t.
  local function exact(value)
    if value >= -kMostExact and value <= kMostExact then return tonumber(value) end
    return value
  end

  local function list(value, name)
    if type(value) ~= "table" then misuse(name .. " is no table") end
    return value
  end

  -- A handle that a call takes beside its own; NULL is for the library to refuse.
  local function handle_of(value, kind)
    if value == nil then return nil end
    if not ffi.istype(kind .. "*", value) then misuse("a handle is no " .. kind) end
    return value
  end

  local function limits(budget)
    if budget == nil then return nil end  -- a NULL of another kind, too
    if ffi.istype("spoils_budget", budget) then return budget end
    local out = ffi.new("spoils_budget")
    for _, name in ipairs({"max_states", "max_paths", "milliseconds"}) do
      out[name] = number(list(budget, "budget")[name] or 0, name)
    end
    local stopper = budget.stopper
    if stopper ~= nil then
      local handle = type(stopper) == "table" and stopper.handle
      if not ffi.istype("spoils_stopper*", handle or nil) then misuse("stopper is no stopper, or was closed") end
      out.stopper = handle
    end
    return out
  end

  -- Frees the handle of an object now, not when it is collected. Later calls raise misuse.
  local function close(object)
    local handle = object.handle
    object.handle = nil
    if handle ~= nil then lib.spoils_free(ffi.gc(handle, nil)) end
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

  -- A value of an input as a pack writes it: tostring() gives large integers as powers of ten, int64_t with a suffix.
  local function written(value)
    local is_integer = type(value) == "number" and value % 1 == 0 and math.abs(value) <= kMostExact
    if is_integer then return ("%.0f"):format(value) end
    if type(value) == "cdata" then return (tostring(value):gsub("U?LL$", "")) end
    return tostring(value)
  end

  -- An array of pairs of texts from a table, in the order of its keys.
  local function pairs_of(kind, table_of)
    local names = {}
    for name in pairs(list(table_of or {}, "an argument of names and texts")) do
      if type(name) ~= "string" then misuse("a name is " .. type(name)) end
      names[#names + 1] = name
    end
    table.sort(names)
    local array = ffi.new(kind .. "[?]", #names + 1)
    for i, name in ipairs(names) do
      ffi.cast("spoils_text*", array + (i - 1))[0] = text(name)
      ffi.cast("spoils_text*", array + (i - 1))[1] = text(written(table_of[name]))
    end
    return array, #names
  end

  local function scalar(value)
    local kind = value.kind
    if kind == lib.SPOILS_INTEGER then return exact(value.number) end
    if kind == lib.SPOILS_NUMBER then
      return {numerator = exact(value.number), denominator = exact(value.denominator)}
    end
    if kind == lib.SPOILS_FLAG then return value.number == 1 end
    if kind == lib.SPOILS_UNSET then return nil end
    return text_of(value.text)
  end

  local Roller = {close = close}
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
      members[i + 1], amounts[i + 1] = scalar(value), exact(amount[0])
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
    must(lib.spoils_roll(self.handle, number(seed, "seed"), number(index, "index"), count))
    return self:things(tonumber(count[0]))
  end
  function Roller:roll_world(world)
    local count = ffi.new("size_t[1]")
    must(lib.spoils_roll_world(self.handle, handle_of(world, "spoils_world"), count))
    return self:things(tonumber(count[0]))
  end
  function Roller:json(seed, index)
    return string_of(lib.spoils_roll_json, self.handle, number(seed, "seed"), number(index, "index"))
  end

  -- The things of many rolls from the index `first` on, as lists: `index`, `holder` (a position in the lists; false:
  -- none), `rule`, `name`, and `columns`, the values of each field. A list or map is JSON there; what is unset is nil.
  -- `fields`: the names of those to keep; nil: all. Without names, the dearest part, `name` is nil.
  function Roller:batch(seed, first, rolls, fields, without_names)
    local names = fields == nil and self.fields or list(fields, "fields")
    local numbers, known = ffi.new("size_t[?]", #names + 1), {}
    for position, name in ipairs(self.fields) do known[name] = position - 1 end
    for i, name in ipairs(names) do
      numbers[i - 1] = known[name] or misuse("the pack has no field " .. tostring(name))
    end
    local batch = made("spoils_batch", lib.spoils_roll_batch, self.handle, number(seed, "seed"), number(first, "first"),
                       number(rolls, "rolls"), numbers, #names, without_names and 0 or 1)
    local info, column, texts = ffi.new("spoils_batch_info"), ffi.new("spoils_column"), {}
    must(lib.spoils_batch_info_of(batch, info))
    for i = 0, tonumber(info.text_count) - 1 do texts[i] = text_of(info.texts[i]) end
    local out = {things = tonumber(info.things), index = {}, holder = {}, rule = {}, columns = {}}
    out.name = info.name ~= nil and {} or nil
    for i = 0, out.things - 1 do
      out.index[i + 1] = info.index[i]
      out.holder[i + 1] = info.holder[i] >= 0 and tonumber(info.holder[i]) + 1
      out.rule[i + 1] = texts[info.made_by[i]]
      if out.name then out.name[i + 1] = texts[info.name[i]] end
    end
    for c, name in ipairs(names) do
      local values = {}
      must(lib.spoils_batch_column(batch, c - 1, column))
      for i = 0, out.things - 1 do
        local kind, value = column.kind[i], column.number[i]
        if kind >= lib.SPOILS_SYMBOL then
          values[i + 1] = texts[tonumber(value)]
        elseif kind == lib.SPOILS_NUMBER then
          values[i + 1] = {numerator = exact(value), denominator = exact(column.denominator[i])}
        elseif kind == lib.SPOILS_FLAG then
          values[i + 1] = value == 1
        elseif kind == lib.SPOILS_INTEGER then
          values[i + 1] = exact(value)
        end
      end
      out.columns[name] = values
    end
    ffi.gc(batch, nil)
    lib.spoils_free(batch)
    return out
  end

  -- A roll whose decisions can be changed (docs/tweak.md); answers are JSON.
  local Tweaker = {close = close}
  Tweaker.__index = Tweaker
  function Roller:tweaker(seed, index)
    local handle = made("spoils_tweaker", lib.spoils_tweaker_new, self.handle, number(seed, "seed"),
                        number(index, "index"))
    return setmetatable({handle = handle}, Tweaker)
  end
  -- The same with the next roll of a world; with a thing that has these fields, values as a pack writes them.
  function Roller:tweaker_in(world)
    local handle = made("spoils_tweaker", lib.spoils_tweaker_new_world, self.handle, handle_of(world, "spoils_world"))
    return setmetatable({handle = handle}, Tweaker)
  end
  function Roller:tweaker_by_hand(fields, seed)
    local settings, count = pairs_of("spoils_setting", fields)
    local handle = made("spoils_tweaker", lib.spoils_tweaker_by_hand, self.handle, settings, count,
                        number(seed, "seed"))
    return setmetatable({handle = handle}, Tweaker)
  end
  function Tweaker:restart(seed, index)
    must(lib.spoils_tweaker_restart(self.handle, number(seed, "seed"), number(index, "index")))
  end
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
    return string_of(lib.spoils_tweaker_choices, self.handle, text(id), number(from or 0, "from"),
                     number(count or 100, "count"))
  end
  -- The odds of columns, a list of names, if a decision or step were open; whether a field can have a value.
  function Tweaker:outlook(id, by, most_replays)
    local columns = ffi.new("spoils_text[?]", #list(by, "by") + 1)
    for i = 1, #by do columns[i - 1] = text(by[i]) end
    return string_of(lib.spoils_tweaker_outlook, self.handle, text(id), columns, #by,
                     number(most_replays or 0, "most_replays"))
  end
  function Tweaker:reach(field, value, most_replays)
    return string_of(lib.spoils_tweaker_reach, self.handle, text(field), text(value),
                     number(most_replays or 0, "most_replays"))
  end
  function Roller:explain(seed, index)
    return string_of(lib.spoils_explain, self.handle, number(seed, "seed"), number(index, "index"))
  end
  -- The same of the next roll of a world, which stays as it is.
  function Roller:explain_in(world)
    return string_of(lib.spoils_explain_world, self.handle, handle_of(world, "spoils_world"))
  end
  -- Changes an input or parameter for later rolls.
  function Roller:set(name, value)
    must(lib.spoils_roller_set(self.handle, text(name), text(written(value))))
  end
  -- Changes the value with which a state begins in later rolls that belong to no world; a set is written `{a, b}`.
  function Roller:set_state(name, value)
    must(lib.spoils_roller_set_state(self.handle, text(name), text(written(value))))
  end

  local Pack = {close = close}
  Pack.__index = Pack

  function Pack:roller(rule, inputs)
    local settings, count = pairs_of("spoils_setting", inputs)
    local handle = made("spoils_roller", lib.spoils_roller_new, self.handle, text(rule or ""), settings, count)
    return setmetatable({handle = handle, fields = self.fields}, Roller)
  end
  function Pack:world(seed) return made("spoils_world", lib.spoils_world_new, self.handle, number(seed, "seed")) end
  function Pack:save(world) return string_of(lib.spoils_world_save, handle_of(world, "spoils_world")) end
  function Pack:restore(saved) return made("spoils_world", lib.spoils_world_restore, self.handle, text(saved)) end
  -- Makes the tweaked roll of Tweaker:script() again; returns it, and JSON with the edits that were left out.
  function Pack:replay(script)
    local out, report = ffi.new("spoils_tweaker*[1]"), ffi.new("spoils_string*[1]")
    must(lib.spoils_tweaker_replay(self.handle, text(script), out, report))
    local tweaker = setmetatable({handle = ffi.gc(out[0], lib.spoils_free)}, Tweaker)
    return tweaker, text_of(lib.spoils_string_text(ffi.gc(report[0], lib.spoils_free)))
  end
  function Pack:describe() return string_of(lib.spoils_pack_json, self.handle) end

  -- Lets questions have the answers that an earlier version of the pack gave, as far as both are the same in all that a
  -- question needs.
  function Pack:reuse_answers(before)
    must(lib.spoils_reuse_answers(self.handle, handle_of(list(before, "before").handle, "spoils_pack")))
  end

  -- Answers a question (JSON, see spoils_odds_of in spoils.h), as JSON.
  function Pack:odds(question, budget)
    local odds = made("spoils_odds", lib.spoils_odds_of, self.handle, text(question), limits(budget))
    return string_of(lib.spoils_odds_json, odds)
  end

  -- The same as a list of answers: one, or one for each value of a swept input. An answer has `value`, of that input;
  -- `columns`, their names; `exact`, and `limit`, a spoils_limit, if not; `given`, `unexplored`, `mean`; `unlisted`,
  -- the upper bound of the probability of an outcome without a row; `rows` of `values` by column (nil: unset), `low`
  -- and `high`, proven bounds, and, if the answer is exact, `probability`; with fractions `numerator`, `denominator`.
  function Pack:answers(question, budget)
    local odds = made("spoils_odds", lib.spoils_odds_of, self.handle, text(question), limits(budget))
    local count, about, row = ffi.new("size_t[1]"), ffi.new("spoils_answer"), ffi.new("spoils_odds_row")
    local cell, name, most = ffi.new("spoils_cell"), ffi.new("spoils_text"), ffi.new("double[1]")
    must(lib.spoils_odds_count(odds, count))
    local answers = {}
    for a = 0, tonumber(count[0]) - 1 do
      must(lib.spoils_odds_answer(odds, a, about))
      must(lib.spoils_odds_unlisted(odds, a, most))
      local one = {value = text_of(about.value), columns = {}, rows = {}, exact = about.exact == 1, limit = about.limit,
                   given = about.given, unexplored = about.unexplored, mean = about.mean, unlisted = most[0]}
      for c = 0, tonumber(about.columns) - 1 do
        must(lib.spoils_odds_column(odds, c, name))
        one.columns[c + 1] = text_of(name)
      end
      for r = 0, tonumber(about.rows) - 1 do
        must(lib.spoils_odds_row_of(odds, a, r, row))
        local made_row = {values = {}, low = row.low, high = row.high}
        if one.exact then made_row.probability = row.probability end  -- of bounds it is the share of what was explored
        if row.numerator.size > 0 then
          made_row.numerator, made_row.denominator = text_of(row.numerator), text_of(row.denominator)
        end
        for c = 0, #one.columns - 1 do
          must(lib.spoils_odds_cell(odds, a, r, c, cell))
          if cell.kind ~= lib.SPOILS_UNSET then made_row.values[c + 1] = text_of(cell.text) end
        end
        one.rows[r + 1] = made_row
      end
      answers[a + 1] = one
    end
    return answers
  end

  -- How likely each outcome occurs at least once in each of these numbers of successive rolls of one world, ascending
  -- from at least 1, as JSON (schema spoils.at_least_once, docs/odds.md). The question is that of odds() without a
  -- condition, `each`, fractions, estimates and a sweep.
  function Pack:at_least_once(question, rolls, budget)
    local counts = ffi.new("uint64_t[?]", #list(rolls, "rolls") + 1)
    for i = 1, #rolls do counts[i - 1] = number(rolls[i], "rolls") end
    return string_of(lib.spoils_at_least_once, self.handle, text(question), counts, #rolls, limits(budget))
  end

  function Pack:check(budget)
    local broken, out = ffi.new("size_t[1]"), ffi.new("spoils_string*[1]")
    must(lib.spoils_check(self.handle, limits(budget), out, broken))
    return tonumber(broken[0]), text_of(lib.spoils_string_text(ffi.gc(out[0], lib.spoils_free)))
  end

  -- Compiles files in memory; `name` is the file or folder to compile. A pack with mistakes raises an error whose
  -- `findings` are JSON, too.
  function spoils.compile(files, name, skip_quantities)
    local array, count = pairs_of("spoils_file", files)
    local options = ffi.new("spoils_load_options")
    options.skip_quantities = skip_quantities and 1 or 0
    local pack, findings = ffi.new("spoils_pack*[1]"), ffi.new("spoils_findings*[1]")
    local failed = lib.spoils_pack_compile(array, count, text(name), options, pack, findings)
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
  local Service = {close = close}
  Service.__index = Service
  function Service:message(message) return string_of(lib.spoils_service_message, self.handle, text(message)) end
  function Service:work() return string_of(lib.spoils_service_work, self.handle) end
  -- `files`: those that packs can use, by paths that begin with `/`.
  function spoils.service(files)
    local array, count = pairs_of("spoils_file", files)
    return setmetatable({handle = made("spoils_service", lib.spoils_service_new, array, count)}, Service)
  end

  -- Ends long work from another thread: {stopper = spoils.stopper()} is a budget.
  local Stopper = {close = close}
  Stopper.__index = Stopper
  function Stopper:stop() must(lib.spoils_stopper_stop(self.handle)) end
  function spoils.stopper() return setmetatable({handle = made("spoils_stopper", lib.spoils_stopper_new)}, Stopper) end

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
