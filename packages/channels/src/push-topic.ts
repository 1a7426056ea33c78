import { createHash } from 'node:crypto'

/**
 * A newer message replaces an undelivered one of the same thread. Hashed, so that the push service does not learn the
 * thread.
 */
export const toPushTopic = (thread: string): string =>
  createHash('sha256').update(thread).digest('base64url').slice(0, 32)
