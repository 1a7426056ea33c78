import { createDraft, type ImportDraft } from '../draft.ts'
import type { ImportedCheck } from '../imported-check.ts'
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
import { convertWebTarget, escapePattern, toHeaderSettings } from '../web.ts'

export const pingdom: Importer<readonly Raw[]> = {
  id: 'pingdom',
  name: 'Pingdom',
  source: {
    en: 'the response of GET https://api.pingdom.com/api/3.1/checks, or preferably a list of the responses of /api/3.1/checks/{id}',
    pl: 'odpowiedź na GET https://api.pingdom.com/api/3.1/checks, a lepiej lista odpowiedzi na /api/3.1/checks/{id}',
  },
  async read({ path, content }) {
    const answer = parseImportedJson(content, path)
    const checks = (Array.isArray(answer) ? answer : [answer]).flatMap((each) => {
      const { checks: all, check } = toObject(each)
      return Array.isArray(all) ? toObjects(all) : [toObject(check ?? each)]
    })
    if (!checks.some((check) => readStringOrNumber(check['hostname']))) throw createWrongExportError(path, 'Pingdom')
    return checks
  },
  convert(checks, options) {
    const draft = createDraft('pingdom', options)
    for (const check of checks) convertCheck(check, draft)
    return draft.finish()
  },
}

function convertCheck(check: Raw, draft: ImportDraft): undefined {
  const name = readStringOrNumber(check['name']) ?? `#${check['id']}`
  const { type, details } = readType(check)
  const convert = Object.hasOwn(types, type) ? types[type] : undefined
  if (!convert) return draft.lose(name, lossReasons.noSuchCheck(type))
  const host = readStringOrNumber(check['hostname'])
  const importedCheck = host === undefined ? undefined : convert({ check, details: details ?? {}, host, name, draft })
  if (!importedCheck) return draft.lose(name, lossReasons.noAddress(host ?? ''))
  if (!details && type !== 'ping') draft.lose(name, lossReasons.details)
  if (['userids', 'teams', 'integrationids'].some((key) => readList(check[key]).length > 0))
    draft.lose(name, lossReasons.contactsElsewhere)
  const [tag] = toObjects(check['tags']).map((each) => readStringOrNumber(each['name']))
  draft.addService({
    key: String(check['id']),
    name,
    interval: (readNumber(check['resolution']) ?? 5) * 60,
    isActive: readStringOrNumber(check['status']) !== 'paused' && !readFlag(check['paused']),
    group: tag === undefined ? undefined : draft.ensureGroup(tag),
    ...importedCheck,
  })
}

/** The type is a string in lists, and an object with details in the response for one check. */
function readType({ type }: Raw): { type: string; details: Raw | undefined } {
  if (typeof type === 'string') return { type, details: undefined }
  const [name = '', details] = Object.entries(toObject(type))[0] ?? []
  return { type: name, details: toObject(details) }
}

interface PingdomCheck {
  readonly check: Raw
  readonly details: Raw
  readonly host: string
  readonly name: string
  readonly draft: ImportDraft
}

function web({ check, details, host, name, draft }: PingdomCheck): ImportedCheck | undefined {
  const isSecure = readFlag(details['encryption'])
  const port = readNumber(details['port'])
  const isDefaultPort = port === undefined || port === (isSecure ? 443 : 80)
  const target = convertWebTarget(
    `http${isSecure ? 's' : ''}://${host}${isDefaultPort ? '' : `:${port}`}${readStringOrNumber(details['url']) ?? '/'}`,
  )
  if (!target) return undefined
  const { settings, lost } = toHeaderSettings(toObject(details['requestheaders']))
  for (const reason of lost) draft.lose(name, reason)
  const [required, forbidden] = [
    readStringOrNumber(details['shouldcontain']),
    readStringOrNumber(details['shouldnotcontain']),
  ]
  const body = readStringOrNumber(details['postdata'])
  const verify = details['verify_certificate'] ?? check['verify_certificate']
  return {
    ...target,
    settings: {
      ...target.settings,
      ...settings,
      http_method: body === undefined ? undefined : 'POST',
      content: body,
      username: readStringOrNumber(details['username']),
      password: readStringOrNumber(details['password']),
      content_regex: required === undefined ? undefined : escapePattern(required),
      negative_content_regex: forbidden === undefined ? undefined : escapePattern(forbidden),
      ...(isSecure && {
        verify_certificate: verify === false ? false : undefined,
        certificate_expiry_days: readNumber(details['ssl_down_days_before']) || undefined,
      }),
    },
  }
}

const mail =
  (type_id: string, defaultPort: number) =>
  ({ details, host, name, draft }: PingdomCheck): ImportedCheck => {
    if (readStringOrNumber(details['stringtoexpect'])) draft.lose(name, lossReasons.setting('stringtoexpect'))
    return {
      type_id,
      address: host,
      settings: {
        port: readNumber(details['port']) ?? defaultPort,
        encryption: readFlag(details['encryption']) ? 'tls' : 'none',
      },
    }
  }

const types: Readonly<Record<string, (check: PingdomCheck) => ImportedCheck | undefined>> = {
  http: web,
  ping: ({ host }) => ({ type_id: 'ping', address: host }),
  tcp({ details, host }) {
    const port = readNumber(details['port'])
    const expected = readStringOrNumber(details['stringtoexpect'])
    if (port === undefined) return undefined
    return {
      type_id: 'tcp',
      address: host,
      settings: {
        port,
        send: readStringOrNumber(details['stringtosend']),
        expected_regex: expected && escapePattern(expected),
      },
    }
  },
  dns: ({ details, host }) => ({
    type_id: 'dns',
    address: host,
    settings: {
      dns_server: readStringOrNumber(details['nameserver']),
      expected_answers: readStringOrNumber(details['expectedip'])
        ? [readStringOrNumber(details['expectedip'])]
        : undefined,
    },
  }),
  smtp: mail('smtp', 25),
  pop3: mail('pop3', 110),
  imap: mail('imap', 143),
}
