import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { loadHead, type VerifyFault, type VerifyResult, verifyRecord } from '@wachta/evidence'
import {
  createRecordedHistory,
  minuteMs,
  type RecordedHistory,
  recordedMs,
  start,
} from '@wachta/testing/recorded-history'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { keepPristine } from './support/pristine.ts'

let recorded: RecordedHistory
let putBack: () => Promise<void>
const end = start + recordedMs

before(async () => {
  recorded = await createRecordedHistory()
  // The last 15 minutes are not sealed.
  await recorded.seal(end)
  putBack = await keepPristine(recorded.db)
})
after(() => recorded[Symbol.asyncDispose]())
afterEach(() => putBack())

const look = (options = {}): Promise<VerifyResult> => verifyRecord(recorded.db, options)
const tamper = (statement: RawBuilder<unknown>) =>
  recorded.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    return tx.query(statement)
  })
const times = (faults: readonly VerifyFault[]) =>
  faults.map((fault) =>
    'time' in fault ? `${fault.fault} ${((fault.time?.getTime() ?? 0) - start) / minuteMs}` : fault.fault,
  )

test('control: an untouched record has no faults', async () => {
  const found = await look()
  assert.deepEqual(found.faults, [])
  assert.equal(found.faultCount, 0)
  assert.deepEqual(
    { ...found.analyses, corrections: found.corrections },
    { checked: 315, unsealed: 45, pending: 0, expiredDays: 0, unprovable: 0, erased: 0, corrections: 2 },
  )
  assert.ok(found.details.checked > 20 && found.audit.entries > 5)
  assert.deepEqual(found.head, await loadHead(recorded.db))
  assert.equal(found.sealedTo?.getTime(), end - 15 * minuteMs)
})

/** Rehashes the chain as if its first links had been written before links had versions. */
const makeOlder = (count: number) =>
  tamper(sql`do $$ declare link seal; before bytea; begin
  for link in select * from seal order by number loop
    if link.number <= ${sql.lit(count)} then link.version := 1; link.content_sha256 := null; end if;
    link.previous_hash := before;
    link.hash := seal_hash(link);
    update seal s set version = link.version, content_sha256 = link.content_sha256, previous_hash = before, hash = link.hash
    where s.number = link.number;
    before := link.hash;
  end loop;
end $$`)

test('a chain that begins with links of version 1 has no faults, and a change of a link of either version is reported', async () => {
  await makeOlder(3)
  assert.deepEqual(
    await recorded.db.query(
      sql`select version, count(*)::int from seal where number between 2 and 5 group by 1 order by 1`,
    ),
    [
      { version: 1, count: 2 },
      { version: 2, count: 2 },
    ],
  )
  assert.deepEqual((await look()).faults, [])
  for (const number of [2, 5]) {
    await putBack()
    await makeOlder(3)
    await tamper(sql`update seal set content = set_byte(content, 3, get_byte(content, 3) # 1) where number = ${number}`)
    const { faults } = await look()
    assert.ok(
      faults.some((fault) => fault.table === 'seal' && fault.number === number),
      JSON.stringify(faults),
    )
  }
})

/** A manipulation of one row by the owner of the database: a byte of it, or a whole field. */
const flips: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
  analysis: [
    sql`checks = set_byte(checks, 0, get_byte(checks, 0) # 1)`,
    sql`checks = set_byte(checks, length(checks) - 1, get_byte(checks, length(checks) - 1) # 128)`,
    sql`checks = set_byte(checks, length(checks) / 2, get_byte(checks, length(checks) / 2) # 16)`,
    sql`failure = not failure`,
    sql`ok_checks_count = ok_checks_count # 1`,
    sql`error_checks_count = error_checks_count # 256`,
    sql`unknown_checks_count = unknown_checks_count # 2`,
    sql`revision = revision # 65536`,
    sql`error_tolerance = error_tolerance # 4`,
    sql`kind = 'f'`,
  ],
  check_detail: [sql`error_message = error_message || ' '`, sql`metrics = '{}'`],
  correction: [
    sql`status = case status when 'ok' then 'failure' else 'ok' end`,
    sql`description = description || '.'`,
    sql`start_time = start_time - interval '1 millisecond'`,
    sql`end_time = end_time + interval '1 microsecond'`,
    sql`created_at = created_at + interval '1 second'`,
    sql`owner_id = owner_id + 1`,
  ],
  audit: [
    sql`operation = operation || '_'`,
    sql`time = time + interval '1 microsecond'`,
    sql`actor_id = coalesce(actor_id, 0) + 1`,
    sql`api_key_id = coalesce(api_key_id, 0) + 1`,
    sql`application_id = coalesce(application_id, 0) + 1`,
    sql`after = coalesce(after, '{}') || '{"status": "ok "}'`,
    sql`object_id = object_id || '0'`,
    sql`hash = set_byte(hash, 31, get_byte(hash, 31) # 1)`,
    sql`subject_digest = sha256('other')`,
  ],
}

interface RowLocation {
  readonly ctid: string
  readonly tableoid: number
  readonly key: Readonly<Record<string, unknown>>
}

/** The columns of each table by which a fault identifies a row. */
const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  analysis: sql`jsonb_build_object('service_id', service_id, 'time', time)`,
  check_detail: sql`jsonb_build_object('service_id', service_id, 'time', time)`,
  correction: sql`jsonb_build_object('id', id)`,
  audit: sql`jsonb_build_object('id', id)`,
}

test('a change of any single byte is reported', async () => {
  const tables = Object.keys(flips)
  let named = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...tables), fc.nat(), fc.nat(), async (table, row, flip) => {
      await putBack()
      const sealed =
        table === 'analysis' || table === 'check_detail' ? sql`where time < ${new Date(end - 15 * minuteMs)}` : sql``
      const rows =
        await recorded.db.query(sql<RowLocation>`select ctid::text, tableoid::int, ${keys[table] ?? sql``} as key
from ${sql.table(table)} ${sealed} order by 3`)
      const { ctid, tableoid, key } = rows[row % rows.length] ?? { ctid: '', tableoid: 0, key: {} }
      const change = flips[table]?.[flip % (flips[table]?.length ?? 1)] ?? sql``
      await tamper(sql`update ${sql.table(table)} set ${change} where ctid = ${ctid}::tid and tableoid = ${tableoid}`)
      const found = await look()
      const wanted = found.faults.find(
        (fault) =>
          fault.table === table &&
          ('id' in key
            ? 'id' in fault && fault.id === key['id']
            : 'time' in fault &&
              'service_id' in fault &&
              fault.service_id === key['service_id'] &&
              fault.time?.getTime() === Date.parse(String(key['time']))),
      )
      assert.ok(wanted, `${table} ${JSON.stringify(key)} is among ${JSON.stringify(found.faults)}`)
      // No untouched record is reported, except for faults that follow from the change.
      assert.ok(found.faultCount <= 3, JSON.stringify(found.faults))
      named += 1
    }),
    { numRuns: 40 },
  )
  assert.ok(named >= 20)
})

test('deleted, added and exchanged analyses are reported', async () => {
  const [service = 0, other = 0] = recorded.services
  const at = (minutes: number) => new Date(start + minutes * minuteMs)
  await tamper(sql`delete from analysis where service_id = ${service} and time = ${at(20)}`)
  const { faults: missing } = await look()
  assert.deepEqual(missing, [
    { table: 'analysis', fault: 'missing', service_id: service, window_start: at(15), after: at(19), before: at(21) },
  ])
  await putBack()
  const copy = (id: number, time: Date) =>
    sql`insert into analysis select ${id}::bigint, ${time}::timestamptz, revision, error_tolerance, ok_checks_count, error_checks_count,
  unknown_checks_count, failure, kind, checks from analysis where service_id = ${service} and time = ${at(20)}`
  await tamper(copy(service, new Date(start + 20.5 * minuteMs)))
  assert.deepEqual(times((await look()).faults), ['added 20.5'])
  await tamper(copy(987_654, at(20)))
  assert.deepEqual(times((await look()).faults), ['added 20.5', 'added 20'])
  await putBack()
  await tamper(sql`update analysis a set checks = b.checks, failure = b.failure, ok_checks_count = b.ok_checks_count,
  error_checks_count = b.error_checks_count from analysis b
where a.service_id = ${other} and b.service_id = ${other} and a.time in (${at(7)}, ${at(8)}) and b.time in (${at(7)}, ${at(8)}) and a.time <> b.time`)
  assert.deepEqual(times((await look()).faults), ['changed 7', 'changed 8'])
  await putBack()
  // Records of other accounts are not verified.
  await tamper(sql`update analysis set failure = not failure where service_id = ${service}`)
  const all = await look()
  assert.deepEqual([all.faultCount, all.faults.length], [105, 100])
  assert.equal((await look({ account: recorded.owner.id })).faultCount, 105)
  assert.equal((await look({ account: recorded.owner.id + 1 })).faultCount, 0)
  assert.equal((await look({ from: at(30), to: at(45) })).faultCount, 15)
})

test('changed, removed and cut-off links are reported', async () => {
  const head = await loadHead(recorded.db)
  assert.ok(head && head.number > 10)
  const [some] = await recorded.db.query(
    sql<{
      number: number
    }>`select max(number) as number from seal where kind = 'analyses' and window_start < ${new Date(start + 30 * minuteMs)}`,
  )
  const number = some?.number ?? 0
  await tamper(sql`update seal set content = set_byte(content, 5, get_byte(content, 5) # 1) where number = ${number}`)
  const broken = await look()
  assert.deepEqual(
    broken.faults.map((fault) => 'number' in fault && [fault.fault, fault.number]),
    [['changed', number]],
  )
  assert.ok(broken.analyses.unprovable > 0)
  // Changing a link together with its hash breaks the next link.
  await tamper(sql`update seal s set content_sha256 = sha256(content), hash = seal_hash(s) where number = ${number}`)
  assert.deepEqual(
    (await look()).faults.map((fault) => 'number' in fault && [fault.fault, fault.number]),
    [['unlinked', number + 1]],
  )
  await putBack()
  await tamper(sql`delete from seal where number = ${number}`)
  const [gone] = (await look()).faults
  assert.deepEqual([gone?.table, gone?.fault, gone && 'number' in gone && gone.number], ['seal', 'missing', number])
  await putBack()
  // A chain without its end is still valid: only a noted head proves that it was longer.
  await tamper(sql`delete from seal where number = ${head.number}`)
  assert.deepEqual(
    (await look()).faults.filter(({ table }) => table === 'seal'),
    [],
  )
  assert.deepEqual(
    (await look({ since: head })).faults.filter(({ table }) => table === 'seal'),
    [{ table: 'seal', fault: 'cut', number: head.number }],
  )
})

test('a chain that was recomputed after a change is detected with a noted head', async () => {
  const head = await loadHead(recorded.db)
  assert.ok(head)
  assert.equal((await look({ since: head })).faultCount, 0)
  const [victim] = await recorded.db.query(
    sql<{ number: number }>`select max(number) as number from seal where kind = 'audit'`,
  )
  await tamper(sql`delete from seal where number >= ${victim?.number ?? 0}`)
  await recorded.seal(end)
  await recorded.seal(end + 20 * minuteMs)
  const found = await look({ since: head })
  assert.deepEqual(
    found.faults.map(({ table, fault }) => [table, fault]),
    [['seal', 'other']],
  )
  assert.equal((await look()).faultCount, 0, 'without it, no change can be found')
})

test('audit entries that were cut off after they were sealed are reported', async () => {
  const [last] = await recorded.db.query(sql<{
    id: number
    tree_id: number
    sequence: number
  }>`select id, tree_id, sequence from audit
where resource <> 'correction' or operation like '%delete%' order by id desc limit 1`)
  await tamper(sql`delete from audit where id = ${last?.id ?? 0}`)
  const { faults } = await look()
  assert.deepEqual(
    faults.filter(({ table }) => table === 'audit'),
    [{ table: 'audit', fault: 'cut', tree_id: last?.tree_id, sequence: last?.sequence }],
  )
})

test('a correction without an audit entry and a deleted correction are reported', async () => {
  const [service = 0] = recorded.services
  await tamper(sql`insert into correction (service_id, owner_id, start_time, end_time, status)
values (${service}, ${recorded.owner.id}, now(), now() + interval '1 hour', 'ok')`)
  await tamper(sql`delete from correction where id = (select min(id) from correction)`)
  const { faults } = await look()
  assert.deepEqual(faults.map(({ table, fault }) => `${table} ${fault}`).sort(), [
    'correction added',
    'correction missing',
  ])
})

test('check details erased with their account are counted; missing analyses and details of other accounts are reported', async () => {
  const all = await look()
  await tamper(sql`delete from check_detail`)
  assert.ok((await look()).faults.every(({ table, fault }) => table === 'check_detail' && fault === 'missing'))
  assert.ok((await look()).faultCount > 0, 'control: the account stands')
  await tamper(sql`delete from service`)
  await tamper(sql`update service_revision set owner_id = 987654`)
  const erased = await look()
  assert.deepEqual([erased.faultCount, erased.details.erased], [0, all.details.checked])
  await tamper(sql`delete from analysis where service_id = ${recorded.services[0]}`)
  assert.ok((await look()).faultCount > 0, 'analyses stay when an account goes')
})

test('days deleted by retention, the oldest first, are no fault; a missing day between others is reported', async () => {
  await recorded.db.query(sql`select partition_days(array['2026-03-28'::date])`)
  await tamper(sql`drop table analysis_20260329`)
  const { faults } = await look()
  assert.deepEqual(
    faults.filter(({ table }) => table === 'analysis'),
    [{ table: 'analysis', fault: 'day_missing', day: '2026-03-29' }],
  )
  await tamper(sql`drop table analysis_20260328`)
  const expired = await look()
  assert.deepEqual([expired.faultCount, expired.analyses.expiredDays, expired.analyses.checked], [0, 1, 0])
  await recorded.db.query(sql`select partition_days(array['2026-03-29'::date])`)
})
