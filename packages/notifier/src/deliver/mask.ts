import type { RenderedMessage } from './rendered-message.ts'

type MessageWithSecrets = Pick<RenderedMessage, 'message' | 'secrets'> & {
  readonly pending: { readonly address: string }
}

const maskMark = '…'
const maxAnswerLength = 300
/** Shorter secrets would also match harmless text. */
const minSecretLength = 6

/**
 * Makes the answer of a provider or library safe to log and show: one line, without the address, secrets, keys and the
 * message text. Channels do this already; this is a second line of defence.
 */
export function maskSecrets(answer: string, rendered: MessageWithSecrets): string {
  const line = toSingleLine(answer)
  const clean = listSecrets(rendered).reduce((text, secret) => maskSecret(text, secret), line)
  return clean.length > maxAnswerLength ? `${clean.slice(0, maxAnswerLength - 1).toWellFormed()}${maskMark}` : clean
}

/** The longest first: the rest of a secret would not match once a part of it was masked. */
function listSecrets({ pending, message, secrets }: MessageWithSecrets): string[] {
  const { address, subject, text } = message
  const all = [
    pending.address,
    address,
    ...splitParts(address),
    ...secrets.flatMap((secret) => [secret, ...splitParts(secret)]),
    subject,
    text,
  ]
  const spellings = all
    .map(toSingleLine)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  return [...new Set(spellings)]
    .filter((secret) => secret.length >= minSecretLength)
    .sort((one, other) => other.length - one.length)
}

/** Parts that identify an address as much as the whole: the path of a URL with its keys, or the digits of a number. */
function splitParts(address: string): string[] {
  const url = address.includes('://') ? URL.parse(address) : null
  if (url) {
    const { pathname, search, username, password, searchParams } = url
    return [url.href, `${pathname}${search}`, ...pathname.split('/'), ...searchParams.values(), username, password]
  }
  return /^[+\d ]+$/.test(address) ? [address.replaceAll(/\D/g, '')] : []
}

function maskSecret(text: string, secret: string): string {
  // Case-insensitive, because mail servers change the case of mailboxes.
  const [searched, wanted] = [text.toLowerCase(), secret.toLowerCase()]
  if (searched.length !== text.length) return text.replaceAll(secret, maskMark)
  let [clean, position] = ['', 0]
  for (;;) {
    const found = searched.indexOf(wanted, position)
    if (found < 0) return clean + text.slice(position)
    clean += text.slice(position, found) + maskMark
    position = found + wanted.length
  }
}

const toSingleLine = (text: string): string => text.toWellFormed().replaceAll(invisibleCharacters, ' ')

const invisibleCharacters = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu
