import type { Database } from '@wachta/database'
import { advance, initialState, unpackChecks, verdictOf } from '@wachta/domain'
import { sql } from 'kysely'
import { services } from './faults-world.ts'

interface Stored {
  readonly slot: number
  readonly error_tolerance: number
  readonly checks: Buffer
}

interface StoredStatus {
  readonly status: string
  readonly start: number
  readonly end: number | null
}

/** The statuses that are not what the analyses in their order come to; each is a line about one service. */
export async function wrongStatuses(db: Database, { from, to }: { from: number; to: number }): Promise<string[]> {
  const wrong: string[] = []
  for (const { service_id } of services) {
    const analyses =
      await db.query(sql<Stored>`select (extract(epoch from time) * 1000)::int8 as slot, error_tolerance, checks
from analysis where service_id = ${service_id} order by time`)
    const stored =
      await db.query(sql<StoredStatus>`select status, (extract(epoch from start_time) * 1000)::int8 as start,
  (extract(epoch from end_time) * 1000)::int8 as "end" from status_change where service_id = ${service_id} order by start_time`)
    const expected = [...statusesOf(analyses, from), `paused from ${to}`]
    const found = stored.map(({ status, start }) => `${status} from ${start}`)
    if (found.join() !== expected.join())
      wrong.push(`${service_id} is stored as ${found.join(', ')}, its analyses say ${expected.join(', ')}`)
    if (stored.some(({ end }, place) => end !== (stored[place + 1]?.start ?? null)))
      wrong.push(`${service_id} has statuses that do not follow one another`)
  }
  return wrong
}

function statusesOf(analyses: readonly Stored[], from: number): string[] {
  const statuses: string[] = []
  let state = initialState(from)
  for (const { slot, error_tolerance, checks } of analyses) {
    const said = unpackChecks(checks)
    const results = new Map(said.map(({ sensor_id, result }) => [sensor_id, result]))
    const verdict = verdictOf({ expected: said.map(({ sensor_id }) => sensor_id), results, error_tolerance })
    const next = advance(state, { slot, ...verdict })
    if (next.change) statuses.push(`${next.change.to} from ${next.change.at}`)
    state = next.state
  }
  return statuses
}
