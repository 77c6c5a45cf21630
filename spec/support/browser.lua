-- SPDX-License-Identifier: MIT
-- A headless Chromium, driven through chromedriver (W3C WebDriver): a person's hands and eyes for specs.
--
--   local b, reason = browser.start()              -- nil and why, where Chromium or its driver is missing
--   b:open "/path/to/page.html"     b:run "return document.title"     b:click "#fit"     b:keys("#find", "fast")
--   b:shot "page.png"               b:stop()

local cjson = require "cjson"
local dkjson = require "dkjson"
local command = require "spec.support.command"

local M = {}

local Browser = {}
Browser.__index = Browser

local ELEMENT = "element-6066-11e4-a52e-4f735466cecf" -- what WebDriver calls a reference to an element
local ARGUMENTS = {
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1400,900",
}

local function read(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read("*a")
  file:close()
  return text
end

local function request(self, method, path, body)
  local http, ltn12 = require "socket.http", require "ltn12"
  http.TIMEOUT = 240 -- a machine may have more to do than this
  local text, answer = body and dkjson.encode(body) or nil, {}
  local _, status = http.request {
    url = ("http://127.0.0.1:%d%s"):format(self.port, path), method = method, sink = ltn12.sink.table(answer),
    source = text and ltn12.source.string(text), headers = text and { ["content-length"] = #text, ["content-type"] = "application/json" },
  }
  local value = cjson.decode(table.concat(answer)).value
  if status ~= 200 then error(("%s %s: %s"):format(method, path, type(value) == "table" and value.message or tostring(status)), 3) end
  return value
end

local function missing()
  if not pcall(require, "socket.http") then return "lua-socket is not installed" end
  for _, program in ipairs { "chromium", "chromedriver" } do
    if command("command -v " .. program).status ~= 0 then return program .. " is not installed" end
  end
end

---@return table|nil browser
---@return string|nil reason
function M.start()
  local reason = missing()
  if reason then return nil, reason end
  local self = setmetatable({ log = os.tmpname() }, Browser)
  local pid = command(("chromedriver --port=0 >%s 2>&1 </dev/null & echo $!"):format(self.log))
  self.pid = assert(tonumber(pid.out))
  for _ = 1, 300 do
    self.port = tonumber(read(self.log):match("started successfully on port (%d+)"))
    if self.port then break end
    require("socket").sleep(0.05)
  end
  assert(self.port, "chromedriver did not start: " .. read(self.log))
  local options = { args = ARGUMENTS }
  local session = request(self, "POST", "/session", { capabilities = { alwaysMatch = {
    browserName = "chrome", ["goog:chromeOptions"] = options, ["goog:loggingPrefs"] = { browser = "ALL" },
  } } })
  self.session = "/session/" .. session.sessionId
  return self
end

---Opens a file.
function Browser:open(path) request(self, "POST", self.session .. "/url", { url = "file://" .. path }) end

---What a piece of JavaScript returns.
function Browser:run(script, ...)
  local arguments = setmetatable({ ... }, { __jsontype = "array" })
  return request(self, "POST", self.session .. "/execute/sync", { script = script, args = arguments })
end

---What a piece of JavaScript hands to its last argument, a function, some time later.
function Browser:run_async(script)
  return request(self, "POST", self.session .. "/execute/async", { script = script, args = setmetatable({}, { __jsontype = "array" }) })
end

local function element(self, selector)
  return self.session .. "/element/" ..
    request(self, "POST", self.session .. "/element", { using = "css selector", value = selector })[ELEMENT]
end

---Clicks the middle of an element.
function Browser:click(selector) request(self, "POST", element(self, selector) .. "/click", setmetatable({}, { __jsontype = "object" })) end

---Types into an element; into an input for files: the file's path.
function Browser:keys(selector, text) request(self, "POST", element(self, selector) .. "/value", { text = text }) end

---Clicks a place of the window.
function Browser:click_at(x, y)
  request(self, "POST", self.session .. "/actions", { actions = { {
    type = "pointer", id = "mouse", parameters = { pointerType = "mouse" }, actions = {
      { type = "pointerMove", x = math.floor(x), y = math.floor(y), duration = 0 }, { type = "pointerDown", button = 0 },
      { type = "pointerUp", button = 0 },
    },
  } } })
end

---Errors and warnings that the page has caused since it was last asked.
function Browser:complaints()
  local list = {}
  for _, entry in ipairs(request(self, "POST", self.session .. "/se/log", { type = "browser" })) do
    if entry.level == "SEVERE" or entry.level == "WARNING" then list[#list + 1] = entry.message end
  end
  return list
end

---A command of Chromium's own, say for what the page believes of the system's colours.
function Browser:devtools(name, parameters)
  return request(self, "POST", self.session .. "/goog/cdp/execute", { cmd = name, params = parameters })
end

---Saves a picture of the window.
function Browser:shot(path)
  local text = request(self, "GET", self.session .. "/screenshot")
  local pipe = assert(io.popen(("base64 -d >%s"):format(command.quoted(path)), "w"))
  pipe:write(text)
  pipe:close()
end

function Browser:stop()
  pcall(request, self, "DELETE", self.session)
  os.execute(("kill %d 2>/dev/null"):format(self.pid))
  os.remove(self.log)
end

return M
