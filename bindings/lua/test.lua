-- The conformance suite (docs/embedding.md) through spoils.lua, as far as it goes (it has no batches and no rows), then
-- bad input. Usage: luajit test.lua FOLDER HEADER LIBRARY CONFORMANCE
local folder, header, library, suite_path = ...
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
    local tweaker = roller:tweaker(seed, index)
    for edit in case.edits:gmatch("[^\n]+") do
      if edit == "undo" or edit == "redo" then tweaker[edit](tweaker) else tweaker:apply(edit) end
    end
    if case.choices then return tweaker:choices(case.choices) end
    if case.outlook then return tweaker:outlook(case.outlook, {case.by}) end
    if case.reach then return tweaker:reach(case.reach, case.value) end
    return case.script and tweaker:script() or tweaker:json()
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
rule find { kind = pick {2 ruby, 1 opal}; opened = min(9, opened + 1) }
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
local budget = ffi.new("spoils_budget", {milliseconds = 50})
local long = 'pack a "A" 1.0\nrule find { a = d10000; b = d10000; c = d10000; d = d10000; sum = a * b + c * d }\n'
local endless = spoils.compile({["a.loot"] = long}, "a.loot")
local ok, answer = pcall(endless.odds, endless, '{"by":["sum"]}', budget)
check(ok and answer:find('"exact":false', 1, true) or answer.code == tonumber(spoils.lib.SPOILS_LIMIT), "the clock")

collectgarbage()
print(wrong == 0 and "all right" or wrong .. " wrong")
os.exit(wrong == 0 and 0 or 1, true)
