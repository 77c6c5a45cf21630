-- SPDX-License-Identifier: MIT
-- flux.core: the C core through FFI.
--
-- Reads flux_abi.h, flux.h and flux_inbox.h in core/, hands them to ffi.cdef, loads libflux, and compares every size and offset with
-- the table that the library exports: a stale library is an error here and never a wrong read later.
--
--   local core = require "flux.core"
--   core.lib.flux_builder_new("signals", nil)
--   core.FLUX_E_LATE, core.status_text[-10]

local ffi = require "ffi"

local M = {}

local here = debug.getinfo(1, "S").source:match("^@(.*)$") or ""
local root = here:match("^(.*)/lua/flux/core%.lua$") or here:match("^lua/flux/core%.lua$") and "." or nil

---The root of the checkout or installation: it holds core/, lua/ and build/.
---@type string
M.root = os.getenv("FLUX_ROOT") or root or "."

local function read(path)
  local file, err = io.open(path, "rb")
  if not file then error("flux: cannot read " .. path .. " (" .. err .. ")", 0) end
  local text = file:read("*a")
  file:close()
  return text
end

-- Keeps the declarations of a header: no preprocessor lines (with their continuations), no extern "C", no status enum, which
-- is made of macros and read by `statuses` instead.
local function declarations(text)
  text = text:gsub("enum {\n#define FLUX_STATUS_ENUM.-};\n", "")
  local out, continued = {}, false
  for line in text:gmatch("([^\n]*)\n") do
    local directive = continued or line:match("^%s*#")
    continued = directive and line:match("\\$")
    if not directive and not line:match('^extern "C"') and line ~= "}" then out[#out + 1] = line end
  end
  return table.concat(out, "\n")
end

local function statuses(text)
  M.status_text = {}
  for name, value, words in text:gmatch('X%(([%w_]+), (%-?%d+), "([^"]*)"%)') do
    M[name] = tonumber(value)
    M.status_text[tonumber(value)] = words
  end
end

local public = read(M.root .. "/core/flux.h")
ffi.cdef(declarations(read(M.root .. "/core/flux_abi.h")))
ffi.cdef(declarations(public))
ffi.cdef(declarations(read(M.root .. "/core/flux_inbox.h")))
statuses(public)

local function load_library()
  local suffix = jit.os == "OSX" and "dylib" or "so"
  local override = os.getenv("FLUX_LIB")
  local path = override or (M.root .. "/build/libflux." .. suffix)
  -- Global, so that compiled C bodies find flux_post and its like.
  local ok, lib = pcall(ffi.load, path, true)
  if ok then return lib, path end
  local found, installed = pcall(ffi.load, "flux", true)
  if found and not override then return installed, "flux" end
  error("flux: cannot load " .. path .. ": run ./flux once to build it, or: cmake -B build && cmake --build build\n  (" ..
    tostring(lib) .. ")", 0)
end

---The library's namespace.
M.lib, M.path = load_library()
-- Kept for as long as this Lua state lives: objects are freed through it, which may be after this module has been collected.
debug.getregistry()["flux.library"] = M.lib

local function verify()
  for line in ffi.string(M.lib.flux_abi_table()):gmatch("[^\n]+") do
    local name, offset, size = line:match("^(%S+) (%d+) (%d+)$")
    local struct, field = name:match("^([%w_]+)%.([%w_]+)$")
    local have_offset = field and ffi.offsetof(struct, field) or 0
    if not field then struct = name end
    local wrong = field and have_offset ~= tonumber(offset) or not field and ffi.sizeof(struct) ~= tonumber(size)
    if wrong then
      error(("flux: %s is of another version than core/flux_abi.h (%s): build again"):format(M.path, name), 0)
    end
  end
end
verify()

---Interned constant lookup: enum constants of the headers.
return setmetatable(M, { __index = function(_, name) return M.lib[name] end })
