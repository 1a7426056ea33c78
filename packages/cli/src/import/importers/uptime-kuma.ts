import { isSqlite } from '../../apply/read-file.ts'
import { createDraft, type Draft } from '../draft.ts'
import type { Importer } from '../importer.ts'
import type { Make } from '../make.ts'
import { flag, jsonIn, list, notFrom, number, parseJson, type Raw, record, records, text } from '../reading.ts'
import { headerSettings, literally, methodOf, statusCodes, webTarget } from '../web.ts'
import { why } from '../why.ts'
import { contactOf } from './uptime-kuma-contacts.ts'
import { readKumaDatabase } from './uptime-kuma-database.ts'

interface Backup {
  readonly monitors: readonly Raw[]
  readonly notifications: readonly Raw[]
}

/** Days before the end of a certificate on which Kuma speaks up, unless it is told other ones. */
const certificateDays = 14

export const uptimeKuma: Importer<Backup> = {
  id: 'uptime-kuma',
  name: 'Uptime Kuma',
  source: {
    en: 'the database kuma.db from the data folder, or a backup as JSON (Settings, Backup)',
    pl: 'baza kuma.db z katalogu danych albo kopia zapasowa JSON (Settings, Backup)',
  },
  async read({ path, content }) {
    if (isSqlite(content)) return readKumaDatabase(path)
    const { monitorList, notificationList } = record(parseJson(content, path))
    // Older versions write lists, newer ones objects by id.
    if (typeof monitorList !== 'object' || monitorList === null) throw notFrom(path, 'Uptime Kuma')
    return {
      monitors: Object.values(monitorList).map(record),
      notifications: Object.values((notificationList ?? []) as object).map(record),
    }
  },
  convert({ monitors, notifications }, options) {
    const draft = createDraft('uptime-kuma', options)
    const contacts = new Map(notifications.map((each) => [String(each['id']), contactOf(each, draft)]))
    const byId = new Map(monitors.map((each) => [String(each['id']), each]))
    for (const monitor of monitors) {
      if (monitor['type'] === 'group') continue
      const service = serviceOf(monitor, byId, draft)
      if (service !== undefined) tell(service, monitor, contacts, draft)
    }
    return draft.done()
  },
}

function serviceOf(monitor: Raw, byId: ReadonlyMap<string, Raw>, draft: Draft): string | undefined {
  const type = text(monitor['type']) ?? ''
  const name = text(monitor['name']) ?? `#${monitor['id']}`
  if (flag(either(monitor, 'upsideDown', 'upside_down'))) return draft.lose(name, why.reversed)
  const make = Object.hasOwn(types, type) ? types[type] : undefined
  if (!make) return draft.lose(name, why.noSuchCheck(type))
  const made = make(monitor, name, draft)
  if (!made) return draft.lose(name, why.noAddress(text(monitor['url']) ?? text(monitor['hostname']) ?? ''))
  if (either(monitor, 'proxyId', 'proxy_id')) draft.lose(name, why.setting('proxy'))
  const parent = byId.get(String(monitor['parent']))
  return draft.service({
    key: String(monitor['id']),
    name,
    interval: number(monitor['interval']) ?? 60,
    isActive: isRunning(monitor, byId),
    group: parent && draft.group(pathOf(parent, byId)),
    description: [text(monitor['description']), tagsOf(monitor)].filter(Boolean).join('\n'),
    ...made,
    settings: { timeout: draft.timeout(name, (number(monitor['timeout']) ?? 0) * 1000), ...made.settings },
  })
}

const web: Make = (monitor, name, draft) => {
  const target = webTarget(text(monitor['url']) ?? '')
  if (!target) return undefined
  const headers = jsonOf(monitor['headers'])
  if (text(monitor['headers']) !== undefined && record(headers) !== headers) draft.lose(name, why.malformed('headers'))
  const { settings, lost } = headerSettings(record(headers))
  for (const reason of lost) draft.lose(name, reason)
  const authentication = text(either(monitor, 'authMethod', 'auth_method'))
  if (authentication !== undefined && authentication !== 'basic')
    draft.lose(name, why.setting(`auth: ${authentication}`))
  const redirects = number(monitor['maxredirects']) ?? 10
  const body = text(monitor['body'])
  return {
    ...target,
    settings: {
      ...target.settings,
      ...settings,
      http_method: methodOf(text(monitor['method'])),
      content: body,
      content_type: settings['content_type'] ?? (body === undefined ? undefined : contentTypeOf(monitor)),
      ...(text(monitor['basic_auth_user']) && {
        username: text(monitor['basic_auth_user']),
        password: text(monitor['basic_auth_pass']),
      }),
      expected_status_codes: statusCodes(
        list(monitor['accepted_statuscodes'] ?? jsonOf(monitor['accepted_statuscodes_json'])),
      ),
      follow_redirects: redirects > 0 ? undefined : false,
      maximum_redirects: redirects > 0 && redirects < 5 ? redirects : undefined,
      verify_certificate:
        target.type_id === 'https' && flag(either(monitor, 'ignoreTls', 'ignore_tls')) ? false : undefined,
    },
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  form: 'application/x-www-form-urlencoded',
  xml: 'text/xml; charset=utf-8',
}

const contentTypeOf = (monitor: Raw): string =>
  contentTypes[text(either(monitor, 'httpBodyEncoding', 'http_body_encoding')) ?? ''] ?? 'application/json'

const keyword: Make = (monitor, name, draft) => {
  const made = web(monitor, name, draft)
  const words = text(monitor['keyword'])
  if (!made || words === undefined) return made
  const isInverted = flag(either(monitor, 'invertKeyword', 'invert_keyword'))
  const setting = isInverted ? 'negative_content_regex' : 'content_regex'
  return { ...made, settings: { ...made.settings, [setting]: literally(words) } }
}

/** Kuma has a language of its own for paths; a plain way into the document is the same in both. */
const jsonQuery: Make = (monitor, name, draft) => {
  const made = web(monitor, name, draft)
  const path = text(either(monitor, 'jsonPath', 'json_path'))?.replace(/^\$\.?/, '')
  if (!made || path === undefined) return made
  const operator = text(either(monitor, 'jsonPathOperator', 'json_path_operator')) ?? '=='
  if (!/^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*$/.test(path) || operator !== '==') {
    draft.lose(name, why.setting(`json path: ${path} ${operator}`))
    return made
  }
  const expected = text(either(monitor, 'expectedValue', 'expected_value'))
  return { ...made, settings: { ...made.settings, json_path: `$.${path}`, json_path_value: expected } }
}

const hosted =
  (type_id: string, settings: (monitor: Raw) => Record<string, unknown>): Make =>
  (monitor) => {
    const address = text(monitor['hostname'])
    return address === undefined ? undefined : { type_id, address, settings: settings(monitor) }
  }

/** What of Kuma's types is a type here. */
const types: Readonly<Record<string, Make>> = {
  http: web,
  keyword,
  'json-query': jsonQuery,
  port: hosted('tcp', (monitor) => ({ port: number(monitor['port']) })),
  ping: hosted('ping', (monitor) => ({
    bytes_to_send: number(either(monitor, 'packetSize', 'packet_size')),
    timeout: undefined,
  })),
  dns: hosted('dns', (monitor) => ({
    record_type: text(monitor['dns_resolve_type']),
    dns_server: text(monitor['dns_resolve_server'])?.split(',')[0],
    port: number(monitor['port']),
  })),
  smtp: hosted('smtp', (monitor) => {
    const security = text(either(monitor, 'smtpSecurity', 'smtp_security'))
    return {
      port: number(monitor['port']),
      encryption: security === 'secure' ? 'tls' : security === 'starttls' ? 'starttls' : 'none',
    }
  }),
  'websocket-upgrade': (monitor) => {
    const address = text(monitor['url'])
    return address && /^wss?:\/\//.test(address) ? { type_id: 'websocket', address } : undefined
  },
  push: (_monitor, name, draft) => {
    draft.lose(name, why.newAddress)
    return { type_id: 'heartbeat', address: name, settings: { timeout: undefined } }
  },
}

function tell(service: string, monitor: Raw, contacts: ReadonlyMap<string, string | undefined>, draft: Draft): void {
  const chosen = Object.entries(record(monitor['notificationIDList']))
    .filter(([, isOn]) => flag(isOn))
    .flatMap(([id]) => contacts.get(id) ?? [])
  const interval = number(monitor['interval']) ?? 60
  const retries = number(monitor['maxretries']) ?? 0
  const retryInterval = number(either(monitor, 'retryInterval', 'retry_interval')) || interval
  const resend = number(either(monitor, 'resendInterval', 'resend_interval')) ?? 0
  draft.tell({ service, contacts: chosen, delay: retries * retryInterval, repeat: resend * interval })
  const isSecure = /^https:/i.test(text(monitor['url']) ?? '') && monitor['type'] !== 'websocket-upgrade'
  if (isSecure && flag(either(monitor, 'expiryNotification', 'expiry_notification')))
    draft.tell({ service, contacts: chosen, certificateDays })
}

/** The database and the backup call the same thing differently. */
const either = (monitor: Raw, one: string, other: string): unknown => monitor[one] ?? monitor[other]

const tagsOf = (monitor: Raw): string =>
  records(monitor['tags'])
    .map(({ name, value }) => [text(name), text(value)].filter(Boolean).join('='))
    .join(', ')

/** Who pauses a group pauses everything in it. */
function isRunning(monitor: Raw, byId: ReadonlyMap<string, Raw>, depth = 0): boolean {
  const parent = depth < 10 ? byId.get(String(monitor['parent'])) : undefined
  return flag(monitor['active']) && (parent === undefined || isRunning(parent, byId, depth + 1))
}

/** Groups lie in groups; here they are one list, so the name says the way. */
function pathOf(group: Raw, byId: ReadonlyMap<string, Raw>, depth = 0): string {
  const parent = depth < 10 ? byId.get(String(group['parent'])) : undefined
  const name = text(group['name']) ?? `#${group['id']}`
  return parent ? `${pathOf(parent, byId, depth + 1)} / ${name}` : name
}

const jsonOf = (value: unknown): unknown => (typeof value === 'string' ? jsonIn(value) : value)
