import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { waitForValue } from '@wachta/testing/eventually'
import { sql } from 'kysely'
import { pino } from 'pino'
import { registry } from '../src/features/registry.ts'
import { cleanUp, keepCleaningUp } from '../src/platform/cleanup.ts'

const day = 86_400_000
const slot = '2026-03-01T12:00:00Z'
let api: TestApi
before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  await api.owner.query(sql`select partition_days(array['2026-03-01'::date])`)
})
after(() => api[Symbol.asyncDispose]())

const later = (days: number) => new Date(Date.now() + days * day)

/** A service of the account, with the error message of a check and a page that the check stored. */
async function watched(account: number): Promise<number> {
  const service = await createTestService(api, await openSession(api.owner, account))
  const key = `20260301/${account}/page${service}`
  await api.objects.put(key, Buffer.from('Jan Kowalski'))
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, error_message)
values (${service}, ${slot}, 1, 'Jan Kowalski')`)
  await api.owner.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service}, ${slot}, 1, 'content', ${key}, 'text/html', 'page.html', 12, false, now())`)
  return service
}

async function evidenceOf(account: number, services: readonly number[]): Promise<number[]> {
  const [rows] = await api.owner.query(sql<{ details: number; artifacts: number }>`select
  (select count(*)::int from check_detail where service_id = any(${services})) as details,
  (select count(*)::int from artifact where service_id = any(${services})) as artifacts`)
  const objects = await Promise.all(services.map((service) => api.objects.get(`20260301/${account}/page${service}`)))
  for (const found of objects) found?.stream.destroy()
  return [rows?.details ?? -1, rows?.artifacts ?? -1, objects.filter((one) => one !== undefined).length]
}

test('evidence is erased with its account, however the account is deleted; that of others remains', async () => {
  const [closed, deleted, other] = [
    await addAccount(api.owner),
    await addAccount(api.owner),
    await addAccount(api.owner),
  ]
  const kept = await watched(closed)
  const dropped = await watched(closed)
  const services = [kept, dropped]
  await api.call('DELETE', `/services/${dropped}`, { as: await openSession(api.owner, closed) })
  const ofDeleted = [await watched(deleted)]
  const ofOther = [await watched(other)]
  await api.call('POST', `/accounts/${closed}/close`, { as: await openSession(api.owner, closed) })
  await api.owner.query(sql`delete from account where id = ${deleted}`)

  await cleanUp({ ...api, registry }, later(29))
  assert.deepEqual(await evidenceOf(closed, services), [2, 2, 2], 'it can still be opened again')
  const [service] = await api.owner.query(sql`select from service where id = ${dropped}`)
  assert.equal(service, undefined)

  await cleanUp({ ...api, registry }, later(31))
  assert.deepEqual(await evidenceOf(closed, services), [0, 0, 0])
  assert.deepEqual(await evidenceOf(deleted, ofDeleted), [0, 0, 0])
  assert.deepEqual(await evidenceOf(other, ofOther), [1, 1, 1])
})

test('an account whose objects cannot be deleted is kept for the next run', async () => {
  const account = await addAccount(api.owner)
  const service = await watched(account)
  await api.owner.query(sql`update account set erase_after = now() - interval '1 day' where id = ${account}`)
  const remove = () => Promise.reject(new Error('the store is away'))
  await assert.rejects(cleanUp({ ...api, registry, objects: { ...api.objects, remove } }, new Date()), AggregateError)
  assert.deepEqual(await evidenceOf(account, [service]), [1, 1, 1])
  assert.equal((await cleanUp({ ...api, registry }, new Date())).accounts, 1)
  assert.deepEqual(await evidenceOf(account, [service]), [0, 0, 0])
})

test('accounts that cannot be erased do not keep others from their turn', async () => {
  const accounts: number[] = []
  for (let count = 0; count < 42; count += 1) accounts.push(await addAccount(api.owner))
  const [closed, deleted] = [accounts.slice(0, 21), accounts.slice(21)]
  await api.owner.query(sql`update account set erase_after = now() - interval '1 day' where id = any(${closed})`)
  await api.owner.query(sql`delete from account where id = any(${deleted})`)
  await api.owner.query(
    sql`update audit_erasure set erase_after = now() - interval '1 day' where account_id = any(${deleted})`,
  )
  const tried = new Set<string>()
  const remove = (prefix: string) => {
    tried.add(prefix.split('/').at(-2) ?? '')
    return Promise.reject(new Error('the store is away'))
  }
  const failed = new Set<number>()
  const broken = { ...api, registry, objects: { ...api.objects, remove } }
  await assert.rejects(cleanUp(broken, new Date(), failed), AggregateError)
  assert.equal(tried.size, 40, 'the first run is limited')
  await assert.rejects(cleanUp(broken, new Date(), failed), AggregateError)
  const untried = accounts.filter((account) => !tried.has(String(account)))
  assert.deepEqual(untried, [], 'the second one begins with the others')
  for (let run = 1; run <= 4; run += 1) await cleanUp({ ...api, registry }, new Date(), failed)
  assert.equal(failed.size, 0, 'all are erased')
})

test('diagnostics, manual checks and dead letters are deleted after their retention', async () => {
  const account = await addAccount(api.owner)
  const service = await createTestService(api, await openSession(api.owner, account))
  const [sensor] = await api.owner.query(sql<{ id: number }>`insert into sensor (name) values ('Public') returning id`)
  await api.owner.query(sql`insert into diagnostic (id, owner_id, kind, sensor_id, settings, expires_at)
values (${'a'.repeat(40)}, ${account}, 'dns', ${sensor?.id}, '{}', now() + interval '1 day')`)
  await api.owner.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time)
values (${service}, now(), 'f', '{1}', 1, 0, 1000, now())`)
  await api.owner.query(sql`insert into dead_letter (subject, reason, content) values ('res.live', 'no JSON', '')`)
  await api.owner.query(sql`insert into stray_count values (current_date, 1, 'slot', 1)`)
  const left = async (at: Date) => {
    await cleanUp({ ...api, registry }, at)
    const [counts] = await api.owner.query(sql<
      Record<string, number>
    >`select (select count(*)::int from diagnostic) as diagnostic,
  (select count(*)::int from forced_analysis) as forced, (select count(*)::int from dead_letter) as dead,
  (select count(*)::int from stray_count) as stray`)
    return [counts?.['diagnostic'], counts?.['forced'], counts?.['dead'], counts?.['stray']]
  }
  assert.deepEqual(await left(later(0.9)), [1, 1, 1, 1])
  assert.deepEqual(await left(later(1.1)), [0, 1, 1, 1])
  assert.deepEqual(await left(later(29)), [0, 1, 1, 1])
  assert.deepEqual(await left(later(31)), [0, 0, 0, 1])
  assert.deepEqual(await left(later(399)), [0, 0, 0, 1])
  assert.deepEqual(await left(later(402)), [0, 0, 0, 0])
})

test('a deleted account whose traces cannot be erased does not keep those of others', async () => {
  const [stuck, other] = [await addAccount(api.owner), await addAccount(api.owner)]
  const services = [await watched(stuck), await watched(other)]
  await api.owner.query(sql`delete from account where id in (${stuck}, ${other})`)
  await api.owner.query(
    sql`update audit_erasure set erase_after = now() - interval '1 day' where account_id in (${stuck}, ${other})`,
  )
  const remove = (prefix: string) =>
    prefix.endsWith(`/${stuck}/`) ? Promise.reject(new Error('the store is away')) : api.objects.remove(prefix)
  await assert.rejects(cleanUp({ ...api, registry, objects: { ...api.objects, remove } }, new Date()), AggregateError)
  assert.deepEqual(await evidenceOf(other, services.slice(1)), [0, 0, 0])
  assert.deepEqual(await evidenceOf(stuck, services.slice(0, 1)), [1, 1, 1])
  await cleanUp({ ...api, registry }, new Date())
  assert.deepEqual(await evidenceOf(stuck, services.slice(0, 1)), [0, 0, 0])
})

test('one kind of expired data that cannot be deleted does not keep the others', async () => {
  const account = await addAccount(api.owner)
  await api.owner.query(sql`insert into mailed_token (token_hash, account_id, purpose, expires_at)
values ('\\x01', ${account}, 'password', now() - interval '1 day')`)
  await api.owner.query(sql`insert into login_limit values ('expired', 1, 1)`)
  await api.owner.query(sql`revoke delete on mailed_token from wachta_app`)
  try {
    await assert.rejects(cleanUp({ ...api, registry }, new Date()), AggregateError)
  } finally {
    await api.owner.query(sql`grant delete on mailed_token to wachta_app`)
  }
  assert.deepEqual(await api.owner.query(sql`select from login_limit where key = 'expired'`), [])
})

test('the reference clock decides what has expired, not that of the machine', async () => {
  const stopping = new AbortController()
  const [account, marker] = [await addAccount(api.owner), 'after-the-first-run']
  await api.owner.query(sql`update account set erase_after = now() - interval '1 hour' where id = ${account}`)
  await api.owner.query(sql`insert into login_limit values (${marker}, 1, 1)`)
  const loop = { stopping: stopping.signal, log: pino({ level: 'silent' }), now: () => later(-1) }
  const running = keepCleaningUp({ ...api, registry }, loop)
  await waitForValue(async () =>
    (await api.owner.query(sql`select from login_limit where key = ${marker}`)).length === 0 ? true : undefined,
  )
  stopping.abort()
  await running
  assert.equal((await api.owner.query(sql`select from account where id = ${account}`)).length, 1)
})
