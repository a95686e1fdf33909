-- The conformance suite (docs/embedding.md) through spoils.lua, as far as it goes (it has no batches and no rows), then
-- bad input. Usage: luajit test.lua FOLDER HEADER LIBRARY CONFORMANCE debug|other
local folder, header, library, suite_path, build = ...
package.path = folder .. "/?.lua;" .. package.path
local ffi = require("ffi")
local spoils = require("spoils")(header, library)
local wrong = 0

local function check(condition, what)
  if condition then return end
  wrong = wrong + 1
  print("not so: " .. what)
end

-- A reader of JSON: objects and lists as tables, texts; numbers as texts.
local function parse(text)
  local at = 1
  local escapes = {n = "\n", t = "\t", r = "\r", b = "\b", f = "\f"}
  local function utf8(code)
    if code < 0x80 then return string.char(code) end
    if code < 0x800 then return string.char(0xC0 + math.floor(code / 64), 0x80 + code % 64) end
    return string.char(0xE0 + math.floor(code / 4096), 0x80 + math.floor(code / 64) % 64, 0x80 + code % 64)
  end
  local function blank() at = text:find("[^%s]", at) or #text + 1 end
  local function string_value()
    local parts = {}
    at = at + 1
    while true do
      local stop = text:find('["\\]', at)
      parts[#parts + 1] = text:sub(at, stop - 1)
      at = stop + 1
      if text:sub(stop, stop) == '"' then return table.concat(parts) end
      local escape = text:sub(at, at)
      if escape == "u" then
        parts[#parts + 1] = utf8(tonumber(text:sub(at + 1, at + 4), 16))
        at = at + 4
      else
        parts[#parts + 1] = escapes[escape] or escape
      end
      at = at + 1
    end
  end
  local function value()
    blank()
    local mark = text:sub(at, at)
    if mark == '"' then return string_value() end
    if mark ~= "{" and mark ~= "[" then
      local number = text:match("^[^,%]}%s]+", at)
      at = at + #number
      return number
    end
    local made = {}
    at = at + 1
    blank()
    while not text:find("^[%]}]", at) do
      local key = #made + 1
      if mark == "{" then
        key = string_value()
        blank()
        at = at + 1
      end
      made[key] = value()
      blank()
      if text:sub(at, at) == "," then at = at + 1 end
      blank()
    end
    at = at + 1
    return made
  end
  return value()
end

local function number(text)
  if not text then return 0ULL end
  if text:sub(1, 2) == "0x" then return tonumber(text, 16) + 0ULL end
  local out = 0ULL
  for digit in text:gmatch("%d") do out = out * 10 + tonumber(digit) end
  return out
end

local function plain(value)
  if type(value) == "boolean" then return value and "1" or "0" end
  if type(value) ~= "table" then return tostring(value) end
  if value.numerator then return value.numerator .. "/" .. value.denominator end
  if not value.keys then return "[" .. table.concat(value, ",") .. "]" end
  local parts = {}
  for i, key in ipairs(value.keys) do parts[i] = key .. ":" .. value.amounts[i] end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function lines(roller, things)
  local out = {}
  for _, thing in ipairs(things) do
    out[#out + 1] = thing.name .. "|" .. thing.rule .. "|" .. (thing.holder and thing.holder - 1 or -1)
    for _, name in ipairs(roller.fields) do
      local value = thing.fields[name]
      if value ~= nil then out[#out + 1] = "|" .. name .. "=" .. plain(value) end
    end
    out[#out + 1] = "\n"
  end
  return table.concat(out)
end

local file = assert(io.open(suite_path))
local suite = parse(file:read("*a"))
file:close()

local function run(case)
  local call = case.call
  if call == "seed" then return (tostring(spoils.seed(case.text)):gsub("ULL", "")) end
  if call == "format" then return spoils.format(case.text, case.file) end
  if call == "service" then
    local service, out = spoils.service(case.files), {}
    for line in case.messages:gmatch("[^\n]+") do
      out[#out + 1] = (line == "work" and service:work() or service:message(line)) .. "\n"
    end
    return table.concat(out)
  end
  local about = suite.packs[case.pack]
  local ok, pack = pcall(spoils.compile, about.files, about.name, about.skip_quantities == "true")
  if call == "findings" then return pack.findings end
  if not ok then error(pack, 0) end
  if call == "pack" then return pack:describe() end
  if call == "odds" then return pack:odds(case.question) end
  if call == "check" then
    local broken, json = pack:check()
    return broken .. "\n" .. json
  end
  if call == "restore" then return pack:restore(case.text) and "" end
  local roller, seed, index = pack:roller(case.rule, case.inputs), number(case.seed), number(case.index)
  if call == "roll" then return roller:json(seed, index) end
  if call == "explain" then return roller:explain(seed, index) end
  if call == "tweak" then
    local tweaker, report = nil, ""
    if case.by_hand then
      tweaker = roller:tweaker_by_hand(case.by_hand, seed)
    elseif case.replay then
      tweaker, report = pack:replay(case.replay)
    elseif case.rolls then
      local world = pack:world(seed)
      for _ = 1, tonumber(case.rolls) do roller:roll_world(world) end
      tweaker = roller:tweaker_in(world)
    else
      tweaker = roller:tweaker(seed, index)
    end
    if case.restart then tweaker:restart(seed, number(case.restart)) end
    for edit in case.edits:gmatch("[^\n]+") do
      if edit == "undo" or edit == "redo" then tweaker[edit](tweaker) else tweaker:apply(edit) end
    end
    if case.choices then return tweaker:choices(case.choices) end
    if case.outlook then return tweaker:outlook(case.outlook, {case.by}) end
    if case.reach then return tweaker:reach(case.reach, case.value) end
    return report .. (case.script and tweaker:script() or tweaker:json())
  end
  if call == "things" then return lines(roller, roller:roll(seed, index)) end
  if call ~= "world" then return nil end
  local world = pack:world(seed)
  for _ = 1, tonumber(case.rolls) do roller:roll_world(world) end
  local saved = pack:save(world)
  return saved .. lines(roller, roller:roll_world(pack:restore(saved)))
end

local cases = 0
for _, case in ipairs(suite.cases) do
  local ok, result = pcall(run, case)
  if not ok and type(result) ~= "table" then error(result, 0) end
  if not ok then result = result.json end
  if result then
    cases = cases + 1
    check(result == case.expect, case.name .. ":\n" .. result)
  end
end
check(cases > 35, cases .. " cases")

local function fails(code, what, call, ...)
  local ok, raised = pcall(call, ...)
  check(not ok and type(raised) == "table" and raised.code == tonumber(spoils.lib[code]) and raised.message ~= "", what)
end

local chest = [[
pack chest "The chest" 1.0
state opened: 0..9 = 0
rule find(n: int = 1) { kind = pick {2 ruby, 1 opal}; opened = min(9, opened + 1) }
]]
local pack = spoils.compile({["a.loot"] = chest}, "a.loot")
local other = spoils.compile({["a.loot"] = 'pack other "Other" 1.0\nrule find { kind = pick {1 a} }\n'}, "a.loot")
fails("SPOILS_INVALID_PACK", "an invalid pack", spoils.compile, {["a.loot"] = "rule {"}, "a.loot")
fails("SPOILS_UNKNOWN_RULE", "an unknown rule", pack.roller, pack, "fin")
fails("SPOILS_UNKNOWN_INPUT", "an unknown input", pack.roller, pack, "find", {depth = 1})
fails("SPOILS_INVALID_TEXT", "a text that is not UTF-8", pack.roller, pack, "\255")
fails("SPOILS_INVALID_TEXT", "a NUL", spoils.seed, "a\0b")
fails("SPOILS_WORLD", "a world of another pack", function() other:roller():roll_world(pack:world(1)) end)
fails("SPOILS_WORLD", "a saved world of another pack", other.restore, other, pack:save(pack:world(1)))
fails("SPOILS_MISUSE", "no pack", pack.describe, {handle = nil})
fails("SPOILS_MISUSE", "a handle of another kind", pack.describe,
      {handle = ffi.cast("spoils_pack*", pack:roller().handle)})
fails("SPOILS_BAD_VALUE", "a wrong question", pack.odds, pack, "{")
fails("SPOILS_BAD_VALUE", "a number out of range", pack.roller, pack, "find", {n = "9223372036854775808"})
local tweaker, worn = pack:roller():tweaker(1, 0), pack:roller():tweaker(1, 0)
fails("SPOILS_INVALID_TEXT", "an edit that is not UTF-8", tweaker.apply, tweaker, "\255")
fails("SPOILS_BAD_VALUE", "an edit that is refused", tweaker.apply, tweaker, "pin kind.1 = coal")
fails("SPOILS_MISUSE", "no tweaker", tweaker.json, {handle = nil})
fails("SPOILS_MISUSE", "a roller as tweaker", tweaker.json,
      {handle = ffi.cast("spoils_tweaker*", pack:roller().handle)})
fails("SPOILS_WORLD", "a tweaker in a world of another pack", function() other:roller():tweaker_in(pack:world(1)) end)
fails("SPOILS_BAD_VALUE", "a field that the rule does not have", function()
  pack:roller():tweaker_by_hand({wheels = 4}, 1)
end)
fails("SPOILS_BAD_VALUE", "a script of another pack", other.replay, other, tweaker:script())
fails("SPOILS_BAD_VALUE", "no script", pack.replay, pack, "{")
fails("SPOILS_MISUSE", "a seed that is nil", spoils.seed)
fails("SPOILS_MISUSE", "an edit that is nil", tweaker.apply, tweaker)
fails("SPOILS_MISUSE", "a world that is nil", pack:roller().roll_world, pack:roller())
local service = spoils.service()
fails("SPOILS_MISUSE", "a message that is nil", service.message, service)
check(service:message("{"):find('"error"', 1, true), "a message that is no JSON")
check(service:work() == "[]", "nothing to do")
fails("SPOILS_FILE", "a bare path", spoils.service, {["a.loot"] = ""})
fails("SPOILS_MISUSE", "no service", service.work, {handle = nil})
fails("SPOILS_MISUSE", "a pack as service", service.work, {handle = ffi.cast("spoils_service*", pack.handle)})
if build == "debug" then  -- an optimised library notices freed handles by chance only
  spoils.lib.spoils_free(ffi.gc(worn.handle, nil))
  fails("SPOILS_MISUSE", "a freed tweaker", worn.json, worn)
  spoils.lib.spoils_free(ffi.gc(service.handle, nil))
  fails("SPOILS_MISUSE", "a freed service", service.work, service)
end
local budget = ffi.new("spoils_budget", {milliseconds = 50})
local long = 'pack a "A" 1.0\nrule find { a = d10000; b = d10000; c = d10000; d = d10000; sum = a * b + c * d }\n'
local endless = spoils.compile({["a.loot"] = long}, "a.loot")
local ok, answer = pcall(endless.odds, endless, '{"by":["sum"]}', budget)
check(ok and answer:find('"exact":false', 1, true) or answer.code == tonumber(spoils.lib.SPOILS_LIMIT), "the clock")

-- A stop from another thread, which runs the C function itself.
ffi.cdef("int pthread_create(unsigned long*, const void*, void*, void*); int pthread_join(unsigned long, void**);")
local stopper, thread = ffi.new("spoils_stopper*[1]"), ffi.new("unsigned long[1]")
assert(spoils.lib.spoils_stopper_new(stopper) == nil)
budget = ffi.new("spoils_budget", {stopper = stopper[0]})
assert(ffi.C.pthread_create(thread, nil, ffi.cast("void*", spoils.lib.spoils_stopper_stop), stopper[0]) == 0)
ok, answer = pcall(endless.odds, endless, '{"by":["sum"]}', budget)
check(ok and answer:find('"exact":false', 1, true) or answer.code == tonumber(spoils.lib.SPOILS_LIMIT), "a stopper")
ffi.C.pthread_join(thread[0], nil)
spoils.lib.spoils_free(stopper[0])

collectgarbage()
print(wrong == 0 and "all right" or wrong .. " wrong")
os.exit(wrong == 0 and 0 or 1, true)
