import type { RenderedMessage } from './rendered-message.ts'

type Masked = Pick<RenderedMessage, 'pending' | 'message' | 'secrets'>

const blot = '…'
const longestAnswer = 300
/** What is shorter is found in innocent words too. */
const shortestSecret = 6

/**
 * What a provider or a library said, fit to be logged and shown: one line, without the address, whatever is secret in
 * it, keys and the message itself. Channels take care of this already; this is for the day when one of them does not.
 */
export function maskSecrets(answer: string, rendered: Masked): string {
  const line = onOneLine(answer)
  const clean = listSecrets(rendered).reduce((text, secret) => withoutSecret(text, secret), line)
  return clean.length > longestAnswer ? `${clean.slice(0, longestAnswer - 1).toWellFormed()}${blot}` : clean
}

/** The longest first: what is left of a secret after a part of it was blotted out would not be found again. */
function listSecrets({ pending, message, secrets }: Masked): string[] {
  const { address, subject, text } = message
  const all = [
    pending.address,
    address,
    ...splitParts(address),
    ...secrets.flatMap((secret) => [secret, ...splitParts(secret)]),
    subject,
    text,
  ]
  const spelled = all
    .map(onOneLine)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  return [...new Set(spelled)]
    .filter((secret) => secret.length >= shortestSecret)
    .sort((one, other) => other.length - one.length)
}

/** What of an address is as good as the whole: the way behind the host with its keys, or the digits of a number. */
function splitParts(address: string): string[] {
  const url = address.includes('://') ? URL.parse(address) : null
  if (url) {
    const { pathname, search, username, password, searchParams } = url
    return [url.href, `${pathname}${search}`, ...pathname.split('/'), ...searchParams.values(), username, password]
  }
  return /^[+\d ]+$/.test(address) ? [address.replaceAll(/\D/g, '')] : []
}

function withoutSecret(text: string, secret: string): string {
  // In any case: servers fold the names of mailboxes.
  const [searched, wanted] = [text.toLowerCase(), secret.toLowerCase()]
  if (searched.length !== text.length) return text.replaceAll(secret, blot)
  let [clean, position] = ['', 0]
  for (;;) {
    const found = searched.indexOf(wanted, position)
    if (found < 0) return clean + text.slice(position)
    clean += text.slice(position, found) + blot
    position = found + wanted.length
  }
}

const onOneLine = (text: string): string => text.toWellFormed().replaceAll(invisible, ' ')

const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu
