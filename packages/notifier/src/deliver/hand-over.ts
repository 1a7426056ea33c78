import type { Carriers } from '@wachta/channels'
import { type Delivery, DeliveryError } from '@wachta/channels'
import type { Destinations } from './destinations.ts'
import { maskSecrets } from './mask.ts'
import type { RenderedMessage } from './rendered-message.ts'

/** A provider that says nothing for this long will not say anything. Carriers end an attempt before, or it would go on unseen. */
const defaultLimitMs = 30_000
/** A fault that took this long was a silence, whatever it was called in the end. */
const minSilenceMs = 5_000

/** When a message is looked after that another process has taken over. */
const takenAwayMs = 5_000

/** What became of an attempt. Its answer holds no address and no secret. */
export type Outcome =
  | { readonly result: 'sent'; readonly answer: string; readonly units?: number }
  | { readonly result: 'temporary'; readonly answer: string; readonly retryAfterMs?: number | undefined }
  | { readonly result: 'permanent'; readonly answer: string; readonly reason: 'refused' | 'not_configured' }
  | { readonly result: 'put_off'; readonly delayMs: number }

export interface HandOverOptions {
  readonly carriers: Carriers
  readonly destinations: Destinations
  readonly limitMs?: number
  /** Whether the message is still ours to hand over, asked right before. */
  readonly isOurs?: () => Promise<boolean>
  /** Gets what is a defect of ours and no provider's doing, already masked. */
  readonly onDefect?: (fault: string) => void
}

/** Gives a message to its provider, once, and says what became of it. It never throws. */
export async function handOver(rendered: RenderedMessage, options: HandOverOptions): Promise<Outcome> {
  const { channel, message } = rendered
  const place = await options.destinations.enter(getDestination(rendered))
  if ('delayMs' in place) return { result: 'put_off', ...place }
  if (options.isOurs && !(await options.isOurs().catch(() => false))) {
    place.leave('answered')
    return { result: 'put_off', delayMs: takenAwayMs }
  }
  const { limitMs = defaultLimitMs } = options
  const started = performance.now()
  const outcome = await withinLimit(
    async () => sentBy(await channel.deliver(message, options.carriers), rendered),
    limitMs,
  ).catch((fault: unknown) => toOutcome(fault, rendered, options))
  const wasSilent = performance.now() - started >= Math.min(minSilenceMs, 0.9 * limitMs)
  place.leave(outcome.result === 'temporary' && wasSilent ? 'silent' : 'answered')
  return outcome
}

/**
 * Where the message goes: what is slow for one of its kind is slow for the others. Anybody can say to be a device behind any
 * host, so pushes go by their push service: a host that hangs is no other account's trouble.
 */
export function getDestination({ channel, message }: Pick<RenderedMessage, 'channel' | 'message'>): string {
  const to = message.device?.endpoint ?? message.address
  // All kinds of mail go through one server, and a mail that waits for its connections is one that takes long.
  if (channel.id.startsWith('email')) return 'email'
  const host = to.includes('://') ? URL.parse(to)?.host : undefined
  return host === undefined ? channel.id : `${channel.id} ${host}`
}

const sentBy = ({ answer, units }: Delivery, rendered: RenderedMessage): Outcome => ({
  result: 'sent',
  answer: maskSecrets(answer, rendered),
  ...(units !== undefined && { units }),
})

function toOutcome(fault: unknown, rendered: RenderedMessage, { onDefect }: HandOverOptions): Outcome {
  if (!(fault instanceof DeliveryError)) {
    onDefect?.(maskSecrets(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault), rendered))
    return { result: 'temporary', answer: 'an error of our own' }
  }
  const answer = maskSecrets(fault.message, rendered)
  if (fault.isUnconfigured) return { result: 'permanent', answer, reason: 'not_configured' }
  if (fault.isPermanent) return { result: 'permanent', answer, reason: 'refused' }
  return { result: 'temporary', answer, retryAfterMs: fault.retryAfterMs }
}

/** What comes later than this is nobody's business any more. */
async function withinLimit<T>(attempt: () => Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeliveryError({ answer: `no answer in ${limitMs / 1_000} s` })), limitMs)
  })
  try {
    return await Promise.race([attempt(), late])
  } finally {
    clearTimeout(timer)
  }
}
