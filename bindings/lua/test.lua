-- The conformance suite (docs/embedding.md) through spoils.lua, then bad input. Usage: luajit test.lua FOLDER
-- HEADER LIBRARY CONFORMANCE debug|other
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
  if text:sub(1, 2) == "0x" then return ffi.cast("uint64_t", tonumber(text, 16)) end
  local out = 0ULL
  for digit in text:gmatch("%d") do out = out * 10 + tonumber(digit) end
  return out
end

local plain
function plain(value)
  if type(value) == "boolean" then return value and "1" or "0" end
  if type(value) == "cdata" then return (tostring(value):gsub("U?LL$", "")) end
  if type(value) ~= "table" then return tostring(value) end
  if value.numerator then return plain(value.numerator) .. "/" .. plain(value.denominator) end
  if not value.keys then return "[" .. table.concat(value, ",") .. "]" end
  local parts = {}
  for i, key in ipairs(value.keys) do parts[i] = key .. ":" .. value.amounts[i] end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- Adds the fields that are set, in the order of the roller.
local function add_fields(out, roller, value_of)
  for _, name in ipairs(roller.fields) do
    local value = value_of(name)
    if value ~= nil then out[#out + 1] = "|" .. name .. "=" .. plain(value) end
  end
  out[#out + 1] = "\n"
end

local function lines(roller, things)
  local out = {}
  for _, thing in ipairs(things) do
    out[#out + 1] = thing.name .. "|" .. thing.rule .. "|" .. (thing.holder and thing.holder - 1 or -1)
    add_fields(out, roller, function(name) return thing.fields[name] end)
  end
  return table.concat(out)
end

local function batch_lines(roller, batch)
  local out = {}
  for i = 1, batch.things do
    local holder = batch.holder[i] and batch.holder[i] - 1 or -1
    out[#out + 1] = plain(batch.index[i]) .. "|" .. holder .. "|" .. batch.rule[i] .. "|" .. batch.name[i]
    add_fields(out, roller, function(name) return batch.columns[name][i] end)
  end
  return table.concat(out)
end

local function row_lines(answers)
  local out = {}
  for _, answer in ipairs(answers) do
    for _, row in ipairs(answer.rows) do
      out[#out + 1] = answer.value
      for c = 1, #answer.columns do out[#out + 1] = "|" .. (row.values[c] or "") end
      out[#out + 1] = "|" .. (row.numerator or "") .. "/" .. (row.denominator or "") .. "\n"
    end
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
  if call == "rows" then return row_lines(pack:answers(case.question)) end
  local states = {max_states = tonumber(case.max_states)}
  if call == "at_least_once" then
    local rolls = {}
    for count in case.rolls:gmatch("%d+") do rolls[#rolls + 1] = tonumber(count) end
    return pack:at_least_once(case.question, rolls, states)
  end
  if call == "unlisted" then
    local out = ""
    for _, answer in ipairs(pack:answers(case.question, states)) do
      out = out .. ("%.17g\n"):format(answer.unlisted)
    end
    return out
  end
  if call == "check" then
    local broken, json = pack:check()
    return broken .. "\n" .. json
  end
  if call == "restore" then return pack:restore(case.text) and "" end
  local roller, seed, index = pack:roller(case.rule, case.inputs), number(case.seed), number(case.index)
  for name, value in pairs(case.state or {}) do roller:set_state(name, value) end
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
  if call == "batch" then return batch_lines(roller, roller:batch(seed, index, number(case.rolls))) end
  if call ~= "world" then return "unknown call" end
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
  cases = cases + 1
  check(result == case.expect, case.name .. ":\n" .. result)
end
check(cases > 80, cases .. " cases")

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
-- Integers to the last digit, in a roll and in a batch.
local big = spoils.compile({["a.loot"] = 'pack p "P" 1.0\nrule r(x: int) { kind = a; low = x }'}, "a.loot")
for _, x in ipairs({0, -1, 2 ^ 53, 2LL ^ 53 + 1, -(2LL ^ 62) - 7}) do
  local roller = big:roller("r", {x = x})
  local low = roller:roll(0, 0)[1].fields.low
  check(low == x and plain(low) == plain(x), "an integer: " .. plain(x) .. ", " .. plain(low))
  check(plain(roller:batch(0, 0, 1).columns.low[1]) == plain(x), "an integer of a batch: " .. plain(x))
end

-- Bounds have no probability, and an outcome without a row is not impossible.
local coins = spoils.compile({["a.loot"] = suite.packs.coins.files["coins.loot"]}, "a.loot")
local cut = coins:answers('{"where":"a != common"}', {max_states = 2})[1]
check(not cut.exact and cut.limit == tonumber(spoils.lib.SPOILS_LIMIT_STATES), "bounds, by states")
check(cut.rows[1].probability == nil and cut.rows[1].low == 0.5 and cut.unlisted == 0.5, "bounds")
local whole = coins:answers('{}')[1]
check(whole.exact and whole.rows[1].probability == 0.75 and whole.unlisted == 0, "an exact answer")

-- Each argument of each function is in turn what nobody should pass: an error of the module, or an answer.
local roller, world, closed = pack:roller(), pack:world(1), pack:roller()
closed:close()
closed:close()
fails("SPOILS_MISUSE", "a closed roller", closed.roll, closed, 1, 0)
local busy = pack:roller():tweaker(1, 0)
local hostile = {
  false, true, -1, 0.5, 0 / 0, 1 / 0, -1 / 0, 2 ^ 64, -1LL, 2ULL ^ 63, "", "\0", "\255", "{", {}, {7}, {false},
  {kind = "\255"}, {[7] = "a"}, function() end, ffi.new("int[1]"), pack.handle, roller.handle, pack, closed,
  ffi.cast("spoils_world*", nil),
}
local calls = {
  {spoils, "seed", "x"}, {spoils, "format", "rule r {}", "a.loot"},
  {spoils, "compile", {["a.loot"] = chest}, "a.loot", true},
  {spoils, "service", {}}, {pack, "roller", "find", {n = 1}}, {pack, "world", 1}, {pack, "save", world},
  {pack, "restore", pack:save(world)}, {pack, "replay", busy:script()},
  {pack, "odds", "{}", {}}, {pack, "answers", "{}", {}}, {pack, "reuse_answers", pack},
  {pack, "at_least_once", "{}", {1}, {}}, {pack, "check", {}}, {roller, "roll", 1, 1}, {roller, "roll_world", world},
  {roller, "json", 1, 1}, {roller, "batch", 1, 1, 1, {"kind"}, false},
  {roller, "explain", 1, 1}, {roller, "explain_in", world},
  {roller, "set", "n", "1"}, {roller, "tweaker", 1, 1}, {roller, "tweaker_in", world},
  {roller, "tweaker_by_hand", {kind = "opal"}, 1}, {busy, "restart", 1, 1}, {busy, "apply", "reroll"},
  {busy, "choices", "kind.1", 0, 1}, {busy, "outlook", "kind.1", {"kind"}, 1}, {busy, "reach", "kind", "opal", 1},
}
for _, member in ipairs({"max_states", "max_paths", "milliseconds", "stopper"}) do
  calls[#calls + 1] = {{odds = function(_, value) return pack:odds("{}", {[member] = value}) end}, "odds", 1}
end
for _, call in ipairs(calls) do
  local object, name = call[1], call[2]
  local arguments = {n = #call - 2, unpack(call, 3)}
  for at = 1, arguments.n do
    for with = 0, #hostile do  -- 0: nil
      local given = {unpack(arguments, 1, arguments.n)}
      given[at] = hostile[with]
      local first = object == spoils and given or {object, unpack(given, 1, arguments.n)}
      local ok, raised = pcall(object[name], unpack(first, 1, arguments.n + (object == spoils and 0 or 1)))
      check(ok or (type(raised) == "table" and raised.code and raised.message ~= ""),
            name .. ", argument " .. at .. " = " .. tostring(hostile[with]) .. ": " .. tostring(raised))
    end
  end
end
roller:set("n", 1)
check(roller:json(1, 1) == pack:roller("find", {n = 1}):json(1, 1), "rolls go on")

local budget = {milliseconds = 50}
local long = 'pack a "A" 1.0\nrule find { a = d10000; b = d10000; c = d10000; d = d10000; sum = a * b + c * d }\n'
local endless = spoils.compile({["a.loot"] = long}, "a.loot")
local ok, answer = pcall(endless.odds, endless, '{"by":["sum"]}', budget)
check(ok and answer:find('"exact":false', 1, true) or answer.code == tonumber(spoils.lib.SPOILS_LIMIT), "the clock")

-- A stop from another thread, which runs the C function itself.
ffi.cdef("int pthread_create(unsigned long*, const void*, void*, void*); int pthread_join(unsigned long, void**);")
for _, ask in ipairs({function(...) return endless:odds(...) end,
                      function(question, limits) return endless:at_least_once(question, {2}, limits) end}) do
  local stopper, thread = spoils.stopper(), ffi.new("unsigned long[1]")
  local stop = ffi.cast("void*", spoils.lib.spoils_stopper_stop)
  assert(ffi.C.pthread_create(thread, nil, stop, stopper.handle) == 0)
  ok, answer = pcall(ask, '{"by":["sum"]}', {stopper = stopper})
  check(ok and answer:find('"exact":false', 1, true) or answer.code == tonumber(spoils.lib.SPOILS_LIMIT), "a stopper")
  ffi.C.pthread_join(thread[0], nil)
  stopper:close()
  fails("SPOILS_MISUSE", "a closed stopper", stopper.stop, stopper)
  fails("SPOILS_MISUSE", "a budget of a closed stopper", ask, "{}", {stopper = stopper})
end

collectgarbage()
print(wrong == 0 and "all right" or wrong .. " wrong")
os.exit(wrong == 0 and 0 or 1, true)
