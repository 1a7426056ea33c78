import assert from 'node:assert/strict'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { loadChangedServices, readCurrentSnapshot } from '@wachta/analyst/src/store/changes.ts'
import { openDatabase, type Queryable } from '@wachta/database'
import { createBackup, restoreBackup } from '@wachta/evidence'
import { findRevisionChanges } from '@wachta/planner/src/revisions.ts'
import { addMonitoredServices, addRevision, install, listShardIds } from '@wachta/testing/analyst/installation'
import { createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { sql } from 'kysely'
import { findBinaries } from '../src/engines/binaries.ts'
import { findUnprivilegedOwner, initCluster } from '../src/engines/cluster.ts'
import { startDaemon, stopDaemon, waitUntilReady } from '../src/engines/daemon.ts'
import { findFreePort } from '../src/engines/free-port.ts'
import { runCommand } from '../src/engines/run-command.ts'

/** Starts a new PostgreSQL server. */
async function newCluster() {
  const binaries = findBinaries(['postgres']).get('postgres') ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'wachta-cluster-'))
  const [owner, port] = [await findUnprivilegedOwner(), await findFreePort()]
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const path of [folder, data]) await chown(path, owner.uid, owner.gid)
  await initCluster(binaries, data, { user: 'root', owner })
  const log = join(folder, 'log')
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((one) => ['-c', one])
  const daemon = await startDaemon(
    {
      ...{ name: 'postgres', program: join(binaries, 'postgres'), stopSignal: 'SIGINT', log, marker: data },
      args: ['-D', data, '-p', String(port), ...settings],
    },
    owner,
  )
  const isReady = async () =>
    (await runCommand(join(binaries, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])).code === 0
  await waitUntilReady(daemon, log, isReady)
  return {
    url: `postgres://root@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      await stopDaemon(daemon)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Advances the transaction numbers of a new cluster beyond those of one into which a backup is restored. */
const useTransactionNumbers = (database: Queryable) =>
  database.query(sql`do $$
begin
  for i in 1..10000 loop
    perform pg_current_xact_id();
    commit;
  end loop;
end
$$`)

test('after a restore into another cluster everything is read once, and then only changes', async () => {
  await using installation = await install()
  await useTransactionNumbers(installation.database)
  await using cluster = await newCluster()
  const folder = await mkdtemp(join(tmpdir(), 'wachta-backup-'))
  await using _removed = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
  const [first = 0, ...others] = listShardIds(0, 20)
  await addMonitoredServices(installation.database, [first, ...others], [createServiceRevision()])
  const common = {
    ...{ folder: join(folder, 'backup'), objects: pathToFileURL(join(folder, 'objects')).href },
    keys: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  }
  await createBackup({ ...common, url: installation.url, version: '0', now: new Date() })
  await restoreBackup({ ...common, url: cluster.url })
  await using database = openDatabase(cluster.url)
  const [numbers] = await database.query(sql<{ isAhead: boolean }>`select
  bool_and(changed_by >= pg_snapshot_xmax(pg_current_snapshot())) as "isAhead" from service_revision`)
  assert.equal(numbers?.isAhead, true, 'the other cluster must not have come as far')

  const now = new Date(start)
  const planned = await findRevisionChanges(database, { seen: null, now })
  assert.equal(planned.service_ids.length, 20)
  const again = await findRevisionChanges(database, { seen: planned.seen, now })
  assert.equal(again.service_ids.length, 0)
  const loaded = await readCurrentSnapshot(database)
  assert.deepEqual((await loadChangedServices(database, 0, loaded)).services, [])

  await addRevision(database, [first], createServiceRevision({ revision: 2, effective_from: new Date(start + 60_000) }))
  assert.deepEqual((await findRevisionChanges(database, { seen: again.seen, now })).service_ids, [first])
  const { services } = await loadChangedServices(database, 0, loaded)
  assert.deepEqual(services, [{ service_id: first, isDeleted: false }])

  // Transaction numbers of the first cluster cannot be compared with those of the other.
  const before = await readCurrentSnapshot(installation.database)
  await assert.rejects(loadChangedServices(database, 0, before), /timeline changed/)
})
