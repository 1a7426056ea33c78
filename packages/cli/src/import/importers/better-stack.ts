import { extractHost } from '../../kinds/host.ts'
import { createDraft, type ImportDraft } from '../draft.ts'
import type { ConvertMonitor } from '../imported-check.ts'
import type { Importer } from '../importer.ts'
import { lossReasons } from '../loss-reasons.ts'
import {
  createWrongExportError,
  parseImportedJson,
  type Raw,
  readFlag,
  readList,
  readNumber,
  readStringOrNumber,
  toObject,
  toObjects,
} from '../reading.ts'
import {
  convertStatusCodes,
  convertWebTarget,
  escapePattern,
  getEncryptionOfPort,
  readMethod,
  toHeaderSettings,
} from '../web.ts'

interface ParsedExport {
  readonly monitors: readonly Raw[]
  readonly groups: ReadonlyMap<string, string>
  /** Whether a page is missing. */
  readonly isIncomplete: boolean
}

export const betterStack: Importer<ParsedExport> = {
  id: 'better-stack',
  name: 'Better Stack',
  source: {
    en: 'the response of GET https://uptime.betterstack.com/api/v2/monitors?per_page=250, or a list of the responses of all pages and of /api/v2/monitor-groups',
    pl: 'odpowiedź na GET https://uptime.betterstack.com/api/v2/monitors?per_page=250 albo lista odpowiedzi ze wszystkich stron i z /api/v2/monitor-groups',
  },
  async read({ path, content }) {
    const answer = parseImportedJson(content, path)
    const answers: readonly Raw[] = (Array.isArray(answer) ? answer : [answer]).map(toObject)
    const items = answers.flatMap(({ data }) => toObjects(data))
    const monitors = items.filter(({ type }) => type === 'monitor')
    if (monitors.length === 0) throw createWrongExportError(path, 'Better Stack')
    const groups = items
      .filter(({ type }) => type === 'monitor_group')
      .map(({ id, attributes }): [string, string] => [
        String(id),
        readStringOrNumber(toObject(attributes)['name']) ?? `#${id}`,
      ])
    const isIncomplete = ['monitor', 'monitor_group'].some((type) =>
      lacksPages(answers.filter(({ data }) => toObjects(data).some((each) => each['type'] === type))),
    )
    return { monitors, groups: new Map(groups), isIncomplete }
  },
  convert({ monitors, groups, isIncomplete }, options) {
    const draft = createDraft('better-stack', options)
    if (isIncomplete) draft.lose('Better Stack', lossReasons.morePages(undefined, monitors.length))
    for (const monitor of monitors) convertMonitor(monitor, groups, draft)
    return draft.finish()
  },
}

/** Each page names the next and the last one, so a missing page can be detected. */
const lacksPages = (answers: readonly Raw[]): boolean => {
  const pages = answers.map(({ pagination }) => toObject(pagination))
  const last = pages.map((page) => readNumber(/[?&]page=(\d+)/.exec(readStringOrNumber(page['last']) ?? '')?.[1]) ?? 1)
  return (
    answers.length < Math.max(...last, 0) ||
    (pages.length > 0 && pages.every((page) => readStringOrNumber(page['next'])))
  )
}

function convertMonitor({ id, attributes }: Raw, groups: ReadonlyMap<string, string>, draft: ImportDraft): undefined {
  const [key, monitor] = [String(id), toObject(attributes)]
  const name = readStringOrNumber(monitor['pronounceable_name']) ?? readStringOrNumber(monitor['url']) ?? `#${key}`
  const type = readStringOrNumber(monitor['monitor_type']) ?? ''
  const convert = Object.hasOwn(types, type) ? types[type] : undefined
  if (!convert) return draft.lose(name, lossReasons.noSuchCheck(type))
  const check = convert(monitor, name, draft)
  if (!check) return draft.lose(name, lossReasons.noAddress(readStringOrNumber(monitor['url']) ?? ''))
  if (readStringOrNumber(monitor['policy_id'])) draft.lose(name, lossReasons.contactsElsewhere)
  if (readNumber(monitor['domain_expiration']) !== undefined) draft.lose(name, lossReasons.domain)
  const group = readStringOrNumber(monitor['monitor_group_id'])
  draft.addService({
    key,
    name,
    interval: readNumber(monitor['check_frequency']) ?? 180,
    isActive: !readFlag(monitor['paused']) && readStringOrNumber(monitor['status']) !== 'paused',
    group: group === undefined ? undefined : draft.ensureGroup(groups.get(group) ?? `Better Stack ${group}`),
    ...check,
  })
}

const web: ConvertMonitor = (monitor, name, draft) => {
  const target = convertWebTarget(readStringOrNumber(monitor['url']) ?? '')
  if (!target) return undefined
  const headers = toObjects(monitor['request_headers']).map((each) => [String(each['name']), each['value']])
  const { settings, lost } = toHeaderSettings(Object.fromEntries(headers))
  for (const reason of lost) draft.lose(name, reason)
  const hasStatusCodes = readStringOrNumber(monitor['monitor_type']) === 'expected_status_code'
  return {
    ...target,
    settings: {
      ...target.settings,
      ...settings,
      timeout: draft.clampTimeout(name, (readNumber(monitor['request_timeout']) ?? 0) * 1000),
      http_method: readMethod(readStringOrNumber(monitor['http_method'])),
      content: readStringOrNumber(monitor['request_body']),
      username: readStringOrNumber(monitor['auth_username']) ?? target.settings['username'],
      password: readStringOrNumber(monitor['auth_password']) ?? target.settings['password'],
      follow_redirects: monitor['follow_redirects'] === false ? false : undefined,
      // Better Stack accepts only 2xx unless status codes are set.
      expected_status_codes: hasStatusCodes
        ? convertStatusCodes(readList(monitor['expected_status_codes']))
        : '200-299',
      ...(target.type_id === 'https' && {
        verify_certificate: monitor['verify_ssl'] === false ? false : undefined,
        certificate_expiry_days: readNumber(monitor['ssl_expiration']),
      }),
    },
  }
}

const keyword =
  (setting: 'content_regex' | 'negative_content_regex'): ConvertMonitor =>
  (monitor, name, draft) => {
    const check = web(monitor, name, draft)
    const text = readStringOrNumber(monitor['required_keyword'])
    return check && { ...check, settings: { ...check.settings, [setting]: text && escapePattern(text) } }
  }

/** Better Stack has timeouts in milliseconds for servers and in seconds for web checks. */
const hosted =
  (type_id: string, settings: (monitor: Raw) => Record<string, unknown> | undefined): ConvertMonitor =>
  (monitor, name, draft) => {
    const address = extractHost(readStringOrNumber(monitor['url']) ?? '')
    const checkSettings = settings(monitor)
    if (!address || !checkSettings) return undefined
    return {
      type_id,
      address,
      settings: { timeout: draft.clampTimeout(name, readNumber(monitor['request_timeout'])), ...checkSettings },
    }
  }

const mail = (type_id: string, defaultPort: number): ConvertMonitor =>
  hosted(type_id, (monitor) => {
    const port = readNumber(monitor['port']) ?? defaultPort
    return { port, encryption: getEncryptionOfPort(port) }
  })

const types: Readonly<Record<string, ConvertMonitor>> = {
  status: web,
  expected_status_code: web,
  keyword: keyword('content_regex'),
  keyword_absence: keyword('negative_content_regex'),
  ping: hosted('ping', () => ({ timeout: undefined })),
  tcp: hosted('tcp', (monitor) => {
    const port = readNumber(monitor['port'])
    const text = readStringOrNumber(monitor['required_keyword'])
    return port === undefined ? undefined : { port, expected_regex: text && escapePattern(text) }
  }),
  smtp: mail('smtp', 25),
  pop: mail('pop3', 110),
  imap: mail('imap', 143),
  // Better Stack stores the name server as the address and the queried name separately.
  dns(monitor, name, draft) {
    const address = readStringOrNumber(monitor['request_body'])
    const expected = readStringOrNumber(monitor['required_keyword'])
    if (address === undefined) return undefined
    return {
      type_id: 'dns',
      address,
      settings: {
        dns_server: readStringOrNumber(monitor['url']),
        timeout: draft.clampTimeout(name, readNumber(monitor['request_timeout'])),
        expected_answers: expected === undefined ? undefined : [expected],
      },
    }
  },
}
