import { createHmac } from 'node:crypto'
import type { Message } from './message.ts'

/**
 * The headers by which a receiver verifies that a request is genuine, recent and not a duplicate. The time is that of
 * the attempt, because a retry hours later is not a replay; the id is the same in all attempts. While an account
 * rotates its key there are two signatures, and either is enough.
 */
export function createSignedHeaders({ id, signingKeys }: Message, body: string, now: Date): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000))
  const headers = { 'Wachta-Id': id, 'Wachta-Time': time }
  if (signingKeys.length === 0) return headers
  const signatures = signingKeys.map((key) => `v1=${computeSignature(key, `${id}.${time}.${body}`)}`)
  return { ...headers, 'Wachta-Signature': signatures.join(',') }
}

function computeSignature(key: string, content: string): string {
  return createHmac('sha256', key).update(content).digest('hex')
}
