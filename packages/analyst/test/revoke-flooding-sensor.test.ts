import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { install } from '@wachta/testing/analyst/installation'
import { sql } from 'kysely'
import { revokeFloodingSensor } from '../src/revoke-flooding-sensor.ts'

test('a private sensor that floods loses its credentials, a public one and a slightly too fast one do not', async () => {
  await using installation = await install()
  {
    await using owner = openDatabase(installation.url, { role: null, connections: 1 })
    await owner.query(sql`update sensor set owner_id = 1 where id in (2, 3)`)
    await owner.query(sql`insert into sensor_credential (public_key, sensor_id, encryption_key)
select 'U' || n, n, 'X' || n from generate_series(1, 3) n`)
  }
  const { database } = installation
  assert.equal(await revokeFloodingSensor(database, { sensor_id: 1, messages: 100_000 }), false)
  assert.equal(await revokeFloodingSensor(database, { sensor_id: 2, messages: 100_000 }), true)
  assert.equal(
    await revokeFloodingSensor(database, { sensor_id: 2, messages: 100_000 }),
    false,
    'they are revoked already',
  )
  assert.equal(await revokeFloodingSensor(database, { sensor_id: 3, messages: 20 }), false)
  const revoked = await database.query(
    sql<{ sensor_id: number }>`select sensor_id from sensor_credential where revoked_at is not null`,
  )
  assert.deepEqual(revoked, [{ sensor_id: 2 }])
})
