import type { LocalizedText } from '../../frame/localized-text.ts'
import type { ImportedCheck } from '../imported-check.ts'
import { lossReasons } from '../loss-reasons.ts'
import { type Raw, readFlag, readList, readStringOrNumber, toObject, toObjects } from '../reading.ts'
import { convertStatusCodes, convertWebTarget, readMethod, toHeaderSettings } from '../web.ts'

type ReportLoss = (reason: LocalizedText) => void

/** Converts each prober of the exporter: its target and the settings of its module. */
export const probers: Readonly<
  Record<string, (target: string, module: Raw, reportLoss: ReportLoss) => ImportedCheck | undefined>
> = {
  http,
  tcp,
  icmp: (target, module) => ({
    type_id: 'ping',
    address: target,
    settings: { bytes_to_send: readPositive(module['payload_size']) },
  }),
  dns(target, module, reportLoss) {
    const address = readStringOrNumber(module['query_name'])
    if (address === undefined) return undefined
    for (const name of ['validate_answer_rrs', 'validate_authority_rrs', 'validate_additional_rrs'])
      if (module[name] !== undefined) reportLoss(lossReasons.setting(name))
    const [server = target, port] = splitTarget(target)
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

function http(target: string, module: Raw, reportLoss: ReportLoss): ImportedCheck | undefined {
  const webTarget = convertWebTarget(target)
  if (!webTarget) return undefined
  const { settings, lost } = toHeaderSettings(toObject(module['headers']))
  for (const reason of lost) reportLoss(reason)
  for (const name of [
    'fail_if_ssl',
    'fail_if_not_ssl',
    'proxy_url',
    'oauth2',
    'fail_if_header_matches',
    'fail_if_header_not_matches',
  ])
    if (module[name] && module[name] !== false) reportLoss(lossReasons.setting(name))
  const { username, password } = toObject(module['basic_auth'])
  const token =
    readStringOrNumber(module['bearer_token']) ?? readStringOrNumber(toObject(module['authorization'])['credentials'])
  const followsRedirects = module['no_follow_redirects'] !== true && module['follow_redirects'] !== false
  const readSingle = (name: string): string | undefined => {
    const [first, ...more] = readList(module[name]).map(readStringOrNumber)
    if (more.length > 0) reportLoss(lossReasons.onlyOne(name))
    return first
  }
  return {
    ...webTarget,
    settings: {
      ...webTarget.settings,
      ...settings,
      http_method: readMethod(readStringOrNumber(module['method'])),
      content: readStringOrNumber(module['body']),
      username: readStringOrNumber(username) ?? webTarget.settings['username'],
      password: readStringOrNumber(password) ?? webTarget.settings['password'],
      bearer_token: token ?? settings['bearer_token'],
      // The exporter accepts only 2xx unless status codes are set.
      expected_status_codes: convertStatusCodes(readList(module['valid_status_codes'])) ?? '200-299',
      follow_redirects: followsRedirects ? undefined : false,
      content_regex: readSingle('fail_if_body_not_matches_regexp'),
      negative_content_regex: readSingle('fail_if_body_matches_regexp'),
      verify_certificate: webTarget.type_id === 'https' && isUnverified(module) ? false : undefined,
    },
  }
}

function tcp(target: string, module: Raw, reportLoss: ReportLoss): ImportedCheck | undefined {
  const [host, port] = splitTarget(target)
  if (host === undefined || port === undefined) return undefined
  const steps = toObjects(module['query_response'])
  if (steps.length > 1) reportLoss(lossReasons.onlyOne('query_response'))
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

const readPositive = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined

/** The host and the port of a target, with or without brackets around an IPv6 address. */
function splitTarget(target: string): [string | undefined, number | undefined] {
  const [, bracketed, unbracketed, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(target) ?? []
  return [bracketed ?? unbracketed, port === undefined ? undefined : Number(port)]
}
