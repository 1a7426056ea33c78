import { createHmac } from 'node:crypto'
import type { Message } from './message.ts'

/**
 * Headers by which whoever gets a request can tell that it is ours, fresh and not a copy of one it has had. The time is
 * that of the attempt, since an attempt after hours is no replay; the id is that of the message, the same in all attempts.
 * While an account changes its key there are two, and a signature by either will do.
 */
export function signedHeaders({ id, signingKeys }: Message, body: string, now: Date): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000))
  const named = { 'Wachta-Id': id, 'Wachta-Time': time }
  if (signingKeys.length === 0) return named
  const signatures = signingKeys.map((key) => `v1=${signature(key, `${id}.${time}.${body}`)}`)
  return { ...named, 'Wachta-Signature': signatures.join(',') }
}

function signature(key: string, content: string): string {
  return createHmac('sha256', key).update(content).digest('hex')
}
