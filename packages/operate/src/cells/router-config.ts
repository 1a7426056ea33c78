import type { Cell } from '@wachta/directory'
import { idsPerCell } from '@wachta/domain'

/** The settings of a router, besides the cells. */
export interface RouterSettings {
  /** The folder of the configuration, the maps and the script. */
  readonly folder: string
  /** The host names of the API and the web app; every other host name is one of status pages. */
  readonly hosts: readonly string[]
  /** The address that HAProxy listens on, in HAProxy's syntax: `:443 ssl crt /etc/haproxy/wachta.pem`. */
  readonly bind: string
  /** The host name that all status pages without a domain share. */
  readonly pagesHost: string
  /**
   * The address, such as `:443`, for custom domains, which are served with the certificates of the cells; `bind` then
   * needs another port.
   */
  readonly pagesTlsBind?: string | undefined
  /** HAProxy's admin socket, through which maps are replaced without a reload. */
  readonly socket: string
}

/** The maps that the configuration reads; their names are those of their files. */
export const mapNames = ['secrets', 'moved-secrets', 'moved-ids', 'hosts', 'pages', 'cells'] as const
export type MapName = (typeof mapNames)[number]

/**
 * Returns the configuration of HAProxy. It routes each request by the key that it carries: a secret, an id in the path,
 * or the name of a status page. The script asks the directory for other names, and for the cell of a new account.
 */
export const formatRouterConfig = (cells: readonly Cell[], settings: RouterSettings): string =>
  `# Written by wachta cells haproxy: changes are lost.
global
  stats socket ${settings.socket} mode 600 level admin
  lua-load ${settings.folder}/directory.lua

defaults
  mode http
  option forwardfor
  option redispatch
  retries 2
  timeout connect 2s
  timeout http-request 10s
  timeout client 2m
  timeout server 2m
  timeout tunnel 1h
${formatFrontend(settings)}
${cells.flatMap(formatCell).join('\n')}
backend no_cell
  http-request return status 404

backend no_directory
  http-request return status 503 hdr Retry-After 1
${settings.pagesTlsBind === undefined ? '' : formatTlsFrontend(cells, settings)}`

type MapCall = (name: MapName, converter?: string, defaultValue?: string) => string

const undecidedCondition = '!{ var(txn.cell) -m found }'

function formatFrontend({ folder, bind, hosts, pagesHost, pagesTlsBind }: RouterSettings): string {
  const map: MapCall = (name, converter = 'map_str', defaultValue) =>
    `${converter}(${folder}/${name}.map${defaultValue === undefined ? '' : `,${defaultValue}`})`
  return `
frontend wachta
  bind ${bind}${pagesTlsBind === undefined ? '' : ' accept-proxy'}
  acl is_api req.hdr(host),host_only,lower -m str ${hosts.map((host) => host.toLowerCase()).join(' ')}
  acl is_shared req.hdr(host),host_only,lower -m str ${pagesHost.toLowerCase()}
  acl is_basic req.hdr(authorization),word(1,' '),lower -m str basic
  acl is_bearer req.hdr(authorization),word(1,' '),lower -m str bearer
  acl has_json path /v3/sessions /v3/auth_token /v3/accounts/register /v3/sensors/enrol
  acl has_json path /v3/system/reset_password/initialize /v3/system/reset_password/confirm /v3/sso/sign_ins /v3/sso/sessions
  acl has_form path /oauth/token /oauth/revoke /oauth/introspect
  acl is_post method POST

${[formatPageRules(map), formatSecretRules(map), formatIdRules(map), formatNameRules()].join('\n\n')}

  # Everything else is the same in all cells, or comes from a browser: use the cell in which that browser last signed in.
  acl is_unanswered var(txn.failed) -m bool
  http-request set-var(txn.cell) req.cook(wachta_cell) if ${undecidedCondition} !is_unanswered
  http-response add-header Set-Cookie "wachta_cell=%[var(txn.cell)]; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax" if { var(txn.asked) -m bool } { status 201 }
  http-request set-var(txn.cell) int(0) if ${undecidedCondition} !is_unanswered
  http-request set-var(txn.cell) int(0) if !{ var(txn.secret) -m found } !has_id !is_unanswered !{ var(txn.cell),${map('cells')} -m found }

  use_backend pages_%[var(txn.page_cell)] if !is_api { var(txn.page_cell),${map('cells')} -m found }
  use_backend api_%[var(txn.cell)] if is_api { var(txn.cell),${map('cells')} -m found }
  use_backend no_directory if is_unanswered
  default_backend no_cell
`
}

const formatPageRules = (
  map: MapCall,
): string => `  # Status pages: by the host name of a page, or by the first part of the path.
  http-request set-var(txn.page_cell) req.hdr(host),host_only,lower,${map('hosts')} if !is_api
  http-request set-var(txn.kind) str(host) if !is_api
  http-request set-var(txn.name) req.hdr(host),host_only,lower if !is_api
  http-request set-var(txn.kind) str(page) if is_shared
  http-request set-var(txn.name) path,field(2,/) if is_shared
  http-request set-var(txn.page_cell) var(txn.name),${map('pages')} if is_shared
  http-request lua.ask_directory txn.page_cell if !is_api !{ var(txn.page_cell) -m found }`

const formatSecretRules = (
  map: MapCall,
): string => `  # A secret: the cell to which it has moved, or else the cell that created it (cell 0 if it has no mark).
  http-request wait-for-body time 5s if is_post has_json or is_post has_form
  http-request set-var(txn.secret) req.hdr(authorization),word(2,' ') if is_bearer
  http-request set-var(txn.secret) req.hdr(authorization),word(2,' '),b64dec,field(1,:) if is_basic { path_beg /oauth/ }
  http-request set-var(txn.secret) path,field(4,/) if { path_beg /v3/heartbeats/ }
  http-request set-var(txn.secret) path,field(3,/) if { path_beg /confirm/ }
  http-request set-var(txn.secret) urlp(state) if { path_beg /sso/ }
  http-request set-var(txn.secret) urlp(client_id) if { path /oauth/authorize }
  http-request set-var(txn.secret) req.body,json_query('$.token') if is_post has_json
  http-request set-var(txn.secret) req.body,json_query('$.code') if is_post { path /v3/sso/sessions }
  http-request set-var(txn.secret) req.body_param(client_id) if is_post has_form !is_basic
  http-request set-var(txn.secret) req.body_param(token) if is_post has_form
  http-request set-var(txn.secret) req.body_param(code) if is_post has_form
  http-request set-var(txn.secret) req.body_param(device_code) if is_post has_form
  http-request set-var(txn.secret) req.body_param(refresh_token) if is_post has_form
  http-request set-var(txn.cell) var(txn.secret),sha2(256),hex,${map('moved-secrets')} if { var(txn.secret) -m found }
  http-request set-var(txn.cell) var(txn.secret),${map('secrets', 'map_beg', '0')} if { var(txn.secret) -m found } ${undecidedCondition}`

const formatIdRules = (
  map: MapCall,
): string => `  # An id in the path of a request without a secret: the cell to which it has moved, or else the cell that allocated it.
  acl has_id path_reg ^/v3/(accounts|reports|services)/[0-9]+(/|$)
  http-request set-var(txn.cell) path,field(3,/,2),${map('moved-ids')} if has_id ${undecidedCondition}
  http-request set-var(txn.cell) path,field(4,/),div(${idsPerCell}) if has_id ${undecidedCondition}

  # A signed link of a message: it begins with an id, written to base 36. A form to subscribe: it ends with the name of a page.
  acl is_acknowledgement path_beg /acknowledge/
  acl is_subscription path_beg /confirm_subscription/ /unsubscribe/ /subscription/
  http-request set-var(txn.link) path,field(3,/),field(1,.) if is_acknowledgement or is_subscription
  http-request set-var(txn.cell) str(acknowledge/),concat(,txn.link),${map('moved-ids')} if is_acknowledgement
  http-request set-var(txn.cell) str(subscription/),concat(,txn.link),${map('moved-ids')} if is_subscription
  http-request lua.read_link if { var(txn.link) -m found } ${undecidedCondition}
  http-request set-var(txn.cell) path,field(3,/),${map('pages')} if { path_beg /subscribe } ${undecidedCondition}`

const formatNameRules = (): string => `  # A name: only the directory knows its cell.
  http-request set-var(txn.name) req.hdr(authorization),word(2,' '),b64dec,field(1,:) if is_basic ${undecidedCondition}
  http-request set-var(txn.name) req.body,json_query('$.username') if is_post has_json ${undecidedCondition}
  http-request set-var(txn.kind) str(user) if is_api
  http-request set-var(txn.name) req.body,json_query('$.identifier') if is_post { path /v3/sso/sign_ins }
  http-request set-var(txn.name) req.body,json_query('$.slug') if is_post { path /v3/sso/sign_ins }
  http-request set-var(txn.name) path,field(3,/) if { path_beg /sso/ } ${undecidedCondition}
  http-request set-var(txn.name) var(txn.name),field(-1,@) if { path /v3/sso/sign_ins }
  http-request set-var(txn.kind) str(sso) if { path /v3/sso/sign_ins } or { path_beg /sso/ }
  http-request lua.ask_directory txn.cell if is_api { var(txn.name) -m found } ${undecidedCondition}
  http-request set-var(txn.kind) str(new) if is_post { path /v3/accounts/register }
  http-request lua.ask_directory txn.cell if is_api is_post { path /v3/accounts/register } ${undecidedCondition}`

const formatCell = ({ number, name, api, pages }: Cell): string[] => [
  `backend api_${number}`,
  ...formatServers(`${name}_api`, api),
  '',
  `backend pages_${number}`,
  ...formatServers(`${name}_pages`, pages),
  '',
]

const formatServers = (name: string, addresses: string, check = 'check inter 2s'): string[] =>
  addresses
    .split(',')
    .filter(Boolean)
    .map((address, index) => `  server ${name}_${index + 1} ${address.trim()} ${check}`)

/**
 * The certificates of custom domains are in the cells, so their TLS connections are passed through; all others are
 * terminated here.
 */
const formatTlsFrontend = (cells: readonly Cell[], { folder, pagesTlsBind, bind }: RouterSettings): string => `
frontend tls
  mode tcp
  bind ${pagesTlsBind}
  tcp-request inspect-delay 5s
  tcp-request content set-var(sess.cell) req.ssl_sni,lower,map_str(${folder}/hosts.map)
  tcp-request content accept if { req.ssl_hello_type 1 }
  use_backend pages_tls_%[var(sess.cell)] if { var(sess.cell) -m found }
  default_backend opened_here

backend opened_here
  mode tcp
  server own ${bind.split(' ')[0]?.replace(/^:/, '127.0.0.1:')} send-proxy-v2

${cells
  .filter(({ pages_tls }) => pages_tls !== '')
  .flatMap(({ number, name, pages_tls }) => [
    `backend pages_tls_${number}`,
    '  mode tcp',
    ...formatServers(`${name}_pages_tls`, pages_tls),
    '',
  ])
  .join('\n')}`
