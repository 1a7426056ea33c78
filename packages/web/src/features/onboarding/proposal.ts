/** What somebody probably wants to have watched who pastes an address. */
export interface Proposal {
  readonly type_id: string
  readonly address: string
  readonly name: string
  readonly extended_settings: Readonly<Record<string, unknown>>
}

const bySchema: Readonly<Record<string, string>> = {
  https: 'https',
  http: 'http',
  wss: 'websocket',
  ws: 'websocket',
  smtp: 'smtp',
  imap: 'imap',
  pop3: 'pop3',
  ftp: 'ftp',
  ssh: 'ssh',
  tcp: 'tcp',
  dns: 'dns',
  tls: 'tls_certificate',
  grpc: 'grpc_health',
}

const byPort: Readonly<Record<number, string>> = {
  21: 'ftp',
  22: 'ssh',
  25: 'smtp',
  53: 'dns',
  80: 'http',
  110: 'pop3',
  143: 'imap',
  443: 'https',
  465: 'smtp',
  587: 'smtp',
  993: 'imap',
  995: 'pop3',
  8080: 'http',
  8443: 'https',
}

const byName: readonly (readonly [RegExp, string])[] = [
  [/^(mx|mail|smtp|poczta)\d*\./, 'smtp'],
  [/^imap\d*\./, 'imap'],
  [/^pop3?\d*\./, 'pop3'],
  [/^(ns|dns)\d*\./, 'dns'],
  [/^ftp\d*\./, 'ftp'],
]

/** The type that fits what was typed; null while nothing can be made of it. */
export function proposalOf(typed: string): Proposal | null {
  const found = partsOf(typed)
  if (found.host === '' || /\s/.test(typed.trim())) return null
  const type_id = typeOf(found)
  return type_id === null ? null : withType(type_id, typed)
}

/** The same address as another type takes it: a port of its own is a setting there, and only web addresses have paths. */
export function withType(type_id: string, typed: string): Proposal {
  const { host, port, isMail } = partsOf(typed)
  const web = ['https', 'http', 'websocket', 'http_scenario', 'browser_scenario', 'fullpage', 'fullpagehttps']
  const withoutPort = ['ping', 'dns', 'tcp', 'domain_expiry'].includes(type_id)
  const text = typed.trim()
  const address = web.includes(type_id)
    ? withSchema(type_id, text)
    : withoutPort || port === null || isMail
      ? host
      : `${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    type_id,
    address,
    name: host.replace(/^www\./, ''),
    extended_settings: type_id === 'tcp' && port !== null ? { port } : {},
  }
}

function typeOf({ schema, host, port, tail, isMail }: ReturnType<typeof partsOf>): string | null {
  if (schema !== undefined) return bySchema[schema] ?? null
  if (isMail) return 'smtp'
  if (port !== null) return byPort[port] ?? 'tcp'
  if (isIp(host)) return tail === '' ? 'ping' : 'http'
  return byName.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1] ?? (host.includes('.') ? 'https' : 'ping')
}

/** A web address without its beginning gets the one of its type. */
function withSchema(type_id: string, text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  const schema = type_id === 'http' || type_id === 'fullpage' ? 'http' : type_id === 'websocket' ? 'wss' : 'https'
  return `${schema}://${text}`
}

function partsOf(typed: string) {
  const text = typed.trim()
  const schema = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  const rest = schema === undefined ? text : text.slice(schema.length + 3)
  // Whoever pastes a mail address means the server that takes its mail.
  const isMail = schema === undefined && /^[^\s@/]+@[^\s@/]+$/.test(rest)
  return { schema, isMail, ...parts(isMail ? rest.slice(rest.indexOf('@') + 1) : rest) }
}

function parts(rest: string): { host: string; port: number | null; tail: string } {
  const end = rest.search(/[/?#]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  const tail = end < 0 || rest.slice(end) === '/' ? '' : rest.slice(end)
  const bracketed = /^\[([0-9a-f:.]+)\](?::(\d{1,5}))?$/i.exec(authority)
  if (bracketed) return { host: bracketed[1] ?? '', port: numberOf(bracketed[2]), tail }
  if (isIp(authority)) return { host: authority, port: null, tail }
  const [, host = '', port] = /^([^:@\s]+)(?::(\d{1,5}))?$/.exec(authority) ?? []
  return { host, port: numberOf(port), tail }
}

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

const isIp = (host: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(host) || (/^[0-9a-f:]+$/i.test(host) && host.split(':').length > 2)
