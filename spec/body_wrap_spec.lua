-- SPDX-License-Identifier: MIT
-- Lines of exported bodies are at most 120 columns wide; they break where a reader would break them.

local wrap = require "flux.body.wrap"

local function term(name, i) return ("self->%s[%d]"):format(name, i) end

local function joined(separator, name, count)
  local parts = {}
  for i = 1, count do parts[i] = term(name, i) end
  return table.concat(parts, separator)
end

local function squeezed(text) return (text:gsub("%s+", "")) end

describe("a line of C", function()
  it("of 120 columns stays as it is", function()
    local line = "  self->v = " .. ("x"):rep(107) .. ";"
    assert.equal(120, #line)
    assert.equal(line, wrap(line))
  end)

  it("breaks behind the operator that binds least, outside of parentheses first", function()
    local inner = joined(" + ", "value", 5)
    assert.equal("  self->ok = (" .. inner .. ") > 1.0 ||\n      self->other > 2.0 && self->another > 3.0;",
      wrap("  self->ok = (" .. inner .. ") > 1.0 || self->other > 2.0 && self->another > 3.0;"))
  end)

  it("breaks a call behind a comma, never inside of a text", function()
    local text = ('"%s"'):format(("a, b || "):rep(9))
    assert.equal("  return index_error(ctx, 17, " .. text .. ",\n      self->a_long_name_of_an_index, 200);",
      wrap("  return index_error(ctx, 17, " .. text .. ", self->a_long_name_of_an_index, 200);"))
  end)

  it("breaks more than once, and loses nothing", function()
    local line = "    const double sum = " .. joined(" + ", "weight", 40) .. ";"
    local out = wrap(line)
    assert.equal(squeezed(line), squeezed(out))
    local lines = 0
    for each in out:gmatch "[^\n]+" do
      assert.is_true(#each <= 120, each)
      assert.truthy(each:find(lines == 0 and "^    const" or "^        self"), each)
      lines = lines + 1
    end
    assert.is_true(lines > 4)
  end)

  it("with a comment stays as it is", function()
    local line = "  x = 1; /* " .. ("long, "):rep(30) .. " */"
    assert.equal(line, wrap(line))
  end)

  it("without a place to break stays as it is", function()
    local line = "  " .. ("f"):rep(130) .. ";"
    assert.equal(line, wrap(line))
  end)
end)
