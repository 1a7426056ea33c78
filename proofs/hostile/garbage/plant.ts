import { getSensorDirectory, type Rig } from '../rig.ts'
import { victims } from '../tenants.ts'
import { plantJobs } from './jobs.ts'
import { plantInSpool } from './spools.ts'
import { plantInStreams } from './streams.ts'
import { plantInTables } from './tables.ts'

/**
 * Stops all processes, plants garbage in everything that they read at the start, and starts them again. Returns how
 * much was planted.
 */
export async function restartOnGarbage(
  { installation, db, environment, folder, attacker }: Rig,
  seed: number,
): Promise<number> {
  await installation.stop()
  let planted = await plantInStreams({ url: environment.NATS_URL, credentials: environment.NATS_CREDENTIALS }, seed)
  planted += await plantInTables(db, attacker.account)
  planted += await plantJobs(db)
  for (const [index, sensor] of victims.sensors.entries())
    planted += await plantInSpool(getSensorDirectory(folder, sensor), { seed: seed + sensor, keepsHost: index === 0 })
  await installation.start()
  return planted
}
