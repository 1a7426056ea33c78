import type { Transaction } from '@wachta/database'
import { detectSignals, type TimedSignal } from '@wachta/domain'
import { sql } from 'kysely'
import type { StatusStart } from '../store/service-status.ts'
import { type AlertUpdate, applySignals, endRemovedAlert } from './alert-update.ts'
import type { MassChange, MassWatch } from './mass-change.ts'
import { coversService, listKindsThatWatch, lockRules, readServices, toLegacySubject, toSubject } from './rules.ts'
import { isActiveOrPending, lockAlertStates, type StoredAlertState } from './stored-alert-state.ts'
import { type Subject, toSubjectKey } from './subject.ts'
import { writeAlertUpdates } from './write-alert-updates.ts'
import type { AlertCounts } from './write-alerts.ts'

/** The statuses that begin with a commit. */
export interface BegunStatuses {
  readonly now: number
  readonly massWatch: MassWatch
  /** By service, in order of time. */
  readonly statusStarts: ReadonlyMap<number, readonly Pick<StatusStart, 'status' | 'start'>[]>
  /** Whether late results have changed the statuses of a service. Such statuses may have begun long ago. */
  readonly isRefolded: (service_id: number) => boolean
}

/** The alerts that follow from the statuses of a commit. */
export interface JudgedStatuses {
  /** Set if this commit detected a mass change. */
  readonly massChange: MassChange | undefined
  readonly alertCounts: AlertCounts
}

/**
 * Evaluates the alert rules of services whose status changes, in the transaction that stores the status. The services
 * must be locked already. If no status begins, no query is made.
 */
export async function judgeStatuses(
  tx: Transaction,
  { statusStarts, isRefolded, now, massWatch }: BegunStatuses,
): Promise<JudgedStatuses> {
  const signalsByService = new Map(
    [...statusStarts]
      .map(([id, starts]) => [id, detectSignals(starts)] as const)
      .filter(([, { length }]) => length > 0),
  )
  if (signalsByService.size === 0) return { massChange: undefined, alertCounts: { started: 0, ended: 0 } }
  const ids = [...signalsByService.keys()]
  const services = await readServices(tx, sql<boolean>`id = any(${ids})`)
  const owners = [...new Set(services.map(({ owner_id }) => owner_id))]
  const rules = await lockRules(tx, { kinds: listKindsThatWatch('status'), owners })
  const stored = await lockAlertStates(tx, sql<boolean>`s.service_id = any(${ids}) and s.sensor_id is null`)
  const rulesByOwner = Map.groupBy(rules, ({ owner_id }) => owner_id)
  const storedByService = Map.groupBy(stored, ({ service_id }) => service_id)
  const updates = services.flatMap((service) => {
    const coveringRules = (rulesByOwner.get(service.owner_id) ?? []).filter((rule) => coversService(rule, service))
    const subjects = [toLegacySubject(service), ...coveringRules.map((rule) => toSubject(rule, service.id))]
    return judgeService(signalsByService.get(service.id) ?? [], {
      subjects,
      stored: storedByService.get(service.id) ?? [],
    })
  })
  const failing = services.filter(({ id }) => signalsByService.get(id)?.at(-1)?.signal === 'holds')
  // A failure that late results revealed may have begun long ago, and old failures are no mass change.
  const failureTimes = failing.map(({ id }) => (isRefolded(id) ? now : (signalsByService.get(id)?.at(-1)?.at ?? now)))
  const massChange = await massWatch.detect(tx, findLatest(failureTimes), now)
  const alertCounts = await writeAlertUpdates(tx, updates, { now, held_until: massChange?.held_until ?? null })
  return { massChange: massChange?.isNew ? massChange : undefined, alertCounts }
}

function judgeService(
  signals: readonly TimedSignal[],
  { subjects, stored }: { readonly subjects: readonly Subject[]; readonly stored: readonly StoredAlertState[] },
): (AlertUpdate | undefined)[] {
  const before = new Map(stored.map((one) => [toSubjectKey(one), one]))
  const statusUpdates = subjects.map((subject) => applySignals(subject, before.get(toSubjectKey(subject)), signals))
  const covered = new Set(subjects.map(toSubjectKey))
  const others = stored.filter((one) => !covered.has(toSubjectKey(one)) && isActiveOrPending(one))
  const pauses = signals.filter(({ signal }) => signal === 'unwatched')
  return [
    ...statusUpdates,
    ...others.map((one) => {
      // While the service is paused, rules about inputs other than the status cannot be evaluated either.
      if (one.watches !== 'status') return applySignals(one, one, pauses)
      return endRemovedAlert(one, signals[0]?.at ?? 0)
    }),
  ]
}

const findLatest = (times: readonly number[]): number | undefined =>
  times.length === 0 ? undefined : times.reduce((one, other) => Math.max(one, other))
