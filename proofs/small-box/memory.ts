import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'

interface ProcessUsage {
  /** Proportional set size: shared memory counts once over all processes. */
  readonly bytes: number
  /** Resident set size: shared memory counts in each process. */
  readonly resident: number
  readonly cpu_seconds: number
}

export interface UsedInAll extends ProcessUsage {
  /** By program: an engine, or one of our commands. */
  readonly parts: ReadonlyMap<string, ProcessUsage>
}

/**
 * Returns what the processes and all their descendants use, from the kernel's counters. A missing value is an error.
 */
export async function measureUsage(roots: readonly number[]): Promise<UsedInAll> {
  const pids = await listDescendants(roots)
  const missingPids = roots.filter((pid) => !pids.includes(pid))
  if (missingPids.length > 0) throw new Error(`processes are gone: ${missingPids.join(', ')}`)
  const usages = await Promise.all(
    pids.map(async (pid) => ({ name: await readName(pid), ...(await measureProcess(pid)) })),
  )
  const parts = Map.groupBy(usages, ({ name }) => name)
  return { ...sumUsage(usages), parts: new Map([...parts].map(([name, those]) => [name, sumUsage(those)])) }
}

const sumUsage = (usages: readonly ProcessUsage[]): ProcessUsage => ({
  bytes: usages.reduce((sum, { bytes }) => sum + bytes, 0),
  resident: usages.reduce((sum, { resident }) => sum + resident, 0),
  cpu_seconds: usages.reduce((sum, { cpu_seconds }) => sum + cpu_seconds, 0),
})

/** Our processes are named by the words of the command; any other program by its name. */
async function readName(pid: number): Promise<string> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').filter(Boolean)
  const main = words.findIndex((word) => word.endsWith('/main.ts'))
  if (words.some((word) => word.endsWith('/worker-process.ts'))) return 'planner, analyst, notifier, reporter'
  return main === -1 ? basename(words[0] ?? '').replace(/:.*/s, '') : words.slice(main + 1).join(' ')
}

async function listDescendants(roots: readonly number[]): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readStat(Number(name))
    if (stat) parents.set(Number(name), Number(stat[1]))
  }
  const isDescendant = (pid: number): boolean => {
    const parent = parents.get(pid)
    return roots.includes(pid) || (parent !== undefined && parent > 1 && isDescendant(parent))
  }
  return [...parents.keys()].filter(isDescendant)
}

const ticksPerSecond = 100

async function measureProcess(pid: number): Promise<ProcessUsage> {
  const stat = await readStat(pid)
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  // A process that has just ended uses nothing any more.
  const isGone = rollup === '' && (await hasEnded(pid))
  const [bytes, resident] = isGone ? [0, 0] : [parseSize('Pss', rollup, pid), parseSize('Rss', rollup, pid)]
  // CPU time of the process and of its ended children: without these, an engine with short connections would look idle.
  const ticks = stat?.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) ?? 0
  return { bytes, resident, cpu_seconds: ticks / ticksPerSecond }
}

export function parseSize(kind: 'Pss' | 'Rss', rollup: string, pid: number): number {
  const [, kilobytes] = new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(rollup) ?? []
  if (kilobytes === undefined) throw new Error(`the memory of process ${pid} cannot be read`)
  return Number(kilobytes) * 1024
}

const hasEnded = async (pid: number): Promise<boolean> => ['Z', 'X', undefined].includes((await readStat(pid))?.[0])

/** Returns the fields after the name, which may contain anything; the first is the state. */
const readStat = async (pid: number): Promise<string[] | undefined> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined))?.replace(/^.*\) /s, '').split(' ')
