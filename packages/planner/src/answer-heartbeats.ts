import {
  type Bus,
  decodeSensorHeartbeat,
  encodeSensorHeartbeatReply,
  isAllowedReplySubject,
  parseLastId,
  type SensorCommand,
  type SensorHeartbeatReply,
} from '@wachta/bus'
import { createLogLimiter, createRate, type Log } from '@wachta/runtime'
import type { Leadership } from './leadership.ts'
import type { ProcessMetrics } from './process-metrics.ts'
import type { SensorDivisions } from './sensor-divisions.ts'
import type { SensorHeartbeats } from './sensor-heartbeats.ts'

interface Answering {
  readonly bus: Bus
  readonly divisions: SensorDivisions
  readonly leadership: Pick<Leadership, 'epoch' | 'isLeading'>
  readonly tell: (sensor_id: number, command: SensorCommand) => void
  readonly now: () => number
  readonly log: Log
  readonly processMetrics: ProcessMetrics
  readonly stopping: AbortSignal
}

/**
 * Answers the heartbeats of sensors. Returns a function to call often: it ends the leases of silent hosts, and asks hosts
 * for a heartbeat when something of their sensor can move.
 */
export function answerSensorHeartbeats(heartbeats: SensorHeartbeats, given: Answering): () => Promise<void> {
  const { bus, divisions, leadership, tell, log } = given
  const logLimiter = createLogLimiter()
  // Each host of a sensor sends a heartbeat every five seconds, and every half a second while a share waits for it.
  const mayBeat = createRate({ burst: 64, per_second: 16 })
  const send = createReplies(given)
  bus.connection.subscribe(bus.subjects.beats(), {
    callback: (error, message) => {
      const sensor_id = error ? undefined : parseLastId(message.subject)
      if (sensor_id === undefined) return
      try {
        // Its host may extend its lease without an answer.
        if (!leadership.isLeading() || !mayBeat(sensor_id)) return heartbeats.assumeMissedHeartbeats(sensor_id)
        const heartbeat = decodeSensorHeartbeat(message.data)
        const answer = heartbeats.answer(sensor_id, heartbeat, given.now)
        const division = heartbeats.takeUnsaved(sensor_id)
        if (division) divisions.keep(sensor_id, division)
        // The sensor chooses the reply subject. Without this check it could make the planner publish anywhere.
        if (!answer || !isAllowedReplySubject(sensor_id, message.reply)) return
        const reply = () => {
          send((bytes) => message.respond(bytes), answer)
          // Other hosts get what this host gives back at once, not with their next heartbeats.
          if (heartbeat.share?.isLeaving) tell(sensor_id, { kind: 'report' })
        }
        const pending = divisions.pending(sensor_id)
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
  return createSettling(heartbeats, given)
}

/** Sends replies, unless another planner may lead since. */
const createReplies =
  ({ leadership, now, processMetrics }: Answering) =>
  (respond: (bytes: Uint8Array) => void, answer: SensorHeartbeatReply): void => {
    if (!leadership.isLeading()) return
    respond(encodeSensorHeartbeatReply({ ...answer, sent: now(), epoch: leadership.epoch }))
    processMetrics.countHeartbeat()
  }

/**
 * A lease ends only when all heartbeats until then have been received: a round trip shows that, because the broker
 * delivers in order. While the connection was lost, hosts may have extended their leases with heartbeats that were not
 * received.
 */
function createSettling(
  heartbeats: SensorHeartbeats,
  { bus, leadership, tell, now, stopping }: Answering,
): () => Promise<void> {
  let heard: AbortSignal | undefined
  const stopped = new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve(), { once: true }))
  return async () => {
    const [asked, { session }] = [now(), bus]
    const isAnswered = bus.connection.flush().then(
      () => true,
      () => false,
    )
    // Without a connection it is answered when there is one again.
    if (!(await Promise.race([isAnswered, stopped])) || session.aborted || !leadership.isLeading()) return
    if (session !== heard) {
      heard = session
      heartbeats.assumeMissedHeartbeats()
      return
    }
    for (const sensor_id of heartbeats.findUnsettled(asked)) tell(sensor_id, { kind: 'report' })
  }
}
