import type { Carriers, Channel } from '@wachta/channels'
import { type Delivery, DeliveryError } from '@wachta/channels'
import type { Destinations } from './destinations.ts'
import { maskSecrets } from './mask.ts'
import type { RenderedMessage } from './rendered-message.ts'

/** A message to send: its channel, its address, and the secrets that only the provider may see. */
export type OutgoingMessage = Pick<RenderedMessage, 'message' | 'secrets'> & {
  readonly channel: Pick<Channel, 'id' | 'deliver'>
  readonly pending: { readonly address: string }
}

/** How long a provider may take to answer. Carriers must end an attempt earlier, or it would continue unobserved. */
const defaultTimeoutMs = 30_000
/**
 * An error after this long means that the provider did not answer, whatever its message is. Less than the shortest time
 * limit of a carrier, 5 s, because timers can fire a little early.
 */
const minSilenceMs = 4_500

/** When to check on a message that another process has taken over. */
const takenOverRecheckMs = 5_000

/** The outcome of an attempt. Its answer contains no address and no secret. */
export type DeliveryOutcome =
  | { readonly result: 'sent'; readonly answer: string; readonly units?: number }
  | { readonly result: 'temporary'; readonly answer: string; readonly retryAfterMs?: number | undefined }
  | {
      readonly result: 'permanent'
      readonly answer: string
      readonly reason: 'refused' | 'not_configured'
      readonly isAddressGone?: boolean
    }
  | { readonly result: 'deferred'; readonly delayMs: number }

export interface SendOptions {
  readonly carriers: Carriers
  readonly destinations: Destinations
  readonly timeoutMs?: number
  /** Whether this process still holds the message; called right before it is sent. */
  readonly isStillClaimed?: () => Promise<boolean>
  /** Receives defects of Wachta, as opposed to errors of a provider, with secrets masked. */
  readonly onDefect?: (fault: string) => void
}

/** Sends a message to its provider once and returns the outcome. It never throws. */
export async function sendToProvider(rendered: OutgoingMessage, options: SendOptions): Promise<DeliveryOutcome> {
  const { channel, message } = rendered
  const place = await options.destinations.enter(getDestination(rendered))
  if ('delayMs' in place) return { result: 'deferred', ...place }
  if (options.isStillClaimed && !(await options.isStillClaimed().catch(() => false))) {
    place.leave('answered')
    return { result: 'deferred', delayMs: takenOverRecheckMs }
  }
  const { timeoutMs = defaultTimeoutMs } = options
  const started = performance.now()
  const outcome = await limitAttempt(
    async () => toSentOutcome(await channel.deliver(message, options.carriers), rendered),
    timeoutMs,
  ).catch((fault: unknown) => toOutcome(fault, rendered, options))
  const wasSilent = performance.now() - started >= Math.min(minSilenceMs, 0.9 * timeoutMs)
  place.leave(outcome.result === 'temporary' && wasSilent ? 'silent' : 'answered')
  return outcome
}

/**
 * Returns the destination whose places a message uses: a slow provider is slow for all its messages. For push messages
 * it is the host of the push service, because anyone can register a device with any host, and one that hangs must not
 * affect other accounts.
 */
export function getDestination({ channel, message }: Pick<OutgoingMessage, 'channel' | 'message'>): string {
  const to = message.device?.endpoint ?? message.address
  // All e-mail channels use one server and share its connections.
  if (channel.id.startsWith('email')) return 'email'
  const host = to.includes('://') ? URL.parse(to)?.host : undefined
  return host === undefined ? channel.id : `${channel.id} ${host}`
}

const toSentOutcome = ({ answer, units }: Delivery, rendered: OutgoingMessage): DeliveryOutcome => ({
  result: 'sent',
  answer: maskSecrets(answer, rendered),
  ...(units !== undefined && { units }),
})

function toOutcome(fault: unknown, rendered: OutgoingMessage, { onDefect }: SendOptions): DeliveryOutcome {
  if (!(fault instanceof DeliveryError)) {
    onDefect?.(maskSecrets(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault), rendered))
    return { result: 'temporary', answer: 'internal error' }
  }
  const answer = maskSecrets(fault.message, rendered)
  if (fault.isUnconfigured) return { result: 'permanent', answer, reason: 'not_configured' }
  if (fault.isPermanent) return { result: 'permanent', answer, reason: 'refused', isAddressGone: fault.isAddressGone }
  return { result: 'temporary', answer, retryAfterMs: fault.retryAfterMs }
}

/** Ends an attempt that takes too long. */
async function limitAttempt<T>(attempt: () => Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeliveryError({ answer: `no answer in ${timeoutMs / 1_000} s` })), timeoutMs)
  })
  try {
    return await Promise.race([attempt(), timeout])
  } finally {
    clearTimeout(timer)
  }
}
