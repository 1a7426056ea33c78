import { defineResource, one } from '@wachta/resource'
import { type Field, id, number } from '@wachta/resource/field'
import { type CallerRef, never, own, type RowRef } from '@wachta/resource/permission'
import { type RawBuilder, sql } from 'kysely'
import { canReadGroup, limitToGroups } from '../../platform/access.ts'
import { type CounterName, counterNames, isOwn, toStateCounter } from './counters.ts'

const counters = Object.fromEntries(counterNames.map((name) => [name, number()])) as Record<
  CounterName,
  Field<ReturnType<typeof number>['schema']>
>

/** The services of a group count as own or as shared for the caller, never as both. */
const createCounterExpression =
  (name: CounterName) =>
  (row: RowRef, { actsFor }: CallerRef): RawBuilder<unknown> =>
    sql`case when ${row('owner_id')} ${isOwn(name) ? sql`=` : sql`<>`} ${actsFor} then ${row(toStateCounter(name))} else 0 end`

const computed = Object.fromEntries(counterNames.map((name) => [name, createCounterExpression(name)])) as Record<
  CounterName,
  ReturnType<typeof createCounterExpression>
>

/** The numbers of services and steps of a group, by status. */
export const groupStats = defineResource('group_stats', {
  table: 'group_statistics',
  title: 'group statistics',
  fields: { group_id: id(), ...counters },
  key: 'group_id',
  computed,
  relations: { group: one('group', 'group_id') },
  paths: ['group.name'],
  owner: null,
  groupLimit: limitToGroups('group_id'),
  permissions: { delete: never, own: own(), read: canReadGroup('group_id'), update: never },
  serve: { path: '/group_stats', tag: 'group_stats', operations: ['list', 'search', 'read', 'permissions'] },
})
