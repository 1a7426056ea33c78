import type { Queryable, Transaction } from '@wachta/database'
import { toLegacyRule } from '@wachta/domain'
import { acceptsSettings, eventKinds, type Facts, findEventKind, type RawSettings } from '@wachta/events'
import { reportUnreadable } from '@wachta/runtime'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Subject } from './subject.ts'

/** An active alert rule. */
export interface Rule {
  readonly id: number
  readonly owner_id: number
  readonly kind: string
  readonly settings: RawSettings
  readonly startDelayMs: number
  readonly endDelayMs: number
  /** The groups that the rule applies to; null if it applies to all services of the owner. */
  readonly group_ids: ReadonlySet<number> | null
  readonly service_ids: ReadonlySet<number>
}

/** The part of a service that alert rules need. */
export interface ServiceForRules {
  readonly id: number
  readonly owner_id: number
  readonly group_id: number
  readonly recovery_notification_mode_id: string
  readonly status: string
}

interface StoredRule extends Omit<Rule, 'group_ids' | 'service_ids' | 'settings'> {
  /** As stored, not validated yet. */
  readonly settings: unknown
  readonly coverage: unknown
}

/** Returns the ids of the rule kinds whose input is `watched`, such as the status. */
export const listKindsThatWatch = (watched: keyof Facts): string[] =>
  eventKinds.filter(({ watches }) => watches === watched).map(({ id }) => id)

interface RuleQuery {
  readonly kinds?: readonly string[]
  readonly owners?: readonly number[]
  readonly ids?: readonly number[]
}

/**
 * Reads rules by kinds, accounts and ids; without a condition, all. A rule that cannot be read is left out, because
 * rules of other accounts are evaluated in the same transaction.
 */
export const loadRules = (db: Queryable, query: RuleQuery): Promise<Rule[]> => selectRules(db, query, sql``)

/** Like `loadRules`, but locks the rules so that none is deleted before the end of the transaction. */
export const lockRules = (tx: Transaction, query: RuleQuery): Promise<Rule[]> =>
  selectRules(tx, query, sql`order by id for key share`)

async function selectRules(
  db: Queryable,
  { kinds, owners, ids }: RuleQuery,
  lock: RawBuilder<unknown>,
): Promise<Rule[]> {
  const conditions = [
    ...(kinds ? [sql`and kind = any(${kinds})`] : []),
    ...(owners ? [sql`and owner_id = any(${owners})`] : []),
    ...(ids ? [sql`and id = any(${ids})`] : []),
  ]
  const rows = await db.query(sql<StoredRule>`select id, owner_id, kind, settings, scope as coverage,
  start_delay * 1000 as "startDelayMs", end_delay * 1000 as "endDelayMs" from event where is_active ${sql.join(conditions, sql` `)}
${lock}`)
  return rows.flatMap((row) => {
    const rule = readRule(row)
    if (rule === undefined) reportUnreadable('event', row.id)
    return rule ?? []
  })
}

function readRule({ coverage, settings, ...rule }: StoredRule): Rule | undefined {
  const kind = findEventKind(rule.kind)
  if (kind === undefined || !acceptsSettings(kind, settings) || !Value.Check(Coverage, coverage)) return undefined
  return {
    ...rule,
    settings: (settings ?? {}) as RawSettings,
    group_ids: coverage.all_services ? null : new Set(coverage.group_ids),
    service_ids: new Set(coverage.service_ids),
  }
}

const Coverage = Type.Object({
  all_services: Type.Boolean(),
  group_ids: Type.Array(Type.Integer()),
  service_ids: Type.Array(Type.Integer()),
})

/** Whether the rule applies to the service. */
export const coversService = (rule: Rule, { id, owner_id, group_id }: ServiceForRules): boolean =>
  rule.owner_id === owner_id && (rule.group_ids === null || rule.group_ids.has(group_id) || rule.service_ids.has(id))

/** Reads the services that match an SQL condition. */
export const readServices = (db: Queryable, condition: RawBuilder<boolean>): Promise<ServiceForRules[]> =>
  db.query(
    sql<ServiceForRules>`select id, owner_id, group_id, recovery_notification_mode_id, status from service where ${condition}`,
  )

/**
 * An SQL condition for the services on which rules about response times and expiry are evaluated. In a maintenance
 * window that pauses a service, its alerts of these rules stay as they are; a service that is switched off has none.
 */
export const isMonitored = sql<boolean>`is_active and not is_archived and not is_suspended`

/** Returns the subject of a rule on a service. */
export const toSubject = (rule: Rule, service_id: number): Subject => ({
  service_id,
  owner_id: rule.owner_id,
  event_id: rule.id,
  sensor_id: null,
  watches: findEventKind(rule.kind)?.watches,
  rule,
})

/** Returns the subject of legacy notifications on a service. */
export const toLegacySubject = (service: ServiceForRules): Subject => ({
  service_id: service.id,
  owner_id: service.owner_id,
  event_id: null,
  sensor_id: null,
  watches: 'status',
  rule: toLegacyRule(service.recovery_notification_mode_id),
})
