-- SPDX-License-Identifier: MIT
local M = {}
function M.write() end
return M
