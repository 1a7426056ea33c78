import { isSqlite } from '../../apply/read-file.ts'
import { createDraft, type ImportDraft, type NotificationRule } from '../draft.ts'
import type { ConvertMonitor } from '../imported-check.ts'
import type { Importer } from '../importer.ts'
import { lossReasons } from '../loss-reasons.ts'
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
    const monitorsById = new Map(monitors.map((each) => [String(each['id']), each]))
    for (const monitor of monitors) {
      if (monitor['type'] === 'group') continue
      const service = toService(monitor, monitorsById, draft)
      if (service === undefined) continue
      for (const rule of convertRules(monitor, contacts)) draft.addRule({ service, ...rule })
    }
    return draft.finish()
  },
}

function toService(monitor: Raw, monitorsById: ReadonlyMap<string, Raw>, draft: ImportDraft): string | undefined {
  const type = readStringOrNumber(monitor['type']) ?? ''
  const name = readStringOrNumber(monitor['name']) ?? `#${monitor['id']}`
  if (readFlag(readEither(monitor, 'upsideDown', 'upside_down'))) return draft.lose(name, lossReasons.reversed)
  const convert = Object.hasOwn(types, type) ? types[type] : undefined
  if (!convert) return draft.lose(name, lossReasons.noSuchCheck(type))
  const check = convert(monitor, name, draft)
  if (!check)
    return draft.lose(
      name,
      lossReasons.noAddress(readStringOrNumber(monitor['url']) ?? readStringOrNumber(monitor['hostname']) ?? ''),
    )
  if (readEither(monitor, 'proxyId', 'proxy_id')) draft.lose(name, lossReasons.setting('proxy'))
  const parent = monitorsById.get(String(monitor['parent']))
  return draft.addService({
    key: String(monitor['id']),
    name,
    interval: readNumber(monitor['interval']) ?? 60,
    isActive: isRunning(monitor, monitorsById),
    group: parent && draft.ensureGroup(buildPath(parent, monitorsById)),
    description: [readStringOrNumber(monitor['description']), renderTags(monitor)].filter(Boolean).join('\n'),
    ...check,
    settings: { timeout: draft.clampTimeout(name, (readNumber(monitor['timeout']) ?? 0) * 1000), ...check.settings },
  })
}

const web: ConvertMonitor = (monitor, name, draft) => {
  const target = convertWebTarget(readStringOrNumber(monitor['url']) ?? '')
  if (!target) return undefined
  const headers = parseIfText(monitor['headers'])
  if (readStringOrNumber(monitor['headers']) !== undefined && toObject(headers) !== headers)
    draft.lose(name, lossReasons.malformed('headers'))
  const { settings, lost } = toHeaderSettings(toObject(headers))
  for (const reason of lost) draft.lose(name, reason)
  const authentication = readStringOrNumber(readEither(monitor, 'authMethod', 'auth_method'))
  if (authentication !== undefined && authentication !== 'basic')
    draft.lose(name, lossReasons.setting(`auth: ${authentication}`))
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
        target.type_id === 'https' && readFlag(readEither(monitor, 'ignoreTls', 'ignore_tls')) ? false : undefined,
    },
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  form: 'application/x-www-form-urlencoded',
  xml: 'text/xml; charset=utf-8',
}

const getContentType = (monitor: Raw): string =>
  contentTypes[readStringOrNumber(readEither(monitor, 'httpBodyEncoding', 'http_body_encoding')) ?? ''] ??
  'application/json'

const keyword: ConvertMonitor = (monitor, name, draft) => {
  const check = web(monitor, name, draft)
  const text = readStringOrNumber(monitor['keyword'])
  if (!check || text === undefined) return check
  const isInverted = readFlag(readEither(monitor, 'invertKeyword', 'invert_keyword'))
  const setting = isInverted ? 'negative_content_regex' : 'content_regex'
  return { ...check, settings: { ...check.settings, [setting]: escapePattern(text) } }
}

/** Kuma uses JSONata, Wachta JSONPath; a plain path of property names means the same in both. */
const jsonQuery: ConvertMonitor = (monitor, name, draft) => {
  const check = web(monitor, name, draft)
  const path = readStringOrNumber(readEither(monitor, 'jsonPath', 'json_path'))?.replace(/^\$\.?/, '')
  if (!check || path === undefined) return check
  const operator = readStringOrNumber(readEither(monitor, 'jsonPathOperator', 'json_path_operator')) ?? '=='
  if (!/^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*$/.test(path) || operator !== '==') {
    draft.lose(name, lossReasons.setting(`json path: ${path} ${operator}`))
    return check
  }
  const expected = readStringOrNumber(readEither(monitor, 'expectedValue', 'expected_value'))
  return { ...check, settings: { ...check.settings, json_path: `$.${path}`, json_path_value: expected } }
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
    bytes_to_send: readNumber(readEither(monitor, 'packetSize', 'packet_size')),
    timeout: undefined,
  })),
  dns: hosted('dns', (monitor) => ({
    record_type: readStringOrNumber(monitor['dns_resolve_type']),
    dns_server: readStringOrNumber(monitor['dns_resolve_server'])?.split(',')[0],
    port: readNumber(monitor['port']),
  })),
  smtp: hosted('smtp', (monitor) => {
    const security = readStringOrNumber(readEither(monitor, 'smtpSecurity', 'smtp_security'))
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
    draft.lose(name, lossReasons.newAddress)
    return { type_id: 'heartbeat', address: name, settings: { timeout: undefined } }
  },
}

/** Who is notified when a monitor fails, and before its certificate expires. */
function convertRules(
  monitor: Raw,
  contacts: ReadonlyMap<string, string | undefined>,
): Omit<NotificationRule, 'service'>[] {
  const contactIds = Object.entries(toObject(monitor['notificationIDList']))
    .filter(([, isOn]) => readFlag(isOn))
    .flatMap(([id]) => contacts.get(id) ?? [])
  const interval = readNumber(monitor['interval']) ?? 60
  const retries = readNumber(monitor['maxretries']) ?? 0
  const retryInterval = readNumber(readEither(monitor, 'retryInterval', 'retry_interval')) || interval
  const resend = readNumber(readEither(monitor, 'resendInterval', 'resend_interval')) ?? 0
  const failure = { contacts: contactIds, delay: retries * retryInterval, repeat: resend * interval }
  const isSecure = /^https:/i.test(readStringOrNumber(monitor['url']) ?? '') && monitor['type'] !== 'websocket-upgrade'
  const hasExpiry = isSecure && readFlag(readEither(monitor, 'expiryNotification', 'expiry_notification'))
  return hasExpiry ? [failure, { contacts: contactIds, certificateDays }] : [failure]
}

/** The database and the backup use different names for the same field. */
const readEither = (monitor: Raw, one: string, other: string): unknown => monitor[one] ?? monitor[other]

const renderTags = (monitor: Raw): string =>
  toObjects(monitor['tags'])
    .map(({ name, value }) => [readStringOrNumber(name), readStringOrNumber(value)].filter(Boolean).join('='))
    .join(', ')

/** In Kuma, a paused group pauses everything in it. */
function isRunning(monitor: Raw, monitorsById: ReadonlyMap<string, Raw>, depth = 0): boolean {
  const parent = depth < 10 ? monitorsById.get(String(monitor['parent'])) : undefined
  return readFlag(monitor['active']) && (parent === undefined || isRunning(parent, monitorsById, depth + 1))
}

/** Kuma nests groups and Wachta does not, so the name contains the whole path. */
function buildPath(group: Raw, monitorsById: ReadonlyMap<string, Raw>, depth = 0): string {
  const parent = depth < 10 ? monitorsById.get(String(group['parent'])) : undefined
  const name = readStringOrNumber(group['name']) ?? `#${group['id']}`
  return parent ? `${buildPath(parent, monitorsById, depth + 1)} / ${name}` : name
}

const parseIfText = (value: unknown): unknown => (typeof value === 'string' ? parseJsonField(value) : value)
