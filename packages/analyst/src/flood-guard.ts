import { countResultBytes, parseLastId, type StreamMessage } from '@wachta/bus'
import { type RateLimit, type TokenBucket, takeFromBucket } from '@wachta/domain'

export interface Flood {
  readonly sensor_id: number
  /** A lower bound for the number of its messages that were skipped in the last seconds. */
  readonly messages: number
}

export interface FloodGuard extends Disposable {
  /** Whether the sensor of the message exceeds its limit, so that the message must be skipped. */
  exceedsLimit(message: Pick<StreamMessage, 'subject' | 'bytes' | 'stored'>): boolean
  /** Counts messages that were skipped without being read, by sensor. */
  countSkipped(messages: ReadonlyMap<number, number>): void
  /** Returns the sensors that recently exceeded their limit. */
  listFloodingSensors(): ReadonlySet<number>
}

/**
 * The bytes that one sensor may send to one shard. A sensor with 5,000 services whose checks all fail sends fresh
 * results at a twentieth of the limit. A backlog is sent only as fast as the planner allows: even with long texts, at a
 * quarter of the limit.
 */
const limits: Readonly<Record<'live' | 'backlog', RateLimit>> = {
  live: { perSecond: 262_144, burst: 4 * 1024 ** 2 },
  backlog: { perSecond: 2 * 1024 ** 2, burst: 32 * 1024 ** 2 },
}
/** The fixed cost of a message, in bytes. */
const messageCostBytes = 2_000
/** Packed results are a third as long as others but take as long to place, so their bytes count three times. */
const packedCostFactor = 3
const reportDelayMs = 10_000

/**
 * Measures how much each sensor sends, by the time at which the broker received it: reading fast to catch up is not a
 * flood.
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
  let skippedCounts = new Map<number, number>()
  const report = () => {
    const counts = skippedCounts
    skippedCounts = new Map()
    for (const [sensor_id, messages] of counts) onFlood?.({ sensor_id, messages })
  }
  const count = (sensor_id: number, messages: number) =>
    skippedCounts.set(sensor_id, (skippedCounts.get(sensor_id) ?? 0) + messages)
  const timer = setInterval(report, reportDelayMs)
  return {
    exceedsLimit({ subject, bytes, stored }) {
      const sensor_id = parseLastId(subject) ?? 0
      const amount = messageCostBytes + bytes.length + (packedCostFactor - 1) * countResultBytes(bytes)
      const { bucket, isOver } = takeFromBucket(limit, buckets.get(sensor_id), { amount, at: stored })
      buckets.set(sensor_id, bucket)
      if (isOver) count(sensor_id, 1)
      return isOver
    },
    countSkipped(messages) {
      for (const [sensor_id, passed] of messages) if (passed > 0) count(sensor_id, passed)
    },
    listFloodingSensors: () => new Set(skippedCounts.keys()),
    [Symbol.dispose]: () => {
      clearInterval(timer)
      report()
    },
  }
}
