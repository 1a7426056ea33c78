import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { hourMs, minuteMs } from '@wachta/domain'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { FigureCache } from '../src/status-pages/figure-cache.ts'
import { addServices } from './histories.ts'

test('figures of past days are kept for some minutes, but not until a clock that was set back has caught up', async () => {
  await using server = await createTestDatabase()
  await using db = openDatabase(server.url, { role: null, connections: 1 })
  const [service = 0] = await addServices(db, 1)
  await db.query(sql`update service set created_at = '2026-01-01'`)
  await db.query(sql`insert into status_change (service_id, owner_id, status, start_time)
select id, owner_id, 'ok', '2026-01-01' from service`)
  const cache = new FigureCache()
  const noon = Date.parse('2026-11-19T12:00:00Z')
  const loadYesterday = async (now: number) => {
    const query = { zone: 'UTC', corrected: true, withResponseTimes: false, count: 3, now }
    const { byService } = await cache.load(db, [service], query)
    return byService.get(service)?.[1]?.ok_seconds
  }
  assert.equal(await loadYesterday(noon), 86_400)
  await db.query(sql`insert into correction (service_id, start_time, end_time, status, description)
values (${service}, '2026-11-18 10:00Z', '2026-11-18 11:00Z', 'failure', 'Found in the log of the server')`)
  assert.equal(await loadYesterday(noon + minuteMs), 86_400, 'kept')
  assert.equal(await loadYesterday(noon - 2 * hourMs), 82_800)
})
