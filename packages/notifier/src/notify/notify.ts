import type { Database, Transaction } from '@wachta/database'
import { runRound } from '@wachta/domain'
import {
  addJobs,
  makeDeliverJobs,
  makeNotifyJobs,
  makeNotifyRetry,
  makeNotifyTimer,
  maxAlertsPerJob,
  type NotifyPayload,
  removeJobs,
  toNotifyKey,
} from '@wachta/queue'
import type { SlotTrace } from '@wachta/runtime'
import { findExplainedAlerts, type LoadedAlert, lockAlerts } from './alerts.ts'
import { loadNotificationData } from './load.ts'
import { type RecordedMessage, type RoundDecision, recordMessages, recordStatuses } from './record.ts'
import { buildRounds, toAlert } from './rounds.ts'

export interface NotifyOptions {
  readonly database: Pick<Database, 'transaction'>
  readonly now: () => Date
  /** Receives the recorded notifications after the commit. */
  readonly onRecorded?: (recorded: readonly RecordedMessage[]) => void
  /** Traces notifications by slot. */
  readonly trace?: SlotTrace | undefined
}

interface Outcome {
  readonly alerts: readonly LoadedAlert[]
  readonly recorded: readonly RecordedMessage[]
}

/** Creates the task that decides whom to notify about alerts, records the notifications and starts their delivery. */
export function createNotifyTask({
  database,
  now,
  onRecorded,
  trace,
}: NotifyOptions): (payload: NotifyPayload) => Promise<void> {
  const notifyBatch = async (ids: readonly number[], at: Date): Promise<void> => {
    const start = Date.now()
    const { alerts, recorded } = await database.transaction((tx) => notify(tx, ids, at))
    onRecorded?.(recorded)
    if (trace) for (const alert of alerts) traceNotified(trace, alert, start)
  }
  return async (payload) => {
    const ids = [...new Set(payload.occurrences)].sort((one, other) => one - other)
    const at = getEffectiveTime(payload, now())
    const failed: FailedItem[] = []
    // In batches, so that no lock on an alert is held for long, however large the job is.
    for (let from = 0; from < ids.length; from += maxAlertsPerJob)
      failed.push(...(await notifyOrSplit(ids.slice(from, from + maxAlertsPerJob), (batch) => notifyBatch(batch, at))))
    const [first] = failed
    if (first === undefined) return
    // If all fail, no single alert is the cause.
    if (failed.length === ids.length) throw first.cause
    await database.transaction((tx) =>
      addJobs(
        tx,
        failed.map(({ id }) => makeNotifyRetry(id, payload)),
      ),
    )
  }
}

interface FailedItem {
  readonly id: number
  readonly cause: unknown
}

/** If one alert makes a batch fail, the others are notified without it. Returns the alerts that failed. */
async function notifyOrSplit(
  ids: readonly number[],
  notifyBatch: (batch: readonly number[]) => Promise<void>,
): Promise<FailedItem[]> {
  try {
    await notifyBatch(ids)
    return []
  } catch (cause) {
    const [id] = ids
    if (id !== undefined && ids.length === 1) return [{ id, cause }]
  }
  const failed: FailedItem[] = []
  for (const id of ids) failed.push(...(await notifyOrSplit([id], notifyBatch)))
  return failed
}

/** Decides on notifications for alerts as of now. Repeating it changes nothing, because recorded notifications stay. */
async function notify(tx: Transaction, ids: readonly number[], now: Date): Promise<Outcome> {
  const alerts = await lockAlerts(tx, ids)
  if (alerts.length === 0) return { alerts, recorded: [] }
  const loaded = await loadNotificationData(tx, alerts)
  const decisions = alerts.flatMap((alert) => {
    const facts = toAlert(alert, loaded)
    return buildRounds(alert, loaded).map(
      ({ escalation_id, round }): RoundDecision => ({
        alert,
        escalation_id,
        outcome: runRound(facts, round, now.getTime()),
      }),
    )
  })
  const recorded = await recordMessages(tx, decisions, now)
  await recordStatuses(tx, decisions)
  const outcome = { alerts, recorded }
  await addFollowUpJobs(tx, decisions, outcome)
  return outcome
}

function traceNotified(
  trace: SlotTrace,
  { id, service_id, analysis_time, end_time }: LoadedAlert,
  start: number,
): void {
  if (analysis_time === null) return
  const attributes = { alert: id, over: end_time !== null }
  trace({
    name: 'notifier notify',
    service_id,
    slot: analysis_time,
    start,
    end: Date.now(),
    isAlwaysTraced: true,
    attributes,
  })
}

/**
 * Adds delivery jobs, timers for alerts with further notifications to come, and jobs for alerts that the ended ones may
 * have suppressed. Removes the timers of the other alerts.
 */
async function addFollowUpJobs(
  tx: Transaction,
  decisions: readonly RoundDecision[],
  { alerts, recorded }: Outcome,
): Promise<void> {
  const nextTimes = new Map<number, number>()
  for (const { alert, outcome } of decisions) {
    if (outcome.next !== undefined)
      nextTimes.set(alert.id, Math.min(outcome.next, nextTimes.get(alert.id) ?? outcome.next))
  }
  const ended = alerts.filter(({ event_id, end_time }) => event_id !== null && end_time !== null)
  const explained =
    ended.length > 0
      ? await findExplainedAlerts(
          tx,
          ended.map(({ id }) => id),
        )
      : []
  await removeJobs(
    tx,
    alerts.filter(({ id }) => !nextTimes.has(id)).map(({ id }) => toNotifyKey(id)),
  )
  await addJobs(tx, [
    ...makeDeliverJobs(recorded.filter(({ status }) => status === 'pending')),
    ...makeNotifyJobs(explained),
    ...[...nextTimes].map(([id, time]) => makeNotifyTimer(id, time)),
  ])
}

/** The time of a timer has come, even if the local clock is behind. */
function getEffectiveTime({ not_before: time }: NotifyPayload, now: Date): Date {
  return time !== undefined && time > now.getTime() ? new Date(time) : now
}
