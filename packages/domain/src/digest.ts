/** The values that decide which waiting notifications may share a message. */
export interface DigestCandidate {
  readonly account_id: number
  readonly channel_id: string
  readonly address: string
  readonly language: string
  readonly kind: 'start' | 'end' | 'test' | 'code'
  /** Whether the contact has its own template, which is the text of one notification. */
  readonly hasOwnTemplate: boolean
  /** The number of attempts that failed temporarily. */
  readonly failures: number
  /** Whether the provider has rejected a digest with this notification. */
  readonly wasRejected: boolean
  /** How many notifications one message of the channel carries; 1 if it has no digests. */
  readonly maxLines: number
}

/**
 * Groups notifications that are sent as one message, in the order given. Each failed attempt halves the number
 * that may share a message, and a rejection ends the sharing: a digest that a provider rejects must not delay
 * notifications that could be delivered separately.
 */
export function groupIntoDigests<Candidate extends DigestCandidate>(waiting: readonly Candidate[]): Candidate[][] {
  const messages: Candidate[][] = []
  const openMessages = new Map<string, Candidate[]>()
  for (const candidate of waiting) {
    const limit = getLineLimit(candidate)
    const { account_id, channel_id, address, language } = candidate
    const key = JSON.stringify([account_id, channel_id, address, language, limit])
    const message = openMessages.get(key)
    if (limit > 1 && message !== undefined && message.length < limit) message.push(candidate)
    else {
      const created = [candidate]
      messages.push(created)
      openMessages.set(key, created)
    }
  }
  return messages
}

/** How many notifications may be in a message with this one. */
function getLineLimit({ kind, hasOwnTemplate, wasRejected, failures, maxLines }: DigestCandidate): number {
  const isAboutAlert = kind === 'start' || kind === 'end'
  if (!isAboutAlert || hasOwnTemplate || wasRejected) return 1
  return Math.max(1, Math.floor(maxLines / 2 ** failures))
}
