import { type RawBuilder, sql } from 'kysely'

const owners = ['own', 'shared'] as const
const states = ['', 'paused_', 'failure_', 'archived_'] as const
const units = ['services', 'service_steps'] as const

export type CountedUnit = `${(typeof states)[number]}${(typeof units)[number]}`
export type CounterName = `${(typeof owners)[number]}_${CountedUnit}`

const countedUnits: readonly CountedUnit[] = states.flatMap((state) => units.map((unit) => `${state}${unit}` as const))

/** The sixteen counters: own or shared services, by state and measure. */
export const counterNames: readonly CounterName[] = owners.flatMap((owner) =>
  countedUnits.map((countedUnit) => `${owner}_${countedUnit}` as const),
)

export const isOwn = (name: CounterName): boolean => name.startsWith('own_')
export const toCountedUnit = (name: CounterName): CountedUnit => name.slice(name.indexOf('_') + 1) as CountedUnit

const conditions: Readonly<Record<(typeof states)[number], RawBuilder<unknown>>> = {
  '': sql`true`,
  paused_: sql`v.status = 'paused'`,
  failure_: sql`v.status = 'failure'`,
  archived_: sql`v.is_archived`,
}

/** The eight measures as SQL over rows of `service v`. */
export const countUnits = (prefix: string): RawBuilder<unknown> =>
  sql.join(
    states.flatMap((state) => [
      sql`(count(*) filter (where ${conditions[state]}))::int as ${sql.id(`${prefix}${state}services`)}`,
      sql`(coalesce(sum(v.step_count) filter (where ${conditions[state]}), 0))::int as ${sql.id(`${prefix}${state}service_steps`)}`,
    ]),
  )
