import { type RawBuilder, sql } from 'kysely'

const owners = ['own', 'shared'] as const
const states = ['', 'paused_', 'failure_', 'archived_'] as const
const measures = ['services', 'service_steps'] as const

export type StateCounter = `${(typeof states)[number]}${(typeof measures)[number]}`
export type CounterName = `${(typeof owners)[number]}_${StateCounter}`

const stateCounters: readonly StateCounter[] = states.flatMap((state) =>
  measures.map((measure) => `${state}${measure}` as const),
)

/** The sixteen counters of own and of shared services and steps, by state. */
export const counterNames: readonly CounterName[] = owners.flatMap((owner) =>
  stateCounters.map((stateCounter) => `${owner}_${stateCounter}` as const),
)

export const isOwn = (name: CounterName): boolean => name.startsWith('own_')
export const toStateCounter = (name: CounterName): StateCounter => name.slice(name.indexOf('_') + 1) as StateCounter

const conditions: Readonly<Record<(typeof states)[number], RawBuilder<unknown>>> = {
  '': sql`true`,
  paused_: sql`v.status = 'paused'`,
  failure_: sql`v.status = 'failure'`,
  archived_: sql`v.is_archived`,
}

/** Returns the SQL of eight counters over rows of `service v`, named with the prefix. */
export const selectStateCounters = (prefix: string): RawBuilder<unknown> =>
  sql.join(
    states.flatMap((state) => [
      sql`(count(*) filter (where ${conditions[state]}))::int as ${sql.id(`${prefix}${state}services`)}`,
      sql`(coalesce(sum(v.step_count) filter (where ${conditions[state]}), 0))::int as ${sql.id(`${prefix}${state}service_steps`)}`,
    ]),
  )
