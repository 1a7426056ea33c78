import { isSqlite } from '../../apply/read-file.ts'
import { createDraft, type ImportDraft, type NotificationRule } from '../draft.ts'
import type { Importer } from '../importer.ts'
import type { ConvertMonitor } from '../make.ts'
import {
  createWrongExportError,
  parseImportedJson,
  parseJsonField,
  type Raw,
  readFlag,
  readList,
  readNumber,
  readStringOrNumber,
  toObject,
  toObjects,
} from '../reading.ts'
import { convertStatusCodes, convertWebTarget, escapePattern, readMethod, toHeaderSettings } from '../web.ts'
import { why } from '../why.ts'
import { convertContact } from './uptime-kuma-contacts.ts'
import { readKumaDatabase } from './uptime-kuma-database.ts'

interface Backup {
  readonly monitors: readonly Raw[]
  readonly notifications: readonly Raw[]
}

/** Kuma's default: it notifies this many days before a certificate expires. */
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
    const { monitorList, notificationList } = toObject(parseImportedJson(content, path))
    // Older versions write arrays, newer ones objects keyed by id.
    if (typeof monitorList !== 'object' || monitorList === null) throw createWrongExportError(path, 'Uptime Kuma')
    return {
      monitors: Object.values(monitorList).map(toObject),
      notifications: Object.values((notificationList ?? []) as object).map(toObject),
    }
  },
  convert({ monitors, notifications }, options) {
    const draft = createDraft('uptime-kuma', options)
    const contacts = new Map(notifications.map((each) => [String(each['id']), convertContact(each, draft)]))
    const byId = new Map(monitors.map((each) => [String(each['id']), each]))
    for (const monitor of monitors) {
      if (monitor['type'] === 'group') continue
      const service = toService(monitor, byId, draft)
      if (service === undefined) continue
      for (const rule of convertRules(monitor, contacts)) draft.notify({ service, ...rule })
    }
    return draft.done()
  },
}

function toService(monitor: Raw, byId: ReadonlyMap<string, Raw>, draft: ImportDraft): string | undefined {
  const type = readStringOrNumber(monitor['type']) ?? ''
  const name = readStringOrNumber(monitor['name']) ?? `#${monitor['id']}`
  if (readFlag(either(monitor, 'upsideDown', 'upside_down'))) return draft.lose(name, why.reversed)
  const make = Object.hasOwn(types, type) ? types[type] : undefined
  if (!make) return draft.lose(name, why.noSuchCheck(type))
  const made = make(monitor, name, draft)
  if (!made)
    return draft.lose(
      name,
      why.noAddress(readStringOrNumber(monitor['url']) ?? readStringOrNumber(monitor['hostname']) ?? ''),
    )
  if (either(monitor, 'proxyId', 'proxy_id')) draft.lose(name, why.setting('proxy'))
  const parent = byId.get(String(monitor['parent']))
  return draft.service({
    key: String(monitor['id']),
    name,
    interval: readNumber(monitor['interval']) ?? 60,
    isActive: isRunning(monitor, byId),
    group: parent && draft.group(buildPath(parent, byId)),
    description: [readStringOrNumber(monitor['description']), renderTags(monitor)].filter(Boolean).join('\n'),
    ...made,
    settings: { timeout: draft.timeout(name, (readNumber(monitor['timeout']) ?? 0) * 1000), ...made.settings },
  })
}

const web: ConvertMonitor = (monitor, name, draft) => {
  const target = convertWebTarget(readStringOrNumber(monitor['url']) ?? '')
  if (!target) return undefined
  const headers = parseIfText(monitor['headers'])
  if (readStringOrNumber(monitor['headers']) !== undefined && toObject(headers) !== headers)
    draft.lose(name, why.malformed('headers'))
  const { settings, lost } = toHeaderSettings(toObject(headers))
  for (const reason of lost) draft.lose(name, reason)
  const authentication = readStringOrNumber(either(monitor, 'authMethod', 'auth_method'))
  if (authentication !== undefined && authentication !== 'basic')
    draft.lose(name, why.setting(`auth: ${authentication}`))
  const redirects = readNumber(monitor['maxredirects']) ?? 10
  const body = readStringOrNumber(monitor['body'])
  return {
    ...target,
    settings: {
      ...target.settings,
      ...settings,
      http_method: readMethod(readStringOrNumber(monitor['method'])),
      content: body,
      content_type: settings['content_type'] ?? (body === undefined ? undefined : getContentType(monitor)),
      ...(readStringOrNumber(monitor['basic_auth_user']) && {
        username: readStringOrNumber(monitor['basic_auth_user']),
        password: readStringOrNumber(monitor['basic_auth_pass']),
      }),
      expected_status_codes: convertStatusCodes(
        readList(monitor['accepted_statuscodes'] ?? parseIfText(monitor['accepted_statuscodes_json'])),
      ),
      follow_redirects: redirects > 0 ? undefined : false,
      maximum_redirects: redirects > 0 && redirects < 5 ? redirects : undefined,
      verify_certificate:
        target.type_id === 'https' && readFlag(either(monitor, 'ignoreTls', 'ignore_tls')) ? false : undefined,
    },
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  form: 'application/x-www-form-urlencoded',
  xml: 'text/xml; charset=utf-8',
}

const getContentType = (monitor: Raw): string =>
  contentTypes[readStringOrNumber(either(monitor, 'httpBodyEncoding', 'http_body_encoding')) ?? ''] ??
  'application/json'

const keyword: ConvertMonitor = (monitor, name, draft) => {
  const made = web(monitor, name, draft)
  const words = readStringOrNumber(monitor['keyword'])
  if (!made || words === undefined) return made
  const isInverted = readFlag(either(monitor, 'invertKeyword', 'invert_keyword'))
  const setting = isInverted ? 'negative_content_regex' : 'content_regex'
  return { ...made, settings: { ...made.settings, [setting]: escapePattern(words) } }
}

/** Kuma uses JSONata; a plain path of property names means the same in both. */
const jsonQuery: ConvertMonitor = (monitor, name, draft) => {
  const made = web(monitor, name, draft)
  const path = readStringOrNumber(either(monitor, 'jsonPath', 'json_path'))?.replace(/^\$\.?/, '')
  if (!made || path === undefined) return made
  const operator = readStringOrNumber(either(monitor, 'jsonPathOperator', 'json_path_operator')) ?? '=='
  if (!/^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*$/.test(path) || operator !== '==') {
    draft.lose(name, why.setting(`json path: ${path} ${operator}`))
    return made
  }
  const expected = readStringOrNumber(either(monitor, 'expectedValue', 'expected_value'))
  return { ...made, settings: { ...made.settings, json_path: `$.${path}`, json_path_value: expected } }
}

const hosted =
  (type_id: string, settings: (monitor: Raw) => Record<string, unknown>): ConvertMonitor =>
  (monitor) => {
    const address = readStringOrNumber(monitor['hostname'])
    return address === undefined ? undefined : { type_id, address, settings: settings(monitor) }
  }

/** Kuma's monitor types that have a check type in Wachta. */
const types: Readonly<Record<string, ConvertMonitor>> = {
  http: web,
  keyword,
  'json-query': jsonQuery,
  port: hosted('tcp', (monitor) => ({ port: readNumber(monitor['port']) })),
  ping: hosted('ping', (monitor) => ({
    bytes_to_send: readNumber(either(monitor, 'packetSize', 'packet_size')),
    timeout: undefined,
  })),
  dns: hosted('dns', (monitor) => ({
    record_type: readStringOrNumber(monitor['dns_resolve_type']),
    dns_server: readStringOrNumber(monitor['dns_resolve_server'])?.split(',')[0],
    port: readNumber(monitor['port']),
  })),
  smtp: hosted('smtp', (monitor) => {
    const security = readStringOrNumber(either(monitor, 'smtpSecurity', 'smtp_security'))
    return {
      port: readNumber(monitor['port']),
      encryption: security === 'secure' ? 'tls' : security === 'starttls' ? 'starttls' : 'none',
    }
  }),
  'websocket-upgrade': (monitor) => {
    const address = readStringOrNumber(monitor['url'])
    return address && /^wss?:\/\//.test(address) ? { type_id: 'websocket', address } : undefined
  },
  push: (_monitor, name, draft) => {
    draft.lose(name, why.newAddress)
    return { type_id: 'heartbeat', address: name, settings: { timeout: undefined } }
  },
}

/** Who is notified when a monitor fails, and before its certificate expires. */
function convertRules(
  monitor: Raw,
  contacts: ReadonlyMap<string, string | undefined>,
): Omit<NotificationRule, 'service'>[] {
  const chosen = Object.entries(toObject(monitor['notificationIDList']))
    .filter(([, isOn]) => readFlag(isOn))
    .flatMap(([id]) => contacts.get(id) ?? [])
  const interval = readNumber(monitor['interval']) ?? 60
  const retries = readNumber(monitor['maxretries']) ?? 0
  const retryInterval = readNumber(either(monitor, 'retryInterval', 'retry_interval')) || interval
  const resend = readNumber(either(monitor, 'resendInterval', 'resend_interval')) ?? 0
  const failure = { contacts: chosen, delay: retries * retryInterval, repeat: resend * interval }
  const isSecure = /^https:/i.test(readStringOrNumber(monitor['url']) ?? '') && monitor['type'] !== 'websocket-upgrade'
  const hasExpiry = isSecure && readFlag(either(monitor, 'expiryNotification', 'expiry_notification'))
  return hasExpiry ? [failure, { contacts: chosen, certificateDays }] : [failure]
}

/** The database and the backup use different names for the same field. */
const either = (monitor: Raw, one: string, other: string): unknown => monitor[one] ?? monitor[other]

const renderTags = (monitor: Raw): string =>
  toObjects(monitor['tags'])
    .map(({ name, value }) => [readStringOrNumber(name), readStringOrNumber(value)].filter(Boolean).join('='))
    .join(', ')

/** In Kuma, a paused group pauses everything in it. */
function isRunning(monitor: Raw, byId: ReadonlyMap<string, Raw>, depth = 0): boolean {
  const parent = depth < 10 ? byId.get(String(monitor['parent'])) : undefined
  return readFlag(monitor['active']) && (parent === undefined || isRunning(parent, byId, depth + 1))
}

/** Kuma nests groups and Wachta does not, so the name contains the whole path. */
function buildPath(group: Raw, byId: ReadonlyMap<string, Raw>, depth = 0): string {
  const parent = depth < 10 ? byId.get(String(group['parent'])) : undefined
  const name = readStringOrNumber(group['name']) ?? `#${group['id']}`
  return parent ? `${buildPath(parent, byId, depth + 1)} / ${name}` : name
}

const parseIfText = (value: unknown): unknown => (typeof value === 'string' ? parseJsonField(value) : value)
