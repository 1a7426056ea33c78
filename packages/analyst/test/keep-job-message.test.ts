import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { packSlice } from '@wachta/domain'
import { openObjectStore } from '@wachta/objects'
import { addMonitoredServices, install } from '@wachta/testing/analyst/installation'
import { createCheckReport, start } from '@wachta/testing/analyst/simulated'
import { sql } from 'kysely'
import { createJobMessageKeeper } from '../src/keep-job-message.ts'
import { type AnalysisToStore, computeAnalysis } from '../src/slots/open-slot.ts'

const installation = await install()
const { database } = installation
const folder = await mkdtemp(join(tmpdir(), 'wachta-job-messages-'))
const store = await openObjectStore(pathToFileURL(folder).href)
const answer = Promise.withResolvers<void>()
after(async () => {
  answer.resolve()
  for (const open of [store, installation]) await open[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function createAnalysis(index: number): AnalysisToStore {
  const slot = start + index * 1_000
  const check = packSlice(createCheckReport({ service_id: 7, slot, sensor_id: 1 }))
  const analysis = computeAnalysis({ kind: 's' }, { revision: 1, error_tolerance: 51 }, [check])
  return { ...analysis, service_id: 7, slot, details: [], jobMessage: 'done' }
}

test('messages that would wait too long for the object store are counted as lost', async () => {
  await addMonitoredServices(database, [7])
  await database.query(sql`select partition_days(${[new Date(start)]}::date[])`)
  const objects = {
    ...store,
    async put(key: string, bytes: Uint8Array) {
      await answer.promise
      await store.put(key, bytes)
    },
  }
  let dropped = 0
  const processMetrics = {
    countDroppedArtifacts: (_: string, count = 1) => {
      dropped += count
    },
  }
  const log = { warn: () => undefined }
  const keeper = createJobMessageKeeper({ database, objects, now: () => start, log, processMetrics })
  keeper.add(Array.from({ length: 10_200 }, (_, index) => createAnalysis(index)))
  const began = performance.now()
  await keeper.end()
  assert.ok(performance.now() - began < 5_000)
  const countLost = async () =>
    (await database.query(sql<{ lost: number }>`select sum(artifacts)::int as lost from evidence_loss`))[0]?.lost
  // One is still being stored.
  assert.deepEqual([await countLost(), dropped], [10_199, 10_199])
})
