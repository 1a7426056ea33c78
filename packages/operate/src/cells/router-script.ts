import { idsPerCell } from '@wachta/domain'

/**
 * Returns the script of the router: it asks the directory, and reads the ids in links, which are written in base 36.
 */
export const formatRouterScript = (
  directoryUrl: string,
): string => `-- Written by wachta cells haproxy: changes are lost.
local function escape(text)
  return (text:gsub('[^%w%-._~]', function(character) return string.format('%%%02X', string.byte(character)) end))
end

core.register_action('ask_directory', { 'http-req' }, function(txn, into)
  local kind = txn:get_var('txn.kind') or 'new'
  local name = txn:get_var('txn.name') or ''
  local address = '${directoryUrl}/cell?kind=' .. escape(kind) .. '&name=' .. escape(name)
  local answered, reply = pcall(function() return core.httpclient():get{ url = address, timeout = 2000 } end)
  if not answered or (reply.status ~= 200 and reply.status ~= 404) then
    txn:set_var('txn.failed', true)
  elseif reply.status == 200 then
    txn:set_var(into, reply.body)
    txn:set_var('txn.asked', true)
  end
end, 1)

core.register_action('read_link', { 'http-req' }, function(txn)
  local written = txn:get_var('txn.link')
  local id = #written <= 11 and tonumber(written, 36)
  if id then txn:set_var('txn.cell', id // ${idsPerCell}) end
end, 0)
`
