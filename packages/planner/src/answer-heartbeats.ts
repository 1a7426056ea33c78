import {
  type Bus,
  decodeSensorHeartbeat,
  encodeSensorHeartbeatReply,
  isAllowedReplySubject,
  parseLastId,
  type SensorCommand,
  type SensorHeartbeatReply,
} from '@wachta/bus'
import { createLogLimiter, createRateLimiter, type Log } from '@wachta/runtime'
import type { Leadership } from './leadership.ts'
import type { ProcessMetrics } from './process-metrics.ts'
import type { SensorDivisions } from './sensor-divisions.ts'
import type { SensorHeartbeats } from './sensor-heartbeats.ts'

interface AnswerOptions {
  readonly bus: Bus
  readonly divisions: SensorDivisions
  readonly leadership: Pick<Leadership, 'epoch' | 'isLeading'>
  readonly sendCommand: (sensor_id: number, command: SensorCommand) => void
  readonly now: () => number
  readonly log: Log
  readonly processMetrics: ProcessMetrics
  readonly stopping: AbortSignal
}

/**
 * Answers the heartbeats of sensors. Returns a function to call often: it ends the leases of silent hosts, and asks
 * hosts for a heartbeat when a bucket of their sensor can move to another host.
 */
export function answerSensorHeartbeats(heartbeats: SensorHeartbeats, options: AnswerOptions): () => Promise<void> {
  const { bus, divisions, leadership, sendCommand, log } = options
  const logLimiter = createLogLimiter()
  // Each host of a sensor sends a heartbeat every five seconds, and every half second while a change of shares waits
  // for it.
  const mayAnswer = createRateLimiter({ burst: 64, per_second: 16 })
  const send = createReplySender(options)
  bus.connection.subscribe(bus.subjects.heartbeats(), {
    callback: (error, message) => {
      const sensor_id = error ? undefined : parseLastId(message.subject)
      if (sensor_id === undefined) return
      try {
        // A host may extend its lease even if its heartbeat is not answered.
        if (!leadership.isLeading() || !mayAnswer(sensor_id)) return heartbeats.assumeMissedHeartbeats(sensor_id)
        const heartbeat = decodeSensorHeartbeat(message.data)
        const answer = heartbeats.answer(sensor_id, heartbeat, options.now)
        const division = heartbeats.takeUnsaved(sensor_id)
        if (division) divisions.keep(sensor_id, division)
        const reply = () => {
          // The sensor chooses the reply subject. Without this check it could make the planner publish anywhere.
          if (!answer || !isAllowedReplySubject(sensor_id, message.reply)) return
          send((bytes) => message.respond(bytes), answer)
          // Asks the other hosts for a heartbeat, so that they get the buckets of the leaving host at once.
          if (heartbeat.share?.isLeaving) sendCommand(sensor_id, { kind: 'report' })
        }
        const pending = divisions.getPendingWrite(sensor_id)
        if (pending === undefined) reply()
        else
          pending.then(reply).catch((err: unknown) => {
            heartbeats.markUnsaved(sensor_id)
            const due = logLimiter(sensor_id)
            if (due)
              log.warn(
                { err, sensor_id, ...due },
                'could not store which host of a sensor runs which services; its hosts keep their shares for now',
              )
          })
      } catch (err) {
        heartbeats.assumeMissedHeartbeats(sensor_id)
        const due = logLimiter(sensor_id)
        if (due) log.warn({ err, sensor_id, ...due }, 'could not read a sensor heartbeat')
      }
    },
  })
  return createSettle(heartbeats, options)
}

/** Sends replies, unless another planner may have become the leader meanwhile. */
const createReplySender =
  ({ leadership, now, processMetrics }: AnswerOptions) =>
  (respond: (bytes: Uint8Array) => void, answer: SensorHeartbeatReply): void => {
    if (!leadership.isLeading()) return
    respond(encodeSensorHeartbeatReply({ ...answer, sent: now(), epoch: leadership.epoch }))
    processMetrics.countHeartbeat()
  }

/**
 * Ends leases, but only once all heartbeats sent until then have been received. A round trip to the broker ensures
 * that, because it delivers in order. After a lost connection, hosts may have extended their leases with heartbeats
 * that were not received.
 */
function createSettle(
  heartbeats: SensorHeartbeats,
  { bus, leadership, sendCommand, now, stopping }: AnswerOptions,
): () => Promise<void> {
  let lastSession: AbortSignal | undefined
  return async () => {
    const [askedAt, { session }] = [now(), bus]
    if (!(await isFlushed(bus, stopping)) || session.aborted || !leadership.isLeading()) return
    if (session !== lastSession) {
      lastSession = session
      heartbeats.assumeMissedHeartbeats()
      return
    }
    for (const sensor_id of heartbeats.findUnsettled(askedAt)) sendCommand(sensor_id, { kind: 'report' })
  }
}

/**
 * Waits for a round trip to the broker. Returns false if it failed or the planner stops: without a connection, it
 * completes only after a reconnect. Each call removes its listener again: a race with one promise that stays open while
 * the planner leads would leak memory with each call.
 */
async function isFlushed({ connection }: Bus, stopping: AbortSignal): Promise<boolean> {
  if (stopping.aborted) return false
  const outcome = Promise.withResolvers<boolean>()
  const stop = () => outcome.resolve(false)
  stopping.addEventListener('abort', stop, { once: true })
  connection.flush().then(() => outcome.resolve(true), stop)
  try {
    return await outcome.promise
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}
