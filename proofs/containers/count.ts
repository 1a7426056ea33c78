import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import { findLost } from './oracle.ts'
import { killSensor, outages, restoreBackup, upgradeAndBack } from './outages.ts'
import type { OutsideWorld } from './outside.ts'
import { runTimed } from './timed.ts'

const interval_ms = 10_000
const paths = ['/first', '/second', '/third']
const settleTimeoutMs = 150_000

/** Counts the checks from the first analysis of each service on, through all outages. */
export async function countThroughOutages(
  installation: Installation,
  outside: OutsideWorld,
  broken: string | undefined,
) {
  // Often enough for an outage to cover several checks; the default package allows one a minute.
  await installation.query('update package set minimum_interval = 1;')
  await installation.apply(writeTargetServices(outside.targetPort))
  const from = await waitUntilAllStored(installation)
  const killTimes: number[] = []
  for (const outage of outages) await runTimed(outage.name, () => outage.run(installation))
  killTimes.push(await runTimed('kill of the sensor', () => killSensor(installation)))
  await runTimed('backup and restore', () => restoreBackup(installation))
  const upgrades = await runTimed('upgrade and back', () => upgradeAndBack(installation))
  await wait(2 * interval_ms)
  const to = Date.now()
  if (broken === 'loss')
    await installation.query(
      `delete from analysis where time = (select max(time) - interval '60 s' from analysis a where a.service_id = analysis.service_id) and ok_checks_count > 0;`,
    )
  const listCountedRequests = () =>
    outside.requests.filter(({ at, path }) => paths.includes(path) && at > from && at < to)
  const lost = await waitForLateResults(async () =>
    findLost(listCountedRequests(), await installation.loadGoodAnalyses(), interval_ms, killTimes),
  )
  console.log(`${listCountedRequests().length} checks were answered by the target`)
  return { upgrades, lost }
}

/** Results that a sensor kept during an outage of the centre arrive within two minutes. */
async function waitForLateResults(find: () => Promise<string[]>): Promise<string[]> {
  for (const end = Date.now() + settleTimeoutMs; ; await wait(5_000)) {
    const lost = await find()
    if (lost.length === 0 || Date.now() > end) return lost
  }
}

async function waitUntilAllStored({ loadGoodAnalyses }: Installation): Promise<number> {
  for (const end = Date.now() + settleTimeoutMs; Date.now() < end; await wait(2_000)) {
    const storedPaths = new Set((await loadGoodAnalyses()).map(({ path }) => path))
    // The current slot is not counted.
    if (paths.every((path) => storedPaths.has(path))) return Date.now() + interval_ms
  }
  throw new Error('the services of the proof were never checked')
}

const writeTargetServices = (port: number): string => `services:
${paths.map((path) => `  - { external_id: proof${path.slice(1)}, type_id: http, name: "proof ${path.slice(1)}", address: "http://172.17.0.1:${port}${path}", interval: ${interval_ms / 1000} }`).join('\n')}
`
