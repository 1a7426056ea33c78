import { CheckFailure } from '../failure.ts'
import type { CheckRequest, Header } from '../web/web-request.ts'
import type { CheckTarget } from './check-target.ts'
import { readFlagSetting, readLinesSetting, readNumberSetting, readTextSetting } from './read-settings.ts'
import type { CheckSettings } from './setting.ts'

/** The headers that are sent unless the service sets them. */
const defaultHeaders: readonly Header[] = [
  ['User-Agent', 'Wachta (monitoring)'],
  ['Accept', '*/*'],
]

/** The request that the settings of a service describe. */
export function buildHttpRequest({ address, settings }: CheckTarget, scheme: 'http' | 'https'): CheckRequest {
  const content = readTextSetting(settings, 'content')
  return {
    method: readTextSetting(settings, 'http_method') ?? 'GET',
    url: toWebUrl(address, scheme, readNumberSetting(settings, 'port')),
    headers: buildHeaders(settings, content),
    body: content === null || content === '' ? null : Buffer.from(content),
    verify: readFlagSetting(settings, 'verify_certificate'),
    expiryDays: readNumberSetting(settings, 'certificate_expiry_days'),
    maxSize: readNumberSetting(settings, 'maximum_data_size'),
  }
}

/** The address of a service as a URL. A port in the address takes precedence over `port`. */
export function toWebUrl(address: string, scheme: 'http' | 'https', port: number | null): URL {
  const url = URL.parse(address.includes('://') ? address : `${scheme}://${address}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new CheckFailure('address_invalid', `${address} is not a web address`)
  if (port !== null && !hasPort(address)) url.port = String(port)
  return url
}

/** Reads the text, because `URL` drops the default port of its scheme. */
const hasPort = (address: string): boolean => /^(?:[A-Za-z]+:\/\/)?[^/?#]*:[0-9]+(?:[/?#]|$)/.test(address)

function buildHeaders(settings: CheckSettings, content: string | null): readonly Header[] {
  const customHeaders = readLinesSetting(settings, 'request_headers').map(readHeader)
  return addDefaultHeaders([
    ...customHeaders,
    ...buildContentTypeHeader(settings, content),
    ...buildCredentialHeaders(settings),
  ])
}

/** Returns the headers of a request, with default headers that it does not set itself. */
export function addDefaultHeaders(headers: readonly Header[]): readonly Header[] {
  if (headers.length === 0) return defaultHeaders
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  return [...defaultHeaders.filter(([name]) => !names.has(name.toLowerCase())), ...headers]
}

/** A header in the format of the settings: `Accept: text/html`. */
export function readHeader(line: string): Header {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

function buildContentTypeHeader(settings: CheckSettings, content: string | null): readonly Header[] {
  const type = readTextSetting(settings, 'content_type')
  return type === null || content === null ? [] : [['Content-Type', type]]
}

/** A token takes precedence over a username and password. */
function buildCredentialHeaders(settings: CheckSettings): readonly Header[] {
  const headers: Header[] = []
  const token = readTextSetting(settings, 'bearer_token')
  const username = readTextSetting(settings, 'username')
  const password = readTextSetting(settings, 'password')
  if (token !== null) headers.push(['Authorization', `Bearer ${token}`])
  else if (username !== null || password !== null)
    headers.push(['Authorization', `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`])
  const key = readTextSetting(settings, 'api_key')
  const name = readTextSetting(settings, 'api_key_header')
  if (key !== null && name !== null) headers.push([name, key])
  return headers
}
