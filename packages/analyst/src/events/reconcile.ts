import type { Database } from '@wachta/database'
import { eventKinds } from '@wachta/events'
import { sql } from 'kysely'
import { type FencedLease, fence } from '../store/fenced.ts'
import { isInShard } from '../store/load.ts'
import { lockServices } from '../store/write-service-statuses.ts'
import { type AlertUpdate, applyDelays, applySignals, endRemovedAlert } from './alert-update.ts'
import { readHoldEnd } from './mass-change.ts'
import {
  coversService,
  loadRules,
  lockRules,
  type Rule,
  readServices,
  type ServiceForRules,
  toLegacySubject,
  toSubject,
} from './rules.ts'
import { isActiveOrPending, lockAlertStates, readAlertStates, type StoredAlertState } from './stored-alert-state.ts'
import { toSubjectKey } from './subject.ts'
import { type AlertListener, writeAlertUpdates } from './write-alert-updates.ts'

export interface ReconcileOptions extends FencedLease, AlertListener {
  readonly database: Database
  readonly now: number
}

const servicesPerTransaction = 1_000

/**
 * Applies changed alert rules to the services of a shard: ends alerts whose rule no longer covers the service, starts
 * alerts of rules that newly cover a failing service, and applies changed delays.
 */
export async function reconcileRules(options: ReconcileOptions): Promise<void> {
  const { database, shard } = options
  // The services are judged without locks first, because usually there is nothing to do.
  const services = await readServices(
    database,
    sql<boolean>`id in (select id from service where status = 'failure' and ${isInShard(sql`id`, shard)}
  union select service_id from occurrence where end_time is null and ${isInShard(sql`service_id`, shard)}
  union select service_id from event_status where due_at is not null and ${isInShard(sql`service_id`, shard)})`,
  )
  if (services.length === 0) return
  const updates = judgeServices(services, options.now, {
    rules: await loadRules(database, toRuleQuery(services)),
    stored: await readAlertStates(database, isAbout(services)),
  })
  const ids = [...new Set(updates.map(({ subject }) => subject.service_id))]
  for (let from = 0; from < ids.length; from += servicesPerTransaction)
    await reconcileServices(options, ids.slice(from, from + servicesPerTransaction))
}

async function reconcileServices(options: ReconcileOptions, ids: readonly number[]): Promise<void> {
  const { database, now } = options
  const counts = await database.transaction(async (tx) => {
    await fence(tx, options)
    const existingIds = [...(await lockServices(tx, ids))]
    const services = await readServices(tx, sql<boolean>`id = any(${existingIds})`)
    const updates = judgeServices(services, now, {
      rules: await lockRules(tx, toRuleQuery(services)),
      stored: await lockAlertStates(tx, isAbout(services)),
    })
    return writeAlertUpdates(tx, updates, { now, held_until: await readHoldEnd(tx, now) })
  })
  options.onAlerts?.(counts)
}

const toRuleQuery = (services: readonly ServiceForRules[]) => ({
  kinds: eventKinds.map(({ id }) => id),
  owners: [...new Set(services.map(({ owner_id }) => owner_id))],
})

const isAbout = (services: readonly ServiceForRules[]) =>
  sql<boolean>`s.service_id = any(${services.map(({ id }) => id)}) and s.sensor_id is null`

/** Alert rules, and the stored states of services. */
interface RulesAndStates {
  readonly rules: readonly Rule[]
  readonly stored: readonly StoredAlertState[]
}

function judgeServices(
  services: readonly ServiceForRules[],
  now: number,
  { rules, stored }: RulesAndStates,
): AlertUpdate[] {
  const rulesByOwner = Map.groupBy(rules, ({ owner_id }) => owner_id)
  const storedByService = Map.groupBy(stored, ({ service_id }) => service_id)
  return services.flatMap((service) => {
    const rulesAndStates = {
      rules: (rulesByOwner.get(service.owner_id) ?? []).filter((rule) => coversService(rule, service)),
      stored: storedByService.get(service.id) ?? [],
    }
    return judgeService(service, now, rulesAndStates).filter((update) => update !== undefined)
  })
}

function judgeService(
  service: ServiceForRules,
  now: number,
  { rules, stored }: RulesAndStates,
): (AlertUpdate | undefined)[] {
  const subjects = rules.map((rule) => toSubject(rule, service.id))
  const covering = new Map([toLegacySubject(service), ...subjects].map((subject) => [toSubjectKey(subject), subject]))
  const updates = stored.filter(isActiveOrPending).map((one) => {
    const subject = covering.get(toSubjectKey(one))
    // No delay is applied up to this time, but the due time is computed anew, because the delay may have changed.
    return subject === undefined ? endRemovedAlert(one, now) : applyDelays(subject, one, Number.NEGATIVE_INFINITY)
  })
  if (service.status !== 'failure') return updates
  const activeKeys = new Set(stored.filter(({ state }) => state.signal).map(toSubjectKey))
  const before = new Map(stored.map((one) => [toSubjectKey(one), one]))
  const inactiveSubjects = subjects.filter(
    (subject) => subject.watches === 'status' && !activeKeys.has(toSubjectKey(subject)),
  )
  const failureSignals = [{ at: now, signal: 'holds' }] as const
  return [
    ...updates.filter(
      (update) =>
        !inactiveSubjects.some((subject) => toSubjectKey(subject) === (update && toSubjectKey(update.subject))),
    ),
    ...inactiveSubjects.map((subject) => applySignals(subject, before.get(toSubjectKey(subject)), failureSignals)),
  ]
}
