import { setTimeout as delay } from 'node:timers/promises'
import { type Bus, decodeSensorHeartbeatReply, encodeSensorHeartbeat } from '@wachta/bus'
import { createLogLimiter } from '@wachta/runtime'
import type { EvidenceQueue } from './evidence.ts'
import type { Follower } from './follow-assignments.ts'
import { followLeader } from './leader.ts'
import type { LinkOptions } from './link-options.ts'
import type { Outbox } from './outbox.ts'
import { createStoredUntilReader } from './stored-until.ts'

interface HeartbeatContext {
  readonly outboxes: readonly Outbox[]
  readonly evidence: EvidenceQueue
  readonly follower: Follower
  readonly heartbeatTimer: HeartbeatTimer
}

/** Decides when the next heartbeat is sent: after the interval, or at once on request. */
export interface HeartbeatTimer {
  /** Requests a heartbeat now. Resolves when it has been answered. */
  sendNow(): Promise<void>
  /** Waits for the interval, or until a heartbeat is requested. */
  waitUntilDue(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Resolves the requests that `takeRequests` returned, after the reply to their heartbeat. */
  resolveRequests(requests: HeartbeatRequests): void
  /** Returns the pending requests, which the next heartbeat fulfils. */
  takeRequests(): HeartbeatRequests
}

interface HeartbeatRequests {
  readonly resolve: () => void
}

const replyTimeoutMs = 4_000
/** A heartbeat without a reply is repeated sooner, because nothing is checked without a lease. */
const retryDelayMs = 1_000
/** How long to wait until the share is saved: a slow disk must not delay heartbeats until the lease expires. */
const maxSaveWaitMs = 1_000

/** Sends the state of the sensor to the centre, and applies the reply: time, lease, share and backlog credit. */
export async function sendHeartbeats(bus: Bus, options: LinkOptions, context: HeartbeatContext): Promise<void> {
  const { sensor, share, now, log, signal } = options
  const { outboxes, follower, heartbeatTimer } = context
  const subject = bus.subjects.heartbeat(options.sensor_id)
  const leader = followLeader(() => performance.now())
  const findStoredUntil = createStoredUntilReader(options.spool, now)
  const logLimiter = createLogLimiter()
  let wasQuarantined = false
  while (!signal.aborted) {
    let pause = share.renewMs
    const requests = heartbeatTimer.takeRequests()
    let sentAt = performance.now()
    const { session } = bus
    try {
      const complete_until = await findStoredUntil()
      // A process that was suspended must not claim the share that it had before.
      share.observe(performance.now())
      const sent = now()
      sentAt = performance.now()
      const message = encodeSensorHeartbeat({ ...toSensorHeartbeat(options, context.evidence), sent, complete_until })
      const response = await bus.connection.request(subject, message, { timeout: Math.min(replyTimeoutMs, pause) })
      const arrived = now()
      const reply = decodeSensorHeartbeatReply(response.data)
      if (!leader.accepts(reply.epoch)) throw new Error('ignored the reply of a planner that no longer leads')
      sensor.clock.addExchange({ sent, received: reply.received, answered: reply.sent, arrived })
      sensor.renew(reply.valid_until)
      sensor.applyShare(reply.share, sentAt)
      // In quarantine the sensor continues to report its results: the centre needs them to end the quarantine.
      if (reply.quarantined !== wasQuarantined)
        log.warn(
          { quarantined: reply.quarantined },
          'the centre has put this sensor in quarantine, or released it: in quarantine, its results count as unknown',
        )
      wasQuarantined = reply.quarantined
      for (const each of outboxes) each.credit(reply.backlog_credit)
      follower.compare(reply.digest)
      heartbeatTimer.resolveRequests(requests)
      await Promise.race([options.saveShare(), delay(maxSaveWaitMs, undefined, { ref: false })])
    } catch (err) {
      if (await hasReachedBroker(bus, session)) share.extend(sentAt, performance.now())
      pause = Math.min(retryDelayMs, pause)
      const due = sensor.valid_until < now() ? logLimiter('unanswered') : undefined
      if (due)
        log.warn({ err, ...due }, 'the centre does not answer heartbeats, so this host runs no checks until it does')
      else log.debug({ err }, 'a heartbeat was not answered')
    }
    await heartbeatTimer.waitUntilDue(pause, signal)
  }
}

/**
 * Whether the broker has received the heartbeat. If so, the lease can be extended without a reply: either the planner
 * has received the heartbeat too and counts the lease from it, or no planner runs that could give the share to another
 * host.
 */
async function hasReachedBroker({ connection }: Bus, session: AbortSignal): Promise<boolean> {
  const timeout = new AbortController()
  const isFlushed = await Promise.race([
    connection.flush().then(
      () => true,
      () => false,
    ),
    delay(retryDelayMs, false, { signal: timeout.signal }).catch(() => false),
  ])
  timeout.abort()
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
    share: { capacity, isLeaving: share.isLeaving, buckets: share.listClaims(now()) },
  }
}

export function createHeartbeatTimer(): HeartbeatTimer {
  let pendingHeartbeat = Promise.withResolvers<void>()
  let [isDue, wake] = [false, new AbortController()]
  return {
    sendNow() {
      isDue = true
      wake.abort()
      return pendingHeartbeat.promise
    },
    async waitUntilDue(milliseconds, signal) {
      if (isDue) return
      wake = new AbortController()
      await delay(milliseconds, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(() => undefined)
    },
    takeRequests() {
      const requests = pendingHeartbeat
      isDue = false
      pendingHeartbeat = Promise.withResolvers()
      return requests
    },
    resolveRequests: (requests) => requests.resolve(),
  }
}
