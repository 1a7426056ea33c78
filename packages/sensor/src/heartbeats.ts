import { setTimeout as delay } from 'node:timers/promises'
import { type Bus, decodeSensorHeartbeatReply, encodeSensorHeartbeat } from '@wachta/bus'
import type { EvidenceQueue } from './evidence.ts'
import type { Follower } from './follow-assignments.ts'
import { followLeader } from './leader.ts'
import type { LinkOptions } from './link-options.ts'
import type { Outbox } from './outbox.ts'
import { followStoredResults } from './stored-until.ts'

interface HeartbeatContext {
  readonly outboxes: readonly Outbox[]
  readonly evidence: EvidenceQueue
  readonly follower: Follower
  readonly pulse: Pulse
}

/** When heartbeats are sent, apart from their interval. */
export interface Pulse {
  /** Makes the next heartbeat due. Resolves when it was answered. */
  sendNow(): Promise<void>
  /** Waits for the interval, or until a heartbeat is due. */
  waitUntilDue(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Notes that the heartbeat that was due at this call has been answered. */
  answered(due: DueHeartbeat): void
  /** Takes what is due now. */
  take(): DueHeartbeat
}

interface DueHeartbeat {
  readonly resolve: () => void
}

const timeoutMs = 4_000
/** A heartbeat without a reply is repeated sooner, because nothing is checked without a lease. */
const retryMs = 1_000
/** A disk that takes longer to save a share must not make its lease end. */
const keepMs = 1_000

/** Sends the state of the sensor to the centre, and applies the reply: the time, the lease, the share, and the backlog credit. */
export async function sendHeartbeats(bus: Bus, options: LinkOptions, context: HeartbeatContext): Promise<void> {
  const { sensor, share, now, log, signal } = options
  const { outboxes, follower, pulse } = context
  const subject = bus.subjects.heartbeat(options.sensor_id)
  const leader = followLeader(() => performance.now())
  const findStoredUntil = followStoredResults(options.spool, now)
  let wasQuarantined = false
  while (!signal.aborted) {
    let pause = share.renewMs
    const due = pulse.take()
    let sentAt = performance.now()
    const { session } = bus
    try {
      const complete_until = await findStoredUntil()
      // A process that was suspended must not claim the share that it had before.
      share.observe(performance.now())
      const sent = now()
      sentAt = performance.now()
      const message = encodeSensorHeartbeat({ ...toSensorHeartbeat(options, context.evidence), sent, complete_until })
      const answer = await bus.connection.request(subject, message, { timeout: Math.min(timeoutMs, pause) })
      const arrived = now()
      const read = decodeSensorHeartbeatReply(answer.data)
      if (!leader.accepts(read.epoch)) throw new Error('ignored the reply of a planner that no longer leads')
      sensor.clock.addExchange({ sent, received: read.received, answered: read.sent, arrived })
      sensor.renew(read.valid_until)
      sensor.takeShare(read.share, sentAt)
      // In quarantine it continues to report its results: the centre needs them to end the quarantine.
      if (read.quarantined !== wasQuarantined)
        log.warn(
          { quarantined: read.quarantined },
          'the centre has put this sensor in quarantine, or released it: in quarantine, its results count as unknown',
        )
      wasQuarantined = read.quarantined
      for (const each of outboxes) each.credit(read.backlog_credit)
      follower.compare(read.digest)
      pulse.answered(due)
      await Promise.race([options.keepShare(), delay(keepMs, undefined, { ref: false })])
    } catch (err) {
      if (await hasReachedBroker(bus, session)) share.extend(sentAt, performance.now())
      pause = Math.min(retryMs, pause)
      if (sensor.valid_until < now())
        log.warn({ err }, 'the centre does not answer heartbeats, so this host runs no checks until it does')
      else log.debug({ err }, 'a heartbeat was not answered')
    }
    await pulse.waitUntilDue(pause, signal)
  }
}

/**
 * Whether the broker has received the heartbeat: then the planner has it too, and counts the lease from there, or there is
 * no planner that could give the share to another host.
 */
async function hasReachedBroker({ connection }: Bus, session: AbortSignal): Promise<boolean> {
  const late = new AbortController()
  const isFlushed = await Promise.race([
    connection.flush().then(
      () => true,
      () => false,
    ),
    delay(retryMs, false, { signal: late.signal }).catch(() => false),
  ])
  late.abort()
  return isFlushed && !session.aborted
}

function toSensorHeartbeat(
  { sensor, share, capacity, spool, selfCheck, version, browser, now }: LinkOptions,
  evidence: EvidenceQueue,
) {
  return {
    host: spool.host,
    version,
    clock_offset_ms: sensor.clock.offset_ms,
    lag_ms: sensor.checker.lag.getPercentile(0.99),
    digest: sensor.assignments.digest(),
    self_check: selfCheck.isWell,
    reference_networks: selfCheck.networks,
    running: sensor.checker.running,
    spooled: spool.held + spool.memory.held,
    spooled_bytes: spool.bytes,
    dropped_artifacts: evidence.dropped,
    disk_fault: spool.hasFault,
    browser,
    share: { capacity, isLeaving: share.isLeaving, buckets: share.claims(now()) },
  }
}

export function createPulse(): Pulse {
  let next = Promise.withResolvers<void>()
  let [isDue, wake] = [false, new AbortController()]
  return {
    sendNow() {
      isDue = true
      wake.abort()
      return next.promise
    },
    async waitUntilDue(milliseconds, signal) {
      if (isDue) return
      wake = new AbortController()
      await delay(milliseconds, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(() => undefined)
    },
    take() {
      const due = next
      isDue = false
      next = Promise.withResolvers()
      return due
    },
    answered: (due) => due.resolve(),
  }
}
