-- SPDX-License-Identifier: MIT
-- busted replaces ffi.typeof and ffi.metatype by versions that remember a result by the first argument alone. That is wrong for
-- parameterised types: after ffi.typeof("$ *", A), ffi.typeof("$ *", B) gives A's pointer. This helper puts the originals back.

local ffi = require "ffi"

for _, name in ipairs { "typeof", "metatype" } do
  for i = 1, 10 do
    local upvalue, value = debug.getupvalue(ffi[name], i)
    if not upvalue then break end
    if upvalue == "original" then
      ffi[name] = value
      break
    end
  end
end
