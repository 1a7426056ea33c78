import { median } from '../support/measure.ts'
import type { RoundOf } from '../support/rounds.ts'
import { formatTable } from '../support/table.ts'
import type { MeasuredUsage } from '../support/usage.ts'

export type Round = RoundOf<'ours' | 'pg' | 'fastify' | 'oursAdministrator' | 'pgAdministrator'>

const aims = { ratio: 0.55, p99: 2 }

const titles: Readonly<Record<keyof Round, string>> = {
  ours: 'customer: POST /accounts/search',
  pg: 'customer: the statements through pg alone',
  fastify: 'Fastify answering a constant',
  oursAdministrator: 'administrator: POST /accounts/search',
  pgAdministrator: 'administrator: the statements through pg alone',
}

/** Returns the table, the conclusions and the result line. */
export function report(rounds: readonly Round[]): readonly string[] {
  const ratio = median(
    rounds.map(({ ours, pg, fastify }) => ours.perSecond / Math.min(pg.perSecond, fastify.perSecond)),
  )
  const p99 = median(rounds.map(({ ours, pg }) => ours.p99 / pg.p99))
  const administrators = rounds.map(
    ({ oursAdministrator, pgAdministrator }) => oursAdministrator.perSecond / pgAdministrator.perSecond,
  )
  return [
    '',
    ...formatTable(titles, rounds),
    '',
    `administrator: ${median(administrators).toFixed(2)} of the statements alone`,
    ...(ratio >= aims.ratio && p99 <= aims.p99 ? [] : [describeMiss(rounds)]),
    `search: ratio ${ratio.toFixed(2)}, p99 ratio ${p99.toFixed(2)}`,
  ]
}

function describeMiss(rounds: readonly Round[]): string {
  const formatMedian = (subject: keyof Round, name: keyof MeasuredUsage) =>
    median(rounds.map((round) => round[subject][name])).toFixed(0)
  return (
    `not within the aim (ratio at least ${aims.ratio}, p99 ratio at most ${aims.p99}): a search takes ` +
    `${formatMedian('ours', 'subject')} µs of the api process, ${formatMedian('ours', 'postgres')} of PostgreSQL and ${formatMedian('ours', 'load')} of the ` +
    `load generator; through pg alone it takes ${formatMedian('pg', 'subject')} and ${formatMedian('pg', 'postgres')}. ` +
    `Other work used ${median(rounds.map(({ ours }) => ours.others)).toFixed(1)} processors meanwhile.`
  )
}
