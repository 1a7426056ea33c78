import type { LocalizedText } from '../frame/localized-text.ts'
import { lossReasons } from './loss-reasons.ts'

const framingHeader = /^(?:connection|content-length|te|trailer|transfer-encoding|upgrade|proxy-authorization)$/i
const [maxHeaders, maxHeaderLength] = [20, 1000]

type Settings = Readonly<Record<string, unknown>>

/** The address of a web check. Credentials in the URL become settings, which are stored encrypted. */
export function convertWebTarget(
  url: string,
): { type_id: 'http' | 'https'; address: string; settings: Settings } | undefined {
  const fullUrl = /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`
  if (!URL.canParse(fullUrl)) return undefined
  const parsed = new URL(fullUrl)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return undefined
  const username = decodeCredential(parsed.username)
  const password = decodeCredential(parsed.password)
  if (username === undefined || password === undefined) return undefined
  parsed.username = ''
  parsed.password = ''
  parsed.hash = ''
  return {
    type_id: parsed.protocol === 'https:' ? 'https' : 'http',
    address: parsed.href,
    settings: {
      ...(username !== '' && { username }),
      ...(password !== '' && { password }),
    },
  }
}

/** Undefined if the text cannot be decoded, such as `%zz`. */
function decodeCredential(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** Headers as settings: credentials go to encrypted settings, and headers that control the transfer are left out. */
export function toHeaderSettings(headers: Readonly<Record<string, unknown>>): {
  settings: Settings
  lost: LocalizedText[]
} {
  const settings: Record<string, unknown> = {}
  const lines: string[] = []
  const lost: LocalizedText[] = []
  for (const [name, rawValue] of Object.entries(headers)) {
    const value = String(rawValue).trim()
    const [, kind = '', credentials = ''] = /^(basic|bearer)\s+(.+)$/i.exec(value) ?? []
    if (/^authorization$/i.test(name) && /^bearer$/i.test(kind)) settings['bearer_token'] = credentials
    else if (/^authorization$/i.test(name) && /^basic$/i.test(kind)) Object.assign(settings, parseLogin(credentials))
    else if (/^content-type$/i.test(name)) settings['content_type'] = value
    else if (isSendable(name, value) && lines.length < maxHeaders) lines.push(`${name}: ${value}`)
    else lost.push(lossReasons.header(name))
  }
  return { settings: { ...settings, ...(lines.length > 0 && { request_headers: lines }) }, lost }
}

const isSendable = (name: string, value: string): boolean =>
  /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(name) &&
  /^[\t\u0020-\u007e\u00a0-\u00ff]*$/.test(value) &&
  name.length + value.length + 2 <= maxHeaderLength &&
  !framingHeader.test(name) &&
  !/^authorization$/i.test(name)

function parseLogin(encoded: string): Settings {
  const [username = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { username, password: password.join(':') }
}

/** Escapes a text to a regular expression that matches exactly this text. */
export const escapePattern = (text: string, { ignoreCase = false } = {}): string =>
  `${ignoreCase ? '(?i)' : ''}${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`

/** Status codes in Wachta's format; undefined if there is no valid code, so that the default applies. */
export function convertStatusCodes(codes: readonly unknown[]): string | undefined {
  const validCodes = codes.map(String).filter((code) => /^[1-5]\d{2}(?:-[1-5]\d{2})?$/.test(code))
  return validCodes.length > 0 ? mergeIntoRanges(validCodes).slice(0, 20).join(', ') : undefined
}

/** Writes consecutive codes as a range. */
function mergeIntoRanges(codes: readonly string[]): string[] {
  const pairs = codes
    .map((code): [number, number] => [Number(code.slice(0, 3)), Number(code.slice(-3))])
    .sort(([one], [other]) => one - other)
  const merged: [number, number][] = []
  for (const [from, to] of pairs) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The request method, if it is supported and not the default. */
export const readMethod = (method: string | undefined): string | undefined => {
  const name = method?.toUpperCase()
  return name !== undefined && name !== 'GET' && methods.includes(name) ? name : undefined
}

/** Returns the encryption that mail servers use at a port: implicit TLS, STARTTLS or none. */
export const getEncryptionOfPort = (port: number): 'tls' | 'starttls' | 'none' =>
  [465, 993, 995].includes(port) ? 'tls' : port === 587 ? 'starttls' : 'none'
