import { isIP, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import type { Localized } from '@wachta/domain'
import { CheckFailure } from '../failure.ts'

/** An error in the address of a service. */
export interface AddressViolation {
  readonly kind: keyof typeof messages | 'scheme'
  readonly message: Localized
}

export type AddressValidator = (address: string) => AddressViolation | undefined

const maxLength = 2048

/** A web address, with or without its scheme: `https://example.com/health`, `example.com`, `example.com:8080/a`. */
export const webAddress =
  (...schemes: readonly string[]): AddressValidator =>
  (address) => {
    const { scheme, authority, tail } = splitAddress(address)
    if (scheme !== undefined && !schemes.includes(scheme)) return createSchemeViolation(schemes)
    return (
      findFormatViolation(address) ??
      findEndpointViolation(authority) ??
      (URL.canParse(`http://${authority}${tail}`) ? undefined : createViolation('host'))
    )
  }

/**
 * A host: `example.com`, `192.0.2.1`, `2001:db8::1`. It can have the scheme of its type and, if `port` is true, a port.
 */
export const hostAddress =
  ({ scheme: ownScheme, port }: { readonly scheme?: string; readonly port: boolean }): AddressValidator =>
  (address) => {
    const { scheme, authority, tail } = splitAddress(address)
    if (scheme !== undefined && scheme !== ownScheme)
      return createSchemeViolation(ownScheme === undefined ? [] : [ownScheme])
    const isIp = isIpAddress(authority)
    const violation = findFormatViolation(address) ?? (isIp ? undefined : findEndpointViolation(authority))
    if (violation) return violation
    if (tail !== '' && tail !== '/') return createViolation('path')
    return port || isIp || splitPort(authority).port === undefined ? undefined : createViolation('unneeded_port')
  }

/** A domain that can be registered. */
export const domainAddress: AddressValidator = (address) =>
  hostAddress({ port: false })(address) ??
  (isIpAddress(address) || !address.replace(/\.$/, '').includes('.') ? createViolation('domain') : undefined)

/** Free text; nothing ever connects to it. */
export const noteAddress: AddressValidator = (address) => {
  if (address.trim() === '') return createViolation('empty')
  if (address.length > maxLength) return createViolation('too_long')
  return /\p{Cc}/u.test(address) ? createViolation('control_characters') : undefined
}

/** The host to connect to, and the port if there is one, of a valid address. */
export function parseEndpoint(address: string): { readonly host: string; readonly port: number | null } {
  const { authority } = splitAddress(address)
  const isIp = isIpAddress(authority)
  const violation = findFormatViolation(address) ?? (isIp ? undefined : findEndpointViolation(authority))
  if (violation) throw new CheckFailure('address_invalid', violation.message.en)
  if (isIp) return { host: authority, port: null }
  const { host, port } = splitPort(authority)
  return {
    host: host.startsWith('[') ? host.slice(1, -1) : domainToASCII(host),
    port: port === undefined ? null : Number(port),
  }
}

const messages = {
  empty: { pl: 'Podaj adres.', en: 'Enter an address.' },
  too_long: {
    pl: `Adres może mieć najwyżej ${maxLength} znaków.`,
    en: `An address can have at most ${maxLength} characters.`,
  },
  control_characters: {
    pl: 'Adres nie może zawierać znaków sterujących.',
    en: 'An address cannot contain control characters.',
  },
  spaces: {
    pl: 'Adres nie może zawierać odstępów, ukośników wstecznych ani znaków sterujących.',
    en: 'An address cannot contain spaces, backslashes or control characters.',
  },
  credentials: {
    pl: 'Nazwę użytkownika i hasło podaj w ustawieniach: adres widzi każdy, kto widzi usługę.',
    en: 'Put the username and password into the settings: everyone who sees the service sees its address.',
  },
  host: {
    pl: 'Adres nie zawiera poprawnej nazwy hosta ani poprawnego adresu IP.',
    en: 'The address contains no valid host name or IP address.',
  },
  port: { pl: 'Port jest liczbą od 1 do 65535.', en: 'A port is a number from 1 to 65535.' },
  unneeded_port: {
    pl: 'Podaj adres bez portu. Jeśli ten typ używa portu, wpisz go w ustawieniach.',
    en: 'Enter the address without a port. If this type uses one, enter it in the settings.',
  },
  path: { pl: 'Podaj sam host, bez ścieżki.', en: 'Enter the host alone, without a path.' },
  domain: {
    pl: 'Podaj domenę, na przykład example.com, a nie pojedynczą nazwę ani adres IP.',
    en: 'Enter a domain such as example.com, not a single name or an IP address.',
  },
} satisfies Record<string, Localized>

const createViolation = (kind: keyof typeof messages): AddressViolation => ({ kind, message: messages[kind] })

function createSchemeViolation(schemes: readonly string[]): AddressViolation {
  const prefixes = schemes.map((scheme) => `${scheme}://`)
  const message =
    prefixes.length === 0
      ? {
          pl: 'Podaj samą nazwę, bez przedrostka takiego jak https://.',
          en: 'Enter the name alone, without a prefix such as https://.',
        }
      : {
          pl: `Adres usługi tego typu zaczyna się od ${prefixes.join(' lub ')} albo nie ma przedrostka.`,
          en: `An address of this type begins with ${prefixes.join(' or ')} or has no prefix.`,
        }
  return { kind: 'scheme', message }
}

function findFormatViolation(address: string): AddressViolation | undefined {
  if (address === '') return createViolation('empty')
  if (address.length > maxLength) return createViolation('too_long')
  return /[\s\p{Cc}\\]/u.test(address) ? createViolation('spaces') : undefined
}

function splitAddress(address: string) {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]{0,30}):\/\//.exec(address)?.[1]
  const withoutScheme = scheme === undefined ? address : address.slice(scheme.length + '://'.length)
  const end = withoutScheme.search(/[/?#]/)
  return {
    scheme: scheme?.toLowerCase(),
    authority: end < 0 ? withoutScheme : withoutScheme.slice(0, end),
    tail: end < 0 ? '' : withoutScheme.slice(end),
  }
}

function findEndpointViolation(authority: string): AddressViolation | undefined {
  if (authority.includes('@')) return createViolation('credentials')
  const { host, port } = splitPort(authority)
  if (!isHost(host)) return createViolation('host')
  if (port === undefined) return undefined
  return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535 ? undefined : createViolation('port')
}

function splitPort(authority: string): { host: string; port: string | undefined } {
  const colon = authority.lastIndexOf(':')
  return colon < 0 || authority.endsWith(']')
    ? { host: authority, port: undefined }
    : { host: authority.slice(0, colon), port: authority.slice(colon + 1) }
}

/** An IPv6 address only in brackets: without them, it is not clear where a port begins. */
const isHost = (host: string): boolean =>
  host.startsWith('[')
    ? host.endsWith(']') && isIpAddress(host.slice(1, -1)) && isIPv6(host.slice(1, -1))
    : isDnsName(host) || isIP(host) === 4

/** A zone such as `%eth0` names an interface of one machine and means nothing to another. */
const isIpAddress = (text: string): boolean => !text.includes('%') && isIP(text) !== 0

function isDnsName(host: string): boolean {
  if (host.includes('%')) return false
  const labels = domainToASCII(host).replace(/\.$/, '').split('.')
  // A host that ends in a number is an IPv4 address in another notation, such as 0x7f.1 or 2130706433.
  const isNumericHost = /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')
  return (
    !isNumericHost &&
    labels.join('.').length <= 253 &&
    labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}$/.test(label) && !label.endsWith('-'))
  )
}
