-- SPDX-License-Identifier: MIT
-- flux graph --format html, in a real browser: what lights up is what flux check says, what an audit shows is what flux trace says, and
-- no text of a script becomes markup. Skipped where Chromium, its driver or lua-socket is missing.

local browser = require "spec.support.browser"
local cjson = require "cjson"
local command = require "spec.support.command"

-- Of two event types; `count` changes before `alarm` fails in the cycle of price 9, which is rolled back.
local SCRIPT = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double price; symbol name; int64_t time;", { time = "time" })
local Alarm = flux.event("Alarm", "double level;")
local g = flux.graph("played", { on_error = "rollback" })
g:default_input(Tick, "ticks.csv")
local tick = g:node("tick", {
  state = "double price; float third; double tiny, huge, none, least; uint16_t few; int8_t less; bool yes; " ..
    "double even; float half; symbol word; // </script><b id='hacked'>",
  on = { [Tick:where { name = flux.symbol "</script><b id=1>" }] = function(self, event)
    self.price, self.third, self.tiny, self.huge = event.price, event.price / 3, event.price * 5e-324, event.price * 1e21
    self.none, self.least = (event.price - event.price) / (event.price - event.price), -1 / (event.price - event.price)
    self.few, self.less, self.yes, self.word, self.even, self.half = 65535, -5, true, event.name, -916769623885095.25, 21.8828125
  end } })
local twice = g:node("twice", { inputs = { price = tick.price }, state = "double value = 1; int32_t w[5];",
  update = function(self, price) -- </script><b id="hacked">&lt;</b>
    self.value = 2 * price
    self.w[1] = 5
  end })
local gate = g:node("gate", { inputs = { twice = twice, base = flux.passive(tick.price), last = flux.prev(twice) },
  state = "double rise;",
  update = function(self, twice, base, last, ctx)
    self.rise = twice.value - last.value
    if base < 5 then return false end
    ctx.post(Alarm, { level = base })
  end })
local count = g:node("count", { state = "int64_t n = 9007199254740993;", on = { [Alarm] = function(self, event)
  if event.level > 0 then self.n = self.n + 1 end
end } })
g:node("alarm", { inputs = { count = count }, state = "double level, seen[2];",
  on = { [Alarm] = function(self, event)
    self.level = event.level
    self.seen[event.level - 7] = 0.1
  end } })
g:sink("opened", gate)
return g
]]
local TICKS = "time,price,name\n1,3,</script><b id=1>\n2,7,</script><b id=1>\n3,9,</script><b id=1>\n4,2,</script><b id=1>\n"

local directory, b, skipped

local function path(name) return directory .. "/" .. name end

local function write(name, text)
  local file = assert(io.open(path(name), "wb"))
  file:write(text)
  file:close()
end

local function read(name)
  local file = assert(io.open(path(name), "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function flux(line)
  local result = command("luajit lua/flux/cli/launch.lua flux " .. line)
  assert.equal(0, result.status, result.err)
  return result.out
end

local function draw(name, options)
  flux(("graph %s --format html -o %s %s"):format(path "played.lua", path(name), options or ""))
end

-- A test in the browser.
local function sees(what, test)
  it(what, function()
    if skipped then return pending(skipped .. ": the page was not opened") end
    test()
  end)
end

-- The number that a box shows in front of its name.
local ORDER = "return flux.drawing.cy.getElementById(arguments[0]).data('label').split(' · ').slice(0, -1).join()"

-- Ids of the boxes that have a class.
local function boxes(class)
  local list = b:run("return flux.drawing.cy.nodes('.' + arguments[0]).map(node => node.id())", class)
  table.sort(list)
  return list
end

local function text(selector) return b:run("return document.querySelector(arguments[0]).innerText", selector) end

local function click_node(id)
  local at = b:run("const p = flux.drawing.cy.getElementById(arguments[0]).renderedPosition(), " ..
    "r = document.getElementById('canvas').getBoundingClientRect(); return [p.x + r.x, p.y + r.y]", id)
  b:click_at(at[1], at[2])
end

local function choose_entry(name) b:click(("#entry option[value='%s']"):format(name)) end

local function press(key) b:keys("body", key) end
local RIGHT, LEFT, END = "\238\128\148", "\238\128\146", "\238\128\144" -- U+E014, U+E012, U+E010: WebDriver's names of keys

describe("the html page of flux graph", function()
  setup(function()
    directory = os.tmpname()
    os.remove(directory)
    assert(os.execute("mkdir -p " .. command.quoted(directory)) == 0)
    write("played.lua", SCRIPT)
    write("ticks.csv", TICKS)
    command(("luajit lua/flux/cli/launch.lua flux run %s --audit %s --audit-level values --quiet"):format(path "played.lua", path "a"))
    flux(("run %s --profile %s --quiet"):format("graphs/hello.lua", path "hello.json"))
    flux(("run graphs/hello.lua --audit %s --quiet"):format(path "foreign"))
    draw("page.html", "--audit " .. path "a")
    b, skipped = browser.start()
  end)
  teardown(function()
    if b then b:stop() end
    os.execute("rm -rf " .. command.quoted(directory))
  end)

  it("is the same bytes each time, and no text of the script ends an element", function()
    local page = read "page.html"
    draw("again.html", "--audit " .. path "a")
    assert.is_true(page == read "again.html")
    local _, opened = page:gsub("<script", "")
    local _, closed = page:gsub("</script", "")
    assert.equal(opened, closed)
    assert.is_nil(page:find("<b id", 1, true))
  end)

  sees("lights up the path of an event type in the order that flux check gives", function()
    b:open(path "page.html")
    local report = cjson.decode(flux("check --json " .. path "played.lua"))
    for _, entry in ipairs(report.entries) do
      choose_entry(entry.entry)
      local expected, order = {}, {}
      for i, step in ipairs(entry.steps) do
        local sink = step.callback:match("^sink (.*)$")
        local id = sink and "sink_" .. sink or "node_" .. step.node
        if not order[id] then expected[#expected + 1] = id end
        order[id] = (order[id] and order[id] .. "," or "") .. i
      end
      for id, numbers in pairs(order) do assert.equal(numbers, b:run(ORDER, id)) end -- each alone: the order does not matter
      local event = entry.entry:match("^event (.*)$")
      if event then expected[#expected + 1] = "event_" .. event end
      table.sort(expected)
      assert.same(expected, boxes "path")
      assert.equal(#entry.steps, b:run "return document.querySelectorAll('#steps li').length")
    end
    choose_entry "event Alarm"
    assert.same({ "event_Alarm", "node_alarm", "node_count" }, boxes "path")
    assert.same({ "event_Tick", "node_gate", "node_tick", "node_twice", "sink_opened" }, boxes "faded")
  end)

  sees("shows of a node what the script says of it, and the C that flux export writes", function()
    b:open(path "page.html")
    click_node "node_gate"
    local panel = text "#panel"
    assert.equal("gate", b:run "return document.querySelector('#panel h2').textContent.trim()")
    assert.same({ "double", "rise" }, b:run "return [...document.querySelectorAll('.state td')].slice(0, 2).map(td => td.textContent)")
    assert.same({ { "twice", "twice", "active" }, { "base", "tick.price", "passive" }, { "last", "twice", "prev" } },
      b:run("return [...document.querySelectorAll('.inputs tr')].map(tr => [...tr.children].map(td => td.textContent.split(':')[0]))"))
    -- An update of `twice` is always dirty, so that what guards it guards `gate` too.
    assert.matches("event Tick: tick dirty\n", panel)
    assert.matches("played.lua:21", panel, 1, true)
    assert.equal([[
function(self, twice, base, last, ctx)
  self.rise = twice.value - last.value
  if base < 5 then return false end
  ctx.post(Alarm, { level = base })
end]], b:run "return document.querySelector('.source').textContent")
    flux(("export %s -o %s"):format(path "played.lua", path "out"))
    local c = b:run "return document.querySelector('.c').textContent"
    assert.matches("^static inline int gate_update%(", c)
    assert.truthy(read "out/played.c":find(c, 1, true), c)
  end)

  sees("takes no text of the script for markup", function()
    b:open(path "page.html")
    click_node "node_twice"
    assert.matches('-- </script><b id="hacked">&lt;</b>', text "#panel .source", 1, true)
    click_node "node_tick"
    assert.matches("on Tick where name=</script><b id=1>", b:run "return document.querySelector('#panel').textContent", 1, true)
    choose_entry "event Tick"
    press(RIGHT)
    assert.equal(0, b:run "return document.querySelectorAll('b[id]').length")
    assert.same({}, b:run "return performance.getEntriesByType('resource').map(entry => entry.name)")
    assert.same({}, b:complaints())
  end)

  sees("finds nodes by name", function()
    b:open(path "page.html")
    press "/"
    b:keys("#find", "coun")
    assert.same({ "node_count" }, boxes "found")
    assert.equal("count", b:run "return document.querySelector('#panel h2').textContent.trim()")
    b:run "document.querySelector('#find').value = ''"
    b:keys("#find", "alarm") -- the event type Alarm has that name too
    assert.same({ "node_alarm" }, boxes "found")
  end)

  describe("with an audit", function()
    sees("says of every record what flux trace says", function()
      b:open(path "page.html")
      local lines = b:run "const a = flux.player.audit, out = []; for (let i = 0; i < a.count; i++) out.push(a.json(i)); return out"
      local text = table.concat(lines, "\n")
      assert.equal(flux("trace --format json " .. path "a"), text .. "\n")
      -- In the middle of two decimals C prints the even one.
      for _, digits in ipairs { "-916769623885095.2", "21.882812", "2.3333333" } do assert.truthy(text:find(digits .. "[,}]"), digits) end
      local heads = b:run "const a = flux.player.audit; return [...Array(a.groups).keys()].map(g => a.head(g))"
      local expected = {}
      for line in flux("trace " .. path "a"):gmatch("[^\n]+") do
        if not line:find("^ ") then expected[#expected + 1] = line end
      end
      assert.same(expected, heads)
    end)

    -- By hand: price 3 → arrested; 7 → gate opens, posts; 9 → the same, and its alarm fails and is taken back; 2 → arrested.
    sees("steps forward and back, with outcomes, values and what was taken back", function()
      b:open(path "page.html")
      click_node "node_twice"
      local function value(row) return b:run("return document.querySelectorAll('.state .number')[arguments[0]].textContent", row) end
      local function where() return (text("#where"):match("^cycle %d+%s+.-%s+at %d+")) end
      assert.equal("cycle 1 event Tick at 1", (where():gsub("%s+", " ")))
      assert.equal("6", value(0))
      assert.same({ "event_Tick", "node_tick", "node_twice" }, boxes "dirty")
      assert.same({ "node_gate" }, boxes "arrested")
      press(RIGHT)
      assert.equal("14", value(0))
      assert.same({ "event_Tick", "node_gate", "node_tick", "node_twice", "sink_opened" }, boxes "dirty")
      assert.matches("gate posts Alarm", (text("#cycle"):gsub("%s+", " ")))
      b:click "#on"
      assert.matches("posted by cycle 2", text "#where")
      b:click "#last"
      assert.equal("4", value(0))
      press(LEFT)
      assert.equal("18", value(0))
      assert.same({ "node_alarm" }, boxes "failed")
      assert.matches("n = 9007199254740995 (taken back)", text "#cycle", 1, true)
      click_node "node_count"
      assert.equal("9007199254740994", value(0))
      b:click "#first"
      assert.equal("9007199254740993", value(0))
      press(END)
      assert.equal("9007199254740994", value(0))
    end)

    sees("says the level that it was recorded with", function()
      b:open(path "page.html")
      assert.matches("(1 of 6, level values)", text "#where", 1, true) -- four ticks, two alarms
      for _, level in ipairs { "cycles,gate=nodes", "off" } do
        local run = "luajit lua/flux/cli/launch.lua flux run %s --audit %s --audit-level %s --quiet"
        command(run:format(path "played.lua", path "b", level)) -- its alarm fails
        draw("level.html", "--audit " .. path "b")
        b:open(path "level.html")
        assert.matches(", level " .. level, text "#where", 1, true)
      end
    end)

    sees("reads a file that is picked, and refuses what is none of this graph", function()
      draw "bare.html"
      b:open(path "bare.html")
      assert.is_false(b:run "return document.getElementById('play').checkVisibility()")
      b:keys("#file", path "foreign")
      local function message()
        for _ = 1, 2000 do
          local said = b:run "return document.getElementById('message').textContent || (flux.player.audit ? 'plays' : '')"
          if said ~= "" then return said end
        end
      end
      local refused = command(("luajit lua/flux/cli/launch.lua flux trace %s %s"):format(path "foreign", path "played.lua")).err
      assert.matches("the audit is of another graph: it has hash %x+, graph 'played' has %x+\n$", refused)
      assert.equal(refused:match("the audit is of .*$"), message():match("^foreign: (.*)$") .. "\n")
      b:run "document.getElementById('message').textContent = ''"
      local bytes = read "a"
      write("damaged", bytes:sub(1, -2) .. "\255")
      b:keys("#file", path "damaged")
      assert.equal("damaged: the audit file is damaged: its checksum is not that of its bytes", message())
      b:run "document.getElementById('message').textContent = ''"
      b:keys("#file", path "a")
      assert.equal("plays", message())
      assert.is_true(b:run "return document.getElementById('play').checkVisibility()")
    end)
  end)

  sees("stays readable in the dark", function()
    b:open(path "page.html")
    local function scheme(name)
      b:devtools("Emulation.setEmulatedMedia", { features = { { name = "prefers-color-scheme", value = name } } })
      -- The page hears of it with the next frame.
      return b:run_async("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => " ..
        "done([getComputedStyle(document.body).backgroundColor, flux.drawing.cy.getElementById('node_count').style('color')])))")
    end
    finally(function() scheme "light" end)
    assert.same({ "rgb(21, 25, 30)", "rgb(227,232,237)" }, scheme "dark")
    assert.same({ "rgb(255, 255, 255)", "rgb(28,33,40)" }, scheme "light")
  end)

  sees("lays out more boxes than dagre could, none over another, and labels what is near", function()
    write("many.lua", [[
local flux = require "flux"
local Tick = flux.event("Tick", "double x;")
local g = flux.graph("many")
local nodes = { g:node("n1", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } }) }
for i = 2, 640 do
  nodes[i] = g:node("n" .. i, { inputs = { a = nodes[math.ceil(i / 2)].x }, state = "double x;",
    update = function(self, a) self.x = a end })
end
return g
]])
    flux(("graph %s --format html -o %s"):format(path "many.lua", path "many.html"))
    b:open(path "many.html")
    assert.equal(0, b:run [[
      const boxes = flux.drawing.cy.nodes().map(node => [node.position(), node.width(), node.height()]);
      let over = 0;
      for (let i = 0; i < boxes.length; i++) for (let k = 0; k < i; k++) {
        const [p, w, h] = boxes[i], [q, v, g] = boxes[k];
        if (Math.abs(p.x - q.x) < (w + v) / 2 && Math.abs(p.y - q.y) < (h + g) / 2) over++;
      }
      return over]])
    choose_entry "event Tick"
    assert.equal(641, #boxes "path")
    b:keys("#find", "n640")
    b:run "flux.drawing.refine()"
    assert.equal("640 · n640", b:run "return flux.drawing.cy.getElementById('node_n640').style('label')")
    assert.equal("", b:run "return flux.drawing.cy.getElementById('node_n1').style('label')")
  end)

  sees("shows a profile as heat, with what the hottest is", function()
    flux(("graph graphs/hello.lua --format html -o %s --profile %s"):format(path "heat.html", path "hello.json"))
    b:open(path "heat.html")
    b:click "#heat option[value=arrests]"
    local most, hottest = 0, nil
    for _, row in ipairs(cjson.decode(read "hello.json").callbacks) do
      if row.arrests > most then most, hottest = row.arrests, row.node end
    end
    assert.equal("0" .. most .. " arrests", (text("#legend"):gsub("%s+", " ")))
    assert.equal("rgb(209,52,31)", b:run("return flux.drawing.cy.getElementById('node_' + arguments[0]).data('heat')", hottest))
    assert.equal("rgb(255,246,214)", b:run "return flux.drawing.cy.getElementById('node_tick').data('heat')") -- it never arrests
  end)
end)
