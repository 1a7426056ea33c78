import { createHash, type KeyObject, verify } from 'node:crypto'

/** Verifies a DKIM signature (RFC 6376, relaxed canonicalization). Returns its fault; undefined if it is valid. */
export function dkimFault(raw: string, publicKey: KeyObject): string | undefined {
  const border = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, border).split(/\r\n(?![ \t])/)
  const signature = headers.find((header) => /^dkim-signature:/i.test(header))
  if (signature === undefined) return 'not signed'
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1))
  const known = [tags['v'], tags['a'], tags['c']].join(' ')
  if (known !== '1 rsa-sha256 relaxed/relaxed') return `signed in another way: ${known}`

  const bodyHash = createHash('sha256')
    .update(relaxedBody(raw.slice(border + 4)))
    .digest('base64')
  if (bodyHash !== tags['bh']) return 'the body is not the one that was signed'
  const signed = [
    ...(tags['h'] ?? '').split(':').map((name) => relaxedHeader(lastNamed(headers, name.trim()))),
    relaxedHeader(signature.replace(/([;:\s]b=)[^;]*/, '$1')),
  ]
  const holds = verify('sha256', Buffer.from(signed.join('\r\n')), publicKey, Buffer.from(tags['b'] ?? '', 'base64'))
  return holds ? undefined : 'a header is not the one that was signed'
}

/** The names of the headers that a signature covers. */
export function signedNames(raw: string): string[] {
  const [, names = ''] = /^dkim-signature:.*?[;\s]h=([^;]+)/ims.exec(raw) ?? []
  return names.split(':').map((name) => name.trim().toLowerCase())
}

function tagsOf(list: string): Record<string, string> {
  const pairs = list.split(';').map((tag) => {
    const sign = tag.indexOf('=')
    return [tag.slice(0, sign).trim(), tag.slice(sign + 1).replaceAll(/\s/g, '')]
  })
  return Object.fromEntries(pairs)
}

function lastNamed(headers: readonly string[], name: string): string {
  return headers.findLast((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ''
}

function relaxedHeader(header: string): string {
  const colon = header.indexOf(':')
  const value = header
    .slice(colon + 1)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${header.slice(0, colon).trim().toLowerCase()}:${value}`
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  return `${lines.join('\r\n').replace(/(?:\r\n)*$/, '')}\r\n`
}
