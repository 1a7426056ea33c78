/** Masks secrets in everything that is reported or stored. */
export interface SecretMasks {
  /** Whether there are no secrets to hide. */
  readonly isEmpty: boolean
  /** The secrets that are long enough to be masked, for content that cannot be searched as text, such as pictures. */
  readonly secrets: readonly string[]
  maskText(text: string): string
  maskBytes(bytes: Uint8Array): Uint8Array
}

const mask = '***'

/** For the many checks without secrets. */
const noSecrets: SecretMasks = { isEmpty: true, secrets: [], maskText: (text) => text, maskBytes: (bytes) => bytes }

/** For secrets that are too short to be masked in texts. */
const onlyShortSecrets: SecretMasks = { ...noSecrets, isEmpty: false }

/** Shorter secrets would mask half of every page, and reveal nothing anyway. */
const minSecretLength = 4

/** Masks the secrets as they are, and in the forms in which servers hand them back. */
export function createMasks(secrets: readonly unknown[]): SecretMasks {
  const maskableSecrets = secrets.filter(
    (secret): secret is string => typeof secret === 'string' && secret.length >= minSecretLength,
  )
  const forms = maskableSecrets.flatMap(listForms)
  if (forms.length === 0) return secrets.some(isSecret) ? onlyShortSecrets : noSecrets
  const ordered = [...new Set(forms)].sort((one, other) => other.length - one.length)
  const maskText = (value: string) => ordered.reduce((masked, form) => masked.replaceAll(form, mask), value)
  return {
    isEmpty: false,
    secrets: maskableSecrets,
    maskText,
    maskBytes: (bytes) => {
      // One character per byte, so that binary content stays unchanged.
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
      const masked = ordered.reduce(
        (result, form) => result.replaceAll(Buffer.from(form).toString('latin1'), mask),
        content,
      )
      return masked === content ? bytes : Buffer.from(masked, 'latin1')
    },
  }
}

const isSecret = (value: unknown): boolean => typeof value === 'string' && value !== ''

function listForms(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed())
  const base64 = [0, 1, 2].map((offset) => getInnerBase64(Buffer.from(secret), offset))
  return [
    secret,
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()),
    encoded.replaceAll('%20', '+'),
    encodeStrictly(secret),
    encodeForm(secret),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ].filter((form) => form.length >= minSecretLength)
}

/** Percent-encodes all characters that RFC 3986 reserves, so that a URL does not encode any of them again. */
export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Encodes a text as a value of a form. */
export const encodeForm = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/**
 * The part of a secret's Base64 form within something longer, such as `user:password`, that does not depend on the
 * neighbouring bytes.
 */
function getInnerBase64(secret: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), secret])
    .toString('base64')
    .replace(/=+$/, '')
  const isAligned = (offset + secret.length) % 3 === 0
  return digits.slice(Math.ceil((offset * 8) / 6), isAligned ? undefined : -1)
}
