import { type EventKind, eventKinds, findEventKind } from '@wachta/events'
import {
  type Call,
  compileSchema,
  reject,
  rejectAny,
  type Validate,
  type Values,
  type Violation,
} from '@wachta/resource'
import { sql } from 'kysely'
import { createForeignRowViolations } from '../../platform/belonging.ts'
import { addDefaults } from '../../platform/defaults.ts'
import { completeScope, findScopeViolations } from './scope.ts'

/** Validates what the schema of a new alert rule cannot express, and adds its defaults. */
export async function prepareEvent(data: Values, call: Call): Promise<Values> {
  const kind = getKind(data['kind'] ?? 'failure')
  const settings = (data['settings'] ?? {}) as Values
  rejectAny([
    ...findSettingViolations(kind, settings),
    ...(await findSharedViolations(data, { id: null, ownerId: Number(data['owner_id']) }, call)),
  ])
  return { ...completeScope(data), settings: addDefaults(kind.settings, settings) }
}

/** Validates a change of an alert rule. Given settings are merged into the stored ones; other fields are replaced. */
export async function prepareEventChange(changes: Values, before: Values, call: Call): Promise<Values> {
  const kind = getKind(before['kind'])
  const given = changes['settings'] as Values | undefined
  const settings = { ...(before['settings'] as Values), ...given }
  rejectAny([
    ...(given ? findSettingViolations(kind, settings) : []),
    ...(await findSharedViolations(changes, { id: Number(before['id']), ownerId: Number(before['owner_id']) }, call)),
  ])
  return given ? { ...completeScope(changes), settings } : completeScope(changes)
}

const getKind = (id: unknown): EventKind => findEventKind(String(id)) ?? reject('not_found')

const validators = new Map<string, Validate>(eventKinds.map(({ id, settings }) => [id, compileSchema(settings)]))
const findSettingViolations = ({ id }: EventKind, settings: Values): Violation[] =>
  validators.get(id)?.(settings, 'data.settings') ?? []

/** The alert rule whose conditions are validated, and its owner. */
interface EventIdentity {
  /** Null for a new rule, which no other rule can depend on yet. */
  readonly id: number | null
  readonly ownerId: number
}

/** Finds the violations that both a new and a changed rule can have. */
async function findSharedViolations(data: Values, event: EventIdentity, call: Call): Promise<Violation[]> {
  return [
    ...(await findScopeViolations(data['scope'], event.ownerId, call)),
    ...(await findConditionViolations(data['condition_event_ids'], event, call)),
  ]
}

/**
 * Finds conditions of other accounts, and conditions that would make a rule depend on itself. Requests of one account
 * run one after another, so two of them cannot create a cycle together.
 */
async function findConditionViolations(
  conditions: unknown,
  { id, ownerId }: EventIdentity,
  call: Call,
): Promise<Violation[]> {
  if (!Array.isArray(conditions) || conditions.length === 0) return []
  const [found] = await call.db.query(sql<{
    is_circular: boolean
    foreign_ids: number[]
  }>`with recursive wanted(id) as (select unnest(${conditions}::bigint[])),
reached(id) as (select id from wanted
  union select unnest(e.condition_event_ids) from event e join reached r on r.id = e.id)
select exists (select from reached where id = ${id}::bigint) as is_circular,
  array(select w.id from wanted w where not exists (select from event e where e.id = w.id and e.owner_id = ${ownerId})) as foreign_ids`)
  const field = 'data.condition_event_ids'
  const foreignViolations = await createForeignRowViolations(
    { resource: 'event', ids: found?.foreign_ids ?? [], field },
    call,
  )
  return found?.is_circular ? [...foreignViolations, { symbol: 'circular_condition', field }] : foreignViolations
}
