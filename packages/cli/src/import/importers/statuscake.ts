import { extractHost } from '../../kinds/host.ts'
import { createDraft, type ImportDraft } from '../draft.ts'
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
import { convertWebTarget, escapePattern, getEncryptionOfPort, toHeaderSettings } from '../web.ts'

interface ParsedExport {
  readonly tests: readonly Raw[]
  /** The number of tests in the account; 0 if the responses do not contain it. */
  readonly total: number
}

export const statusCake: Importer<ParsedExport> = {
  id: 'statuscake',
  name: 'StatusCake',
  source: {
    en: 'the response of GET https://api.statuscake.com/v1/uptime, or preferably a list of the responses of /v1/uptime/{id}',
    pl: 'odpowiedź na GET https://api.statuscake.com/v1/uptime, a lepiej lista odpowiedzi na /v1/uptime/{id}',
  },
  async read({ path, content }) {
    const answer = parseImportedJson(content, path)
    const answers: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
    const tests = answers.flatMap((each) => {
      const { data } = toObject(each)
      return Array.isArray(data) ? toObjects(data) : [toObject(data ?? each)]
    })
    if (!tests.some((test) => readStringOrNumber(test['website_url']))) throw createWrongExportError(path, 'StatusCake')
    const totals = answers.map((each) => readNumber(toObject(toObject(each)['metadata'])['total_count']) ?? 0)
    return { tests, total: Math.max(...totals) }
  },
  convert({ tests, total }, options) {
    const draft = createDraft('statuscake', options)
    if (total > tests.length) draft.lose('StatusCake', lossReasons.morePages(total, tests.length))
    for (const test of tests) {
      const name = readStringOrNumber(test['name']) ?? `#${test['id']}`
      const type = (readStringOrNumber(test['test_type']) ?? '').toUpperCase()
      const convert = Object.hasOwn(types, type) ? types[type] : undefined
      const check = convert?.(test, name, draft)
      if (!check) {
        draft.lose(
          name,
          convert
            ? lossReasons.noAddress(readStringOrNumber(test['website_url']) ?? '')
            : lossReasons.noSuchCheck(type),
        )
        continue
      }
      if (readList(test['contact_groups']).length > 0) draft.lose(name, lossReasons.contactsElsewhere)
      const [tag] = readList(test['tags']).map(readStringOrNumber)
      draft.addService({
        key: String(test['id']),
        name,
        interval: readNumber(test['check_rate']) ?? 300,
        isActive: !readFlag(test['paused']),
        group: tag === undefined ? undefined : draft.ensureGroup(tag),
        ...check,
        settings: { timeout: draft.clampTimeout(name, (readNumber(test['timeout']) ?? 0) * 1000), ...check.settings },
      })
    }
    return draft.finish()
  },
}

const web =
  (method: string | undefined): ConvertMonitor =>
  (test, name, draft) => {
    const target = convertWebTarget(readStringOrNumber(test['website_url']) ?? '')
    if (!target) return undefined
    const { settings, lost } = toHeaderSettings(readHeaders(test, name, draft))
    for (const reason of lost) draft.lose(name, reason)
    if (readStringOrNumber(test['final_endpoint'])) draft.lose(name, lossReasons.setting('final_endpoint'))
    const text = readStringOrNumber(test['find_string'])
    const body = readStringOrNumber(test['post_raw']) ?? encodeForm(test['post_body'])
    return {
      ...target,
      settings: {
        ...target.settings,
        ...settings,
        http_method: body === undefined ? method : 'POST',
        content: body,
        username:
          readStringOrNumber(test['basic_user']) ??
          readStringOrNumber(test['basic_username']) ??
          target.settings['username'],
        password:
          readStringOrNumber(test['basic_pass']) ??
          readStringOrNumber(test['basic_password']) ??
          target.settings['password'],
        follow_redirects: test['follow_redirects'] === false ? false : undefined,
        expected_status_codes: toAcceptedCodes(readList(test['status_codes_csv'] ?? test['status_codes'])),
        certificate_expiry_days: target.type_id === 'https' && readFlag(test['enable_ssl_alert']) ? 7 : undefined,
        ...(text !== undefined && {
          [readFlag(test['do_not_find']) ? 'negative_content_regex' : 'content_regex']: escapePattern(text),
        }),
      },
    }
  }

const hosted =
  (type_id: string, settings: (test: Raw) => Record<string, unknown>): ConvertMonitor =>
  (test) => {
    const address = extractHost(readStringOrNumber(test['website_url']) ?? '')
    return address ? { type_id, address, settings: settings(test) } : undefined
  }

const types: Readonly<Record<string, ConvertMonitor>> = {
  HTTP: web(undefined),
  HEAD: web('HEAD'),
  PING: hosted('ping', () => ({ timeout: undefined })),
  TCP: hosted('tcp', (test) => ({ port: readNumber(test['port']) ?? readPortFromUrl(test) })),
  SSH: hosted('ssh', (test) => ({ port: readNumber(test['port']) })),
  SMTP: hosted('smtp', (test) => ({
    port: readNumber(test['port']),
    encryption: getEncryptionOfPort(readNumber(test['port']) ?? 25),
  })),
  DNS: hosted('dns', (test) => ({
    dns_server: readStringOrNumber(test['dns_server']),
    expected_answers: readList(test['dns_ips']).length > 0 ? readList(test['dns_ips']).map(String) : undefined,
  })),
  PUSH: (_test, name, draft) => {
    draft.lose(name, lossReasons.newAddress)
    return { type_id: 'heartbeat', address: name, settings: { timeout: undefined } }
  },
}

const readPortFromUrl = (test: Raw): number | undefined =>
  readNumber(/:(\d{1,5})$/.exec(readStringOrNumber(test['website_url']) ?? '')?.[1])

/** StatusCake lists the status codes that are errors; Wachta lists those that are not. */
function toAcceptedCodes(errorCodes: readonly unknown[]): string | undefined {
  const failing = new Set(errorCodes.map(Number))
  if (failing.size === 0) return undefined
  const accepted = Array.from({ length: 400 }, (_, index) => 100 + index).filter(
    (code) => code >= 200 && !failing.has(code),
  )
  const ranges: [number, number][] = []
  for (const code of accepted) {
    const last = ranges.at(-1)
    if (last && code === last[1] + 1) last[1] = code
    else ranges.push([code, code])
  }
  const rangeTexts = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  // If the list is too long for the setting, the default applies.
  return rangeTexts.length > 20 ? undefined : rangeTexts.join(', ')
}

function readHeaders(test: Raw, name: string, draft: ImportDraft): Raw {
  const header = test['custom_header']
  const parsed = typeof header === 'string' ? parseJsonField(header) : header
  if (readStringOrNumber(header) !== undefined && toObject(parsed) !== parsed)
    draft.lose(name, lossReasons.malformed('custom_header'))
  const headers = toObject(parsed)
  const agent = readStringOrNumber(test['user_agent'])
  return { ...headers, ...(agent !== undefined && { 'User-Agent': agent }) }
}

const encodeForm = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null
    ? new URLSearchParams(
        Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)])),
      ).toString()
    : readStringOrNumber(body)
