import { execFile } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Installation } from './installation.ts'
import { thisHome } from './processes.ts'
import type { Random } from './random.ts'
import { openPostgres } from './servers.ts'

/** The time between the backup and the loss of the cluster. */
const agingMs = [8_000, 12_000] as const

/** The exit code that reports that objects are missing: a backup lacks evidence that a full disk had no space for. */
const objectsMissingCode = 3

/**
 * Makes a backup, continues for a while, loses the whole cluster and restores the backup into a new one. No one changes
 * the configuration during that time, because changes after a backup are necessarily lost.
 */
export async function restoreIntoAnother(rig: Installation, random: Random): Promise<void> {
  await rig.churn?.pause()
  const from = Date.now()
  const backup = join(rig.folder, `backup-${from}`)
  await runWachta(rig, 'backup', '--to', backup)
  const complete = Date.now()
  await wait(random.between(...agingMs))
  const folder = await mkdtemp(join(rig.folder, 'cluster-'))
  await chmod(folder, 0o755)
  const next = await openPostgres(folder, { fsync: 'on', outages: [...rig.postgres.outages] })
  await rig.postgres.end()
  try {
    await runWachta(rig, 'restore', '--from', backup, '--into', next.address)
  } catch (error) {
    await rig.postgres.revive()
    throw error
  }
  rig.replaceDatabase(next)
  const { api, planner, analysts, notifiers } = rig
  await Promise.all([api, planner, ...analysts, ...notifiers].map((each) => each.kill(0)))
  rig.rewinds.push({ from, complete, to: Date.now() })
  rig.churn?.resume()
}

async function runWachta({ environment }: Installation, ...args: string[]): Promise<void> {
  const program = join(thisHome, 'packages/operate/src/main.ts')
  const env = { PATH: process.env['PATH'] ?? '', ...environment }
  await promisify(execFile)(process.execPath, [program, ...args], { env }).catch((error: unknown) => {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string }
    if (code === objectsMissingCode) return
    throw new Error(`wachta ${args[0]} failed: ${stdout}${stderr}`, { cause: error })
  })
}
