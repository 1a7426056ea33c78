import type { LocalizedText } from '../../frame/localized-text.ts'
import { type Raw, readFlag, readList, readStringOrNumber, toObject, toObjects } from '../reading.ts'
import { convertStatusCodes, convertWebTarget, readMethod, toHeaderSettings } from '../web.ts'
import { why } from '../why.ts'

interface ImportedCheck {
  readonly type_id: string
  readonly address: string
  readonly settings?: Readonly<Record<string, unknown>>
}

type ReportLoss = (reason: LocalizedText) => void

/** Converts each prober of the exporter: its target and the settings of its module. */
export const probers: Readonly<
  Record<string, (target: string, module: Raw, lose: ReportLoss) => ImportedCheck | undefined>
> = {
  http,
  tcp,
  icmp: (target, module) => ({
    type_id: 'ping',
    address: target,
    settings: { bytes_to_send: positive(module['payload_size']) },
  }),
  dns(target, module, lose) {
    const address = readStringOrNumber(module['query_name'])
    if (address === undefined) return undefined
    for (const name of ['validate_answer_rrs', 'validate_authority_rrs', 'validate_additional_rrs'])
      if (module[name] !== undefined) lose(why.setting(name))
    const [server = target, port] = split(target)
    return {
      type_id: 'dns',
      address,
      settings: { dns_server: server, port, record_type: readStringOrNumber(module['query_type']) ?? 'A' },
    }
  },
  grpc: (target, module) => ({
    type_id: 'grpc_health',
    address: target,
    settings: {
      service: readStringOrNumber(module['service']),
      tls: readFlag(module['tls']) ? undefined : false,
      verify_certificate: isUnverified(module) ? false : undefined,
    },
  }),
}

function http(target: string, module: Raw, lose: ReportLoss): ImportedCheck | undefined {
  const found = convertWebTarget(target)
  if (!found) return undefined
  const { settings, lost } = toHeaderSettings(toObject(module['headers']))
  for (const reason of lost) lose(reason)
  for (const name of [
    'fail_if_ssl',
    'fail_if_not_ssl',
    'proxy_url',
    'oauth2',
    'fail_if_header_matches',
    'fail_if_header_not_matches',
  ])
    if (module[name] && module[name] !== false) lose(why.setting(name))
  const { username, password } = toObject(module['basic_auth'])
  const token =
    readStringOrNumber(module['bearer_token']) ?? readStringOrNumber(toObject(module['authorization'])['credentials'])
  const follows = module['no_follow_redirects'] !== true && module['follow_redirects'] !== false
  const one = (name: string): string | undefined => {
    const [first, ...more] = readList(module[name]).map(readStringOrNumber)
    if (more.length > 0) lose(why.onlyOne(name))
    return first
  }
  return {
    ...found,
    settings: {
      ...found.settings,
      ...settings,
      http_method: readMethod(readStringOrNumber(module['method'])),
      content: readStringOrNumber(module['body']),
      username: readStringOrNumber(username) ?? found.settings['username'],
      password: readStringOrNumber(password) ?? found.settings['password'],
      bearer_token: token ?? settings['bearer_token'],
      // The exporter accepts only 2xx unless status codes are set.
      expected_status_codes: convertStatusCodes(readList(module['valid_status_codes'])) ?? '200-299',
      follow_redirects: follows ? undefined : false,
      content_regex: one('fail_if_body_not_matches_regexp'),
      negative_content_regex: one('fail_if_body_matches_regexp'),
      verify_certificate: found.type_id === 'https' && isUnverified(module) ? false : undefined,
    },
  }
}

function tcp(target: string, module: Raw, lose: ReportLoss): ImportedCheck | undefined {
  const [host, port] = split(target)
  if (host === undefined || port === undefined) return undefined
  const steps = toObjects(module['query_response'])
  if (steps.length > 1) lose(why.onlyOne('query_response'))
  const isSecure = readFlag(module['tls'])
  return {
    type_id: 'tcp',
    address: host,
    settings: {
      port,
      tls: isSecure || undefined,
      verify_certificate: isSecure && isUnverified(module) ? false : undefined,
      send: readStringOrNumber(steps[0]?.['send']),
      expected_regex: readStringOrNumber(steps[0]?.['expect']),
    },
  }
}

const isUnverified = (module: Raw): boolean => readFlag(toObject(module['tls_config'])['insecure_skip_verify'])

const positive = (value: unknown): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined)

/** The host and the port of a target, with or without brackets around an IPv6 address. */
function split(target: string): [string | undefined, number | undefined] {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(target) ?? []
  return [bracketed ?? plain, port === undefined ? undefined : Number(port)]
}
