import type { Database, Transaction } from '@wachta/database'
import { runRound } from '@wachta/domain'
import {
  addJobs,
  deliverJobs,
  maxAlertsPerJob,
  type NotifyPayload,
  notifyJobs,
  notifyKey,
  notifyTimer,
  removeJobs,
  retryNotifyJob,
} from '@wachta/queue'
import type { SlotTrace } from '@wachta/runtime'
import { load } from './load.ts'
import { explainedBy, type LoadedOccurrence, takeOccurrences } from './occurrences.ts'
import { type Decided, type Recorded, recordMessages, recordStatuses } from './record.ts'
import { occasionOf, roundsOf } from './rounds.ts'

export interface NotifyOptions {
  readonly database: Pick<Database, 'transaction'>
  readonly now: () => Date
  /** What was put on record, once it is committed. */
  readonly onRecorded?: (recorded: readonly Recorded[]) => void
  /** Writes down which slots were told of. */
  readonly trace?: SlotTrace | undefined
}

interface Outcome {
  readonly occurrences: readonly LoadedOccurrence[]
  readonly recorded: readonly Recorded[]
}

/** The task that decides who is told of occurrences, puts it on record, and has it delivered. */
export function createNotifyTask({
  database,
  now,
  onRecorded,
  trace,
}: NotifyOptions): (payload: NotifyPayload) => Promise<void> {
  const tellTogether = async (ids: readonly number[], at: Date): Promise<void> => {
    const start = Date.now()
    const { occurrences, recorded } = await database.transaction((tx) => notify(tx, ids, at))
    onRecorded?.(recorded)
    if (trace) for (const occurrence of occurrences) traceNotified(trace, occurrence, start)
  }
  return async (payload) => {
    const ids = [...new Set(payload.occurrences)].sort((one, other) => one - other)
    const at = notBefore(payload, now())
    const failed: Failed[] = []
    // In pieces, so that nobody waits long for an occurrence, whoever made the job.
    for (let from = 0; from < ids.length; from += maxAlertsPerJob)
      failed.push(...(await notifyOrSplit(ids.slice(from, from + maxAlertsPerJob), (some) => tellTogether(some, at))))
    const [first] = failed
    if (first === undefined) return
    // Where all fail, it is not for the sake of one of them.
    if (failed.length === ids.length) throw first.cause
    await database.transaction((tx) =>
      addJobs(
        tx,
        failed.map(({ id }) => retryNotifyJob(id, payload)),
      ),
    )
  }
}

interface Failed {
  readonly id: number
  readonly cause: unknown
}

/** Where one occurrence makes all of them fail, the others are told without it. Answers with those that cannot be told. */
async function notifyOrSplit(
  ids: readonly number[],
  tellTogether: (some: readonly number[]) => Promise<void>,
): Promise<Failed[]> {
  try {
    await tellTogether(ids)
    return []
  } catch (cause) {
    const [id] = ids
    if (id !== undefined && ids.length === 1) return [{ id, cause }]
  }
  const failed: Failed[] = []
  for (const id of ids) failed.push(...(await notifyOrSplit([id], tellTogether)))
  return failed
}

/** Tells of occurrences as of now. Done again, it changes nothing, for what is on record stays as it is. */
async function notify(tx: Transaction, ids: readonly number[], now: Date): Promise<Outcome> {
  const occurrences = await takeOccurrences(tx, ids)
  if (occurrences.length === 0) return { occurrences, recorded: [] }
  const loaded = await load(tx, occurrences)
  const decided = occurrences.flatMap((occurrence) => {
    const occasion = occasionOf(occurrence, loaded)
    return roundsOf(occurrence, loaded).map(
      ({ escalation_id, round }): Decided => ({
        occurrence,
        escalation_id,
        outcome: runRound(occasion, round, now.getTime()),
      }),
    )
  })
  const recorded = await recordMessages(tx, decided, now)
  await recordStatuses(tx, decided)
  await plan(tx, occurrences, decided, recorded)
  return { occurrences, recorded }
}

function traceNotified(
  trace: SlotTrace,
  { id, service_id, analysis_time, end_time }: LoadedOccurrence,
  start: number,
): void {
  if (analysis_time === null) return
  const attributes = { occurrence: id, over: end_time !== null }
  trace({ name: 'notifier tell', service_id, slot: analysis_time, start, end: Date.now(), isWorthIt: true, attributes })
}

/** Has messages delivered, and occurrences looked at again when something is to come. */
async function plan(
  tx: Transaction,
  occurrences: readonly LoadedOccurrence[],
  decided: readonly Decided[],
  recorded: readonly Recorded[],
): Promise<void> {
  const times = new Map<number, number>()
  for (const { occurrence, outcome } of decided) {
    if (outcome.next !== undefined)
      times.set(occurrence.id, Math.min(outcome.next, times.get(occurrence.id) ?? outcome.next))
  }
  const ended = occurrences.filter(({ event_id, end_time }) => event_id !== null && end_time !== null)
  const waiting =
    ended.length > 0
      ? await explainedBy(
          tx,
          ended.map(({ id }) => id),
        )
      : []
  await removeJobs(
    tx,
    occurrences.filter(({ id }) => !times.has(id)).map(({ id }) => notifyKey(id)),
  )
  await addJobs(tx, [
    ...deliverJobs(recorded.filter(({ status }) => status === 'pending')),
    ...notifyJobs(waiting),
    ...[...times].map(([id, time]) => notifyTimer(id, time)),
  ])
}

/** The time that a timer was for has come, whatever the clock here says. */
function notBefore({ not_before: time }: NotifyPayload, now: Date): Date {
  return time !== undefined && time > now.getTime() ? new Date(time) : now
}
