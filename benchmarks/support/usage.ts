import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { LoadMeasurement } from './measure.ts'

/**
 * The CPU time per response, in microseconds: it shows which process is the limit, even on a busy machine. Unknown
 * where there is no /proc, or where PostgreSQL runs on another machine.
 */
export interface Usage {
  /** The process that is measured. */
  readonly subject: number
  /** PostgreSQL, without parallel workers and other connections that end before the round does. */
  readonly postgres: number
  /** The load generator, which is this process. */
  readonly load: number
  /** The number of CPUs that other programs used. */
  readonly others: number
}

export type MeasuredUsage = LoadMeasurement & Usage

/** Runs the load and adds the CPU time that it used. */
export async function withUsage<Speed extends Pick<LoadMeasurement, 'perSecond'>>(
  pid: number,
  owner: Database,
  load: () => Promise<Speed>,
): Promise<Speed & Usage> {
  const before = await readCounters(pid, owner)
  const measured = await load()
  const after = await readCounters(pid, owner)
  const seconds = after.time - before.time
  const subject = after.subject - before.subject
  const loadSeconds = after.load - before.load
  const postgres = [...after.postgres].reduce((sum, [id, used]) => sum + used - (before.postgres.get(id) ?? 0), 0)
  const toMicrosPerResponse = (used: number) => (used / (measured.perSecond * seconds)) * 1_000_000
  return {
    ...measured,
    subject: toMicrosPerResponse(subject),
    postgres: toMicrosPerResponse(postgres),
    load: toMicrosPerResponse(loadSeconds),
    others: (after.busy - before.busy - subject - postgres - loadSeconds) / seconds,
  }
}

/** Reads the CPU times so far, all in seconds. */
async function readCounters(pid: number, owner: Database) {
  const { user, system } = process.cpuUsage()
  const busy = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  const backends = await owner.query(
    sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`,
  )
  return {
    time: performance.now() / 1000,
    subject: readCpuTime(pid),
    postgres: new Map(backends.map((backend) => [backend.pid, readCpuTime(backend.pid)])),
    load: (user + system) / 1_000_000,
    busy: busy / 1000,
  }
}

/** Linux reports CPU time in clock ticks, in the 14th and 15th field of /proc/PID/stat. */
function readCpuTime(pid: number): number {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(words[11]) + Number(words[12])) / 100
  } catch {
    return Number.NaN
  }
}
