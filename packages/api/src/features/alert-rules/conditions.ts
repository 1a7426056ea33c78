import { listOperation, type Operation, pathKey } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { event } from './event.ts'

/** Lists the rules that can be conditions of a rule: all of its account except itself and rules that depend on it. */
export const possibleConditions = ({ searcher }: ApiContext): Operation =>
  listOperation(searcher, event, {
    id: 'list_event_possible_conditions',
    path: '/events/{_id}/possible_conditions',
    tag: 'events',
    summary: 'Events that an event may depend on, including those that it already depends on.',
    access: 'customer',
    on: { resource: 'event', flag: 'read' },
    within: {
      cacheKey: 'possible conditions',
      condition: (
        row,
      ) => sql<boolean>`${row('owner_id')} = (select c.owner_id from event c where c.id = ${pathKey}::bigint)
and ${row('id')} <> all(array(with recursive dependent(id) as (select ${pathKey}::bigint
  union select c.id from event c join dependent d on c.condition_event_ids @> array[d.id])
select id from dependent))`,
    },
  })
