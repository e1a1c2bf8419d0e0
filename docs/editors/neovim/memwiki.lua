-- Starts `memwiki lsp` for Markdown. Neovim 0.7 or newer: put this file into ~/.config/nvim/plugin/.
-- With 0.11 or newer it is the same as this in init.lua:
--   vim.lsp.config('memwiki', { cmd = { 'memwiki', 'lsp' }, filetypes = { 'markdown' },
--     root_markers = { 'memwiki.toml', '.git' } })
--   vim.lsp.enable('memwiki')

local name = 'memwiki'
local command = vim.g.memwiki_command or { 'memwiki', 'lsp' }
local markers = { 'memwiki.toml', '.git' }

if vim.lsp.config and vim.lsp.enable then -- 0.11
  vim.lsp.config(name, { cmd = command, filetypes = { 'markdown' }, root_markers = markers })
  vim.lsp.enable(name)
  return
end

-- The nearest folder upwards that holds a memwiki.toml, else a .git; without either the file's own.
local function root_of(path)
  local own = vim.fn.fnamemodify(path, ':p:h')
  for _, marker in ipairs(markers) do
    local folder = own
    while true do
      if vim.loop.fs_stat(folder .. '/' .. marker) then
        return folder
      end
      local above = vim.fn.fnamemodify(folder, ':h')
      if above == folder then
        break
      end
      folder = above
    end
  end
  return own
end

local clients = {} -- 0.7 does not find a running client by itself: by root

local function attach(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  if path == '' or vim.bo[buffer].buftype ~= '' then
    return
  end
  local config = { name = name, cmd = command, root_dir = root_of(path) }
  if vim.lsp.start then -- 0.8
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'markdown',
  group = vim.api.nvim_create_augroup('memwiki', { clear = true }),
  callback = function(args)
    attach(args.buf)
  end,
})
