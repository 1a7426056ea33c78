import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { Measured } from './measure.ts'

/**
 * Microseconds of processor time for each answer: they tell what the limit is, also on a machine that is not quiet.
 * Not known where there is no /proc, or where PostgreSQL runs on another machine.
 */
export interface Usage {
  /** The process that is measured. */
  readonly subject: number
  /** PostgreSQL, as far as its connections outlive the round: workers that help with one statement do not. */
  readonly postgres: number
  /** The generator of the load, which is this process. */
  readonly load: number
  /** How many processors were busy with something else. */
  readonly others: number
}

export type Used = Measured & Usage

/** Runs the load and adds what it used. */
export async function withUsage<Speed extends Pick<Measured, 'perSecond'>>(
  pid: number,
  owner: Database,
  load: () => Promise<Speed>,
): Promise<Speed & Usage> {
  const before = await counters(pid, owner)
  const measured = await load()
  const after = await counters(pid, owner)
  const seconds = after.time - before.time
  const subject = after.subject - before.subject
  const own = after.load - before.load
  const postgres = [...after.postgres].reduce((sum, [id, used]) => sum + used - (before.postgres.get(id) ?? 0), 0)
  const each = (used: number) => (used / (measured.perSecond * seconds)) * 1_000_000
  return {
    ...measured,
    subject: each(subject),
    postgres: each(postgres),
    load: each(own),
    others: (after.busy - before.busy - subject - postgres - own) / seconds,
  }
}

/** All in seconds. */
async function counters(pid: number, owner: Database) {
  const { user, system } = process.cpuUsage()
  const busy = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  const backends = await owner.query(
    sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`,
  )
  return {
    time: performance.now() / 1000,
    subject: secondsOf(pid),
    postgres: new Map(backends.map((backend) => [backend.pid, secondsOf(backend.pid)])),
    load: (user + system) / 1_000_000,
    busy: busy / 1000,
  }
}

/** Linux counts the time of a process in hundredths of a second, in the 14th and 15th word of its line. */
function secondsOf(pid: number): number {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(words[11]) + Number(words[12])) / 100
  } catch {
    return Number.NaN
  }
}
