import { extractHost } from '../../kinds/host.ts'
import { createDraft, type ImportDraft } from '../draft.ts'
import type { ConvertMonitor, ImportedCheck } from '../imported-check.ts'
import type { Importer } from '../importer.ts'
import { lossReasons } from '../loss-reasons.ts'
import {
  createWrongExportError,
  parseImportedJson,
  type Raw,
  readList,
  readNumber,
  readStringOrNumber,
  toObject,
  toObjects,
} from '../reading.ts'
import { convertStatusCodes, convertWebTarget, escapePattern, toHeaderSettings } from '../web.ts'

/** UptimeRobot's codes of request methods; 2 is GET, the default. */
const methods: Readonly<Record<number, string | undefined>> = {
  1: 'HEAD',
  3: 'POST',
  4: 'PUT',
  5: 'PATCH',
  6: 'DELETE',
  7: 'OPTIONS',
}
/** The ports of its subtypes of port monitors. */
const ports: Readonly<Record<number, number>> = { 1: 80, 2: 443, 3: 21, 4: 25, 5: 110, 6: 143 }
/** Our channels for its types of alert contacts. */
const channels: Readonly<Record<number, string>> = { 1: 'sms', 2: 'email', 5: 'json_post', 11: 'slack' }

interface ParsedExport {
  readonly monitors: readonly Raw[]
  /** The number of monitors in the account; 0 if the responses do not contain it. */
  readonly total: number
}

export const uptimeRobot: Importer<ParsedExport> = {
  id: 'uptimerobot',
  name: 'UptimeRobot',
  source: {
    en: 'the response of POST https://api.uptimerobot.com/v2/getMonitors with format=json, alert_contacts=1, custom_http_headers=1, custom_http_statuses=1',
    pl: 'odpowiedź na POST https://api.uptimerobot.com/v2/getMonitors z format=json, alert_contacts=1, custom_http_headers=1, custom_http_statuses=1',
  },
  async read({ path, content }) {
    const answer = parseImportedJson(content, path)
    // The API returns at most fifty monitors per response, so an array of responses is accepted too.
    const answers = Array.isArray(answer) ? answer.map(toObject) : [toObject(answer)]
    if (!answers.some(({ monitors }) => Array.isArray(monitors))) throw createWrongExportError(path, 'UptimeRobot')
    return {
      monitors: answers.flatMap(({ monitors }) => toObjects(monitors)),
      total: Math.max(...answers.map(({ pagination }) => readNumber(toObject(pagination)['total']) ?? 0)),
    }
  },
  convert({ monitors, total }, options) {
    const draft = createDraft('uptimerobot', options)
    if (total > monitors.length) draft.lose('UptimeRobot', lossReasons.morePages(total, monitors.length))
    for (const monitor of monitors) {
      const name = readStringOrNumber(monitor['friendly_name']) ?? `#${monitor['id']}`
      const type = readNumber(monitor['type']) ?? 0
      const convert = types[type]
      const check = convert?.(monitor, name, draft)
      if (!check) {
        draft.lose(
          name,
          convert
            ? lossReasons.noAddress(readStringOrNumber(monitor['url']) ?? '')
            : lossReasons.noSuchCheck(String(type)),
        )
        continue
      }
      const service = draft.addService({
        key: String(monitor['id']),
        name,
        interval: readNumber(monitor['interval']) ?? 300,
        isActive: readNumber(monitor['status']) !== 0,
        ...check,
        settings: {
          timeout: draft.clampTimeout(name, (readNumber(monitor['timeout']) ?? 0) * 1000),
          ...check.settings,
        },
      })
      addRules(service, monitor, draft)
    }
    return draft.finish()
  },
}

const web: ConvertMonitor = (monitor, name, draft) => {
  const target = convertWebTarget(readStringOrNumber(monitor['url']) ?? '')
  if (!target) return undefined
  const { settings, lost } = toHeaderSettings(toObject(monitor['custom_http_headers']))
  for (const reason of lost) draft.lose(name, reason)
  const failing = listFailingCodes(monitor['custom_http_statuses'])
  if (failing.length > 0) draft.lose(name, lossReasons.downCodes(failing.join(', ')))
  if (monitor['post_value']) draft.lose(name, lossReasons.setting('post_value'))
  const method = readNumber(monitor['http_method'])
  return {
    ...target,
    settings: {
      ...target.settings,
      ...settings,
      http_method: method === undefined ? undefined : methods[method],
      username: readStringOrNumber(monitor['http_username']) ?? target.settings['username'],
      password: readStringOrNumber(monitor['http_password']) ?? target.settings['password'],
      expected_status_codes: toAcceptedCodes(monitor['custom_http_statuses']),
    },
  }
}

/** Depending on the type, the monitor fails if the keyword is present, or if it is missing. */
const keyword: ConvertMonitor = (monitor, name, draft) => {
  const check = web(monitor, name, draft)
  const text = readStringOrNumber(monitor['keyword_value'])
  if (!check || text === undefined) return check
  const setting = readNumber(monitor['keyword_type']) === 1 ? 'negative_content_regex' : 'content_regex'
  const pattern = escapePattern(text, { ignoreCase: readNumber(monitor['keyword_case_type']) === 1 })
  const method = check.settings?.['http_method']
  // The response to a HEAD request has no body to search.
  const http_method = method === 'HEAD' ? undefined : method
  return { ...check, settings: { ...check.settings, http_method, [setting]: pattern } }
}

/** Its monitor types: web, keyword, ping, port and heartbeat. */
const types: Readonly<Record<number, ConvertMonitor | undefined>> = {
  1: web,
  2: keyword,
  3: (monitor) => hosted('ping', monitor, { timeout: undefined }),
  4: (monitor) =>
    hosted('tcp', monitor, { port: ports[readNumber(monitor['sub_type']) ?? 0] ?? readNumber(monitor['port']) }),
  5: (_monitor, name, draft) => {
    draft.lose(name, lossReasons.newAddress)
    return { type_id: 'heartbeat', address: name, settings: { timeout: undefined } }
  },
}

function hosted(type_id: string, monitor: Raw, settings: Record<string, unknown>): ImportedCheck | undefined {
  const host = extractHost(readStringOrNumber(monitor['url']) ?? '')
  return host ? { type_id, address: host, settings } : undefined
}

function addRules(service: string, monitor: Raw, draft: ImportDraft): void {
  for (const contact of toObjects(monitor['alert_contacts'])) {
    const type = readNumber(contact['type']) ?? 0
    const address = readStringOrNumber(contact['value'])
    const channel_id = channels[type]
    if (channel_id === undefined || address === undefined) {
      draft.lose(address ?? `#${contact['id']}`, lossReasons.channel(String(type)))
      continue
    }
    const id = draft.ensureContact(String(contact['id']), address, [{ channel_id, address }])
    const [delay, repeat] = [readNumber(contact['threshold']) ?? 0, readNumber(contact['recurrence']) ?? 0]
    if (id !== undefined) draft.addRule({ service, contacts: [id], delay: delay * 60, repeat: repeat * 60 })
  }
}

/** `{ "up": [200, 401], "down": [500] }`: the codes in `up` are accepted besides the default ones. */
function toAcceptedCodes(statuses: unknown): string | undefined {
  const { up } = toObject(statuses)
  return Array.isArray(up) && up.length > 0 ? convertStatusCodes(['200-399', ...up]) : undefined
}

/** Codes that are accepted by default, but not for this monitor. */
const listFailingCodes = (statuses: unknown): number[] =>
  readList(toObject(statuses)['down'])
    .map(Number)
    .filter((code) => code >= 200 && code < 400)
