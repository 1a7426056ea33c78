import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase, rejectForeignSchema } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { ensureLogins } from '../src/setup/logins.ts'
import { ensureMasterSecrets } from '../src/setup/master-secrets.ts'
import { getDatabaseRole, processes, toLoginName } from '../src/setup/processes.ts'

test('each process signs in with its own login and role, also after its password was changed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-logins-'))
  t.after(() => rm(folder, { recursive: true }))
  await using clone = await createTestDatabase()
  const name = new URL(clone.url).pathname.slice(1)
  await using owner = openDatabase(clone.url, { role: null, connections: 1 })
  const { logins } = await ensureMasterSecrets(folder, { postgres: ['localhost'], nats: ['localhost'] })
  try {
    for (const passwords of [logins, { ...logins, analyst: 'another' }]) {
      await ensureLogins(owner, passwords)
      for (const process of processes) {
        const url = Object.assign(new URL(clone.url), {
          username: toLoginName(name, process),
          password: passwords[process],
        })
        url.searchParams.set('options', `-c role=${getDatabaseRole(process)}`)
        await using database = openDatabase(url.href, { connections: 1 })
        // Every process starts with this.
        await rejectForeignSchema(database.pool)
        const [row] = await database.query(sql<{ role: string }>`select current_user as role`)
        assert.equal(row?.role, getDatabaseRole(process))
      }
    }
  } finally {
    for (const process of processes) await owner.query(sql`drop role if exists ${sql.id(toLoginName(name, process))}`)
  }
})
