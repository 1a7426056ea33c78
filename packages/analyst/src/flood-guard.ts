import { parseSpeaker, type StreamMessage } from '@wachta/bus'
import { type RateLimit, type TokenBucket, takeFromBucket } from '@wachta/domain'

export interface Flood {
  readonly sensor_id: number
  /** How many of its messages were passed over within the last seconds, at least. */
  readonly messages: number
}

export interface FloodGuard extends Disposable {
  /** Whether the sensor of the message has sent more than a sensor may; it is not to be read then. */
  isOver(message: Pick<StreamMessage, 'subject' | 'bytes' | 'stored'>): boolean
  /** Counts messages that were passed over without being read, by sensor. */
  countPassed(messages: ReadonlyMap<number, number>): void
  /** The sensors that sent too much lately. */
  flooding(): ReadonlySet<number>
}

/**
 * What one sensor may send to one shard. A sensor with 5,000 services whose checks all fail sends a twentieth of the
 * fresh limit; of the backlog it sends as much as the planner's credit lets it, a quarter of the limit with long texts.
 */
const limits: Readonly<Record<'live' | 'backlog', RateLimit>> = {
  live: { perSecond: 262_144, burst: 4 * 1024 ** 2 },
  backlog: { perSecond: 2 * 1024 ** 2, burst: 32 * 1024 ** 2 },
}
/** What a message costs however short it is. */
const messageCost = 2_000
const reportDelayMs = 10_000

/**
 * Watches how much each sensor sends, by the time at which the broker got it: a reader that catches up reads fast, and
 * is no flood.
 */
export function createFloodGuard(
  urgency: 'live' | 'backlog',
  {
    onFlood,
    rateScale = 1,
  }: { readonly onFlood?: ((flood: Flood) => void) | undefined; readonly rateScale?: number | undefined } = {},
): FloodGuard {
  const limit = { perSecond: limits[urgency].perSecond * rateScale, burst: limits[urgency].burst * rateScale }
  const buckets = new Map<number, TokenBucket>()
  let over = new Map<number, number>()
  const tell = () => {
    const told = over
    over = new Map()
    for (const [sensor_id, messages] of told) onFlood?.({ sensor_id, messages })
  }
  const count = (sensor_id: number, messages: number) => over.set(sensor_id, (over.get(sensor_id) ?? 0) + messages)
  const timer = setInterval(tell, reportDelayMs)
  return {
    isOver({ subject, bytes, stored }) {
      const sensor_id = parseSpeaker(subject) ?? 0
      const amount = messageCost + bytes.length
      const { bucket, isOver } = takeFromBucket(limit, buckets.get(sensor_id), { amount, at: stored })
      buckets.set(sensor_id, bucket)
      if (isOver) count(sensor_id, 1)
      return isOver
    },
    countPassed(messages) {
      for (const [sensor_id, passed] of messages) if (passed > 0) count(sensor_id, passed)
    },
    flooding: () => new Set(over.keys()),
    [Symbol.dispose]: () => {
      clearInterval(timer)
      tell()
    },
  }
}
