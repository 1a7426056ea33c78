import { createHash } from 'node:crypto'

/**
 * Returns the topic: a newer message replaces an undelivered one of the same topic. The thread is hashed, so that the
 * push service does not learn it.
 */
export const toPushTopic = (thread: string): string =>
  createHash('sha256').update(thread).digest('base64url').slice(0, 32)
