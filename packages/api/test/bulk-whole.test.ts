import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { addPackage } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder, shareGroup } from '@wachta/testing/api/watched'
import fc from 'fast-check'
import { sql } from 'kysely'

/** Where an id comes from decides what the caller may do with it. */
const sources = ['own', 'modifiable', 'readable', 'foreign', 'absent'] as const
type Source = (typeof sources)[number]
const isWritable = (source: Source) => source === 'own' || source === 'modifiable'

interface ChosenRow {
  readonly source: Source
  readonly id: number
}

interface Row {
  readonly id: number
  readonly service_id: number
  readonly description: string
}

interface Outcome {
  readonly done: boolean
  /** The indexes of the ids that the answer rejects. */
  readonly places: readonly number[]
  /** The ids of the created records. */
  readonly created: readonly number[]
}

interface Bulk {
  readonly table: 'correction' | 'suspension'
  readonly path: string
  readonly action: 'create' | 'update' | 'delete'
}

const bulks: readonly Bulk[] = [
  { table: 'correction', path: '/corrections', action: 'create' },
  { table: 'correction', path: '/corrections', action: 'update' },
  { table: 'correction', path: '/corrections', action: 'delete' },
  { table: 'suspension', path: '/suspensions', action: 'create' },
  { table: 'suspension', path: '/suspensions', action: 'delete' },
  { table: 'suspension', path: '/scheduled_suspensions', action: 'create' },
  { table: 'suspension', path: '/scheduled_suspensions', action: 'delete' },
]

const window = { start_time: '2026-03-01T10:00:00Z', end_time: '2026-03-01T11:00:00Z' }
const perSource = 3
const absent = 900_000_000

let api: TestApi
let caller: Holder
let services: Record<Source, number[]>

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  caller = await addHolder(api.owner)
  const neighbour = await addHolder(api.owner)
  const of = async (owner: Holder, modify?: boolean) => {
    const group = await addGroup(api.owner, owner)
    if (modify !== undefined) await shareGroup(api.owner, group, caller, modify)
    return addServices(api.owner, group, perSource)
  }
  services = {
    own: await of(caller),
    modifiable: await of(neighbour, true),
    readable: await of(neighbour, false),
    foreign: await of(neighbour),
    absent: [absent, absent + 1, absent + 2],
  }
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const mixes = fc.array(
  fc.record({
    source: fc.oneof(
      { arbitrary: fc.constantFrom('own' as const, 'modifiable' as const), weight: 4 },
      fc.constantFrom(...sources),
    ),
    index: fc.nat(perSource - 1),
  }),
  { maxLength: 8 },
)

/** For any mix of ids, a bulk operation does everything that was requested, or nothing and says why. */
const isWhole = (
  bulk: Bulk,
  perform: (bulk: Bulk, ids: readonly number[], word: string) => Promise<Outcome>,
  seen: boolean[] = [],
) =>
  fc.asyncProperty(mixes, async (mix) => {
    const rows = await reset(bulk.table)
    const chosen: ChosenRow[] = mix.map(({ source, index }) => ({ source, id: idOf(bulk, rows, source, index) }))
    const ids = chosen.map(({ id }) => id)
    const audited = await auditCount()
    const { done, places, created } = await perform(bulk, ids, 'marked')
    const [now, written] = [await contents(bulk.table), (await auditCount()) - audited]

    const distinct = new Set(ids)
    const isRepeated = bulk.action === 'delete' && distinct.size < ids.length
    const faulty = chosen.flatMap(({ source }, place) => (isWritable(source) ? [] : [place]))
    const mayBeDone = faulty.length === 0 && !isRepeated
    seen.push(mayBeDone)
    if (!mayBeDone)
      return !done && written === 0 && isDeepStrictEqual(now, rows) && (isRepeated || isDeepStrictEqual(places, faulty))
    return done && written === distinct.size && isDeepStrictEqual(now, expected(bulk, rows, ids, created))
  })

for (const bulk of bulks)
  test(`bulk ${bulk.action} of ${bulk.path.slice(1)} does everything or nothing, whatever the ids are`, async () => {
    const seen: boolean[] = []
    await fc.assert(isWhole(bulk, whole, seen), { numRuns: 60 })
    assert.ok(seen.filter(Boolean).length > 2 && seen.filter((done) => !done).length > 2, 'both happened')
  })

for (const bulk of bulks)
  test(`bulk ${bulk.action} of ${bulk.path.slice(1)}: one that takes the ids one after the other is found out`, async () => {
    const { failed, counterexample } = await fc.check(isWhole(bulk, oneByOne), { numRuns: 200 })
    assert.ok(failed)
    const least = (counterexample?.[0] ?? []).map(({ source }) => isWritable(source)).sort()
    assert.deepEqual(least, [false, true], 'an id that works and one that does not')
  })

const said = ({ table, action }: Bulk, word: string) => {
  if (action === 'delete') return {}
  if (action === 'update') return { description: word }
  return { ...window, description: word, ...(table === 'correction' && { status: 'ok' }) }
}

/** Runs the operation itself. */
async function whole(bulk: Bulk, ids: readonly number[], word: string): Promise<Outcome> {
  const name = bulk.action === 'create' ? 'service_ids' : 'ids'
  const reply = await api.call('POST', `${bulk.path}/bulk_${bulk.action}`, {
    as: caller.as,
    body: { [name]: ids, ...said(bulk, word) },
  })
  const done = reply.status < 300
  const faults: { field?: string }[] = done ? [] : reply.body
  return {
    done,
    places: faults.map(({ field }) => Number(field?.split('.').at(-1))),
    created: bulk.action === 'create' && done ? reply.body.map(({ id }: { id: number }) => id) : [],
  }
}

/** A wrong bulk: one request per id, each of which succeeds or fails by itself. It handles repeated ids correctly. */
async function oneByOne(bulk: Bulk, ids: readonly number[], word: string): Promise<Outcome> {
  if (new Set(ids).size < ids.length) return whole(bulk, ids, word)
  const outcomes: Outcome[] = []
  for (const id of ids) outcomes.push(await whole(bulk, [id], word))
  return {
    done: outcomes.every(({ done }) => done),
    places: outcomes.flatMap(({ done }, place) => (done ? [] : [place])),
    created: outcomes.flatMap(({ created }) => created),
  }
}

/** Resets the table to one row per service, as if it had always been there. */
async function reset(table: Bulk['table']): Promise<Row[]> {
  const status = table === 'correction'
  await api.owner.query(sql`delete from ${sql.table(table)}`)
  await api.owner.query(sql`insert into ${sql.table(table)} (service_id, start_time, end_time${status ? sql`, status` : sql``})
select id, ${window.start_time}, ${window.end_time}${status ? sql`, 'ok'` : sql``} from service order by id`)
  return contents(table)
}

const contents = (table: Bulk['table']): Promise<Row[]> =>
  api.owner.query(sql<Row>`select id, service_id, description from ${sql.table(table)} order by id`)

async function auditCount(): Promise<number> {
  const [found] = await api.owner.query(sql<{ count: number }>`select count(*)::int as count from audit`)
  return found?.count ?? 0
}

function idOf({ action }: Bulk, rows: readonly Row[], source: Source, index: number): number {
  const service = services[source][index] ?? 0
  if (action === 'create' || source === 'absent') return service
  return rows.find(({ service_id }) => service_id === service)?.id ?? 0
}

/** The expected table after a complete operation. */
function expected({ action }: Bulk, rows: readonly Row[], ids: readonly number[], created: readonly number[]): Row[] {
  if (action === 'delete') return rows.filter(({ id }) => !ids.includes(id))
  if (action === 'update') return rows.map((row) => (ids.includes(row.id) ? { ...row, description: 'marked' } : row))
  const made = new Map(created.map((id, place) => [id, { id, service_id: ids[place] ?? 0, description: 'marked' }]))
  if (created.length !== ids.length || made.size !== new Set(ids).size) return []
  return [...rows, ...[...made.values()].sort((one, other) => one.id - other.id)]
}
