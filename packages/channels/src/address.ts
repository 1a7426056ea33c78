import type { Localized } from '@wachta/domain'
import type { AddressFormat } from './channel.ts'

interface AddressRule {
  readonly format: Localized
  readonly maxLength: number
  readonly accepts: (address: string) => boolean
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

/**
 * Defines an address format. Addresses are stored as entered, so invisible characters and outer spaces are rejected.
 */
export function defineAddress({ format, maxLength, accepts, good, bad }: AddressRule): AddressFormat {
  const isWellFormed = (address: string) =>
    address.length > 0 &&
    address.length <= maxLength &&
    address === address.trim() &&
    !invisibleCharacter.test(address) &&
    accepts(address)
  return {
    format,
    maxLength,
    findProblem: (address) => (isWellFormed(address) ? undefined : 'wrong_format'),
    examples: { good, bad },
  }
}

export const emailAddress = defineAddress({
  format: {
    pl: 'Adres e-mail, na przykład dyzur@example.com.',
    en: 'An e-mail address, such as duty@example.com.',
  },
  maxLength: 254,
  accepts: (address) => {
    const [local = '', domain = '', ...rest] = address.split('@')
    return (
      rest.length === 0 && local.length <= 64 && localPartPattern.test(local) && domain.includes('.') && isHost(domain)
    )
  },
  good: ['duty@example.com', 'jan.kowalski+alarm@poczta.example.pl', 'dyzur@żółw.example'],
  bad: [
    'duty',
    'duty@localhost',
    'a@b@example.com',
    '.duty@example.com',
    'duty.@example.com',
    'du..ty@example.com',
    'duty@.example.com',
    'duty@example.com.',
    'duty@-example.com',
    'duty @example.com',
    ' duty@example.com',
    'duty@example.com\r\nBcc: all@example.com',
    'Duty <duty@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `duty@${'example.'.repeat(32)}com`,
  ],
})

export const phoneNumber = defineAddress({
  format: {
    pl: 'Numer telefonu, najlepiej z kodem kraju: od 6 do 15 cyfr, na przykład +48 600 100 200.',
    en: 'A telephone number, best with its country code: 6 to 15 digits, such as +48 600 100 200.',
  },
  maxLength: 32,
  accepts: (address) => /^\+?[0-9](?: ?[0-9]){5,14}$/.test(address),
  good: ['1234567890', '+48600100200', '+48 600 100 200', '112112'],
  bad: ['12345', '1234567890123456', '+', '600-100-200', '48 600 100 200 +', '+48  600100200', 'duty', '٦٠٠١٠٠٢٠٠'],
})

interface WebAddressRule {
  readonly format: Localized
  readonly good: readonly string[]
  /** Self-hosted products in private networks are often used without TLS. */
  readonly allowsHttp: boolean
}

/**
 * Defines the format of a URL that requests are sent to. Credentials before the host are rejected, because they would
 * appear in logs.
 */
export function defineWebAddress({ format, good, allowsHttp }: WebAddressRule): AddressFormat {
  return defineAddress({
    format,
    maxLength: 512,
    accepts: (address) => isWebUrl(address, allowsHttp),
    good,
    bad: [
      ...(allowsHttp ? [] : ['http://example.com/hook']),
      'example.com/hook',
      'https:example.com/hook',
      'https://',
      'https:///hook',
      'ftp://example.com/hook',
      'javascript:alert(1)',
      'https://user:secret@example.com/hook',
      'https://user@example.com/hook',
      'https://@example.com/hook',
      'https://example.com/a hook',
      'https://example.com/ho\nok',
      'https:\\\\example.com\\hook',
      'https://example.com:99999/hook',
      `https://example.com/${'a'.repeat(512)}`,
    ],
  })
}

export function isWebUrl(address: string, allowsHttp: boolean): boolean {
  const start = allowsHttp ? /^https?:\/\/[^/?#]/i : /^https:\/\/[^/?#]/i
  // The URL parser tolerates white space, backslashes and an empty user; stored addresses must not contain them.
  if (!start.test(address) || /[\s\\]/.test(address) || /^[^/]*\/\/[^/?#]*@/.test(address)) return false
  return URL.parse(address) !== null
}

/** Whether a text is a host name, including non-ASCII ones; it need not exist. */
export function isHost(host: string): boolean {
  const labels = host.split('.')
  return host.length <= 253 && labels.every((label) => hostLabelPattern.test(label))
}

const invisibleCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const localPartPattern = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const hostLabelPattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
