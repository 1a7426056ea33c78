import type { IncomingMessage } from 'node:http'

/** A form with one password is far smaller. */
const maxBytes = 4096

/**
 * Reads one field of a form that a browser sent; undefined if the body is not a URL-encoded form, is too large, or did
 * not arrive completely.
 */
export async function readFormField(request: IncomingMessage, name: string): Promise<string | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return undefined
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > maxBytes) return undefined
      parts.push(part)
    }
  } catch {
    // The visitor has disconnected, or was too slow.
    return undefined
  }
  return new URLSearchParams(Buffer.concat(parts).toString()).get(name) ?? undefined
}
