-- Walks through the language server's features in Neovim, and writes what it shows as JSON.
local seen = {}
local function wait(what, check)
  if vim.wait(240000, check, 50) then return end
  io.stderr:write("no " .. what .. ": " .. vim.json.encode(seen))
  vim.cmd("cquit 1")
end
local function float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n")
    end
  end
end
local function at(pattern)
  vim.fn.cursor(1, 1)
  vim.fn.search(pattern)
end

vim.lsp.handlers["window/showMessage"] = function(_, result) seen.note = result.message end
vim.cmd("edit rig.h")
wait("diagnostics", function() return #vim.diagnostic.get(0) > 1 end)
seen.diagnostics = vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(0))
at("level;")
vim.lsp.buf.hover()
wait("hover", float)
seen.hover = float()
vim.cmd("fclose!")
at("@rule: $")
local place = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = vim.fn.line(".") - 1, character = vim.fn.col("$") - 1 } }
local answers = vim.lsp.buf_request_sync(0, "textDocument/completion", place, 240000)
for _, answer in pairs(answers) do
  seen.completion = vim.tbl_map(function(one) return one.label end, answer.result.items or answer.result)
end
at("depth")
vim.lsp.buf.rename("height")
wait("new name", function() return vim.fn.search("name=height;", "nw") > 0 end)
wait("note", function() return seen.note end)
at("uint33_t")
vim.lsp.buf.code_action({ apply = true, filter = function(one) return one.title:find("uint32_t", 1, true) end })
wait("fix", function() return vim.fn.search("uint32_t flow", "nw") > 0 end)
io.stdout:write(vim.json.encode(seen))
vim.cmd("qall!")
