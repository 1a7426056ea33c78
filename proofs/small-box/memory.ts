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
  const all = await withDescendants(roots)
  const gone = roots.filter((pid) => !all.includes(pid))
  if (gone.length > 0) throw new Error(`processes are gone: ${gone.join(', ')}`)
  const each = await Promise.all(all.map(async (pid) => ({ name: await nameOf(pid), ...(await measureProcess(pid)) })))
  const parts = Map.groupBy(each, ({ name }) => name)
  return { ...sumOf(each), parts: new Map([...parts].map(([name, those]) => [name, sumOf(those)])) }
}

const sumOf = (each: readonly ProcessUsage[]): ProcessUsage => ({
  bytes: each.reduce((sum, { bytes }) => sum + bytes, 0),
  resident: each.reduce((sum, { resident }) => sum + resident, 0),
  cpu_seconds: each.reduce((sum, { cpu_seconds }) => sum + cpu_seconds, 0),
})

/** Our processes are named by the words of the command; any other program by its name. */
async function nameOf(pid: number): Promise<string> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').filter(Boolean)
  const main = words.findIndex((word) => word.endsWith('/main.ts'))
  if (words.some((word) => word.endsWith('/worker-process.ts'))) return 'planner, analyst, notifier, reporter'
  return main === -1 ? basename(words[0] ?? '').replace(/:.*/s, '') : words.slice(main + 1).join(' ')
}

async function withDescendants(roots: readonly number[]): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await statOf(Number(name))
    if (stat) parents.set(Number(name), Number(stat[1]))
  }
  const belongs = (pid: number): boolean => {
    const parent = parents.get(pid)
    return roots.includes(pid) || (parent !== undefined && parent > 1 && belongs(parent))
  }
  return [...parents.keys()].filter(belongs)
}

const ticksPerSecond = 100

async function measureProcess(pid: number): Promise<ProcessUsage> {
  const stat = await statOf(pid)
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  // A process that has just ended uses nothing any more.
  const isGone = rollup === '' && (await hasEnded(pid))
  const [bytes, resident] = isGone ? [0, 0] : [sizeOf('Pss', rollup, pid), sizeOf('Rss', rollup, pid)]
  // CPU time of the process and of its ended children: without these, an engine with short connections would look idle.
  const ticks = stat?.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) ?? 0
  return { bytes, resident, cpu_seconds: ticks / ticksPerSecond }
}

export function sizeOf(kind: 'Pss' | 'Rss', rollup: string, pid: number): number {
  const [, kilobytes] = new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(rollup) ?? []
  if (kilobytes === undefined) throw new Error(`the memory of process ${pid} cannot be read`)
  return Number(kilobytes) * 1024
}

const hasEnded = async (pid: number): Promise<boolean> => ['Z', 'X', undefined].includes((await statOf(pid))?.[0])

/** Returns the fields after the name, which may contain anything; the first is the state. */
const statOf = async (pid: number): Promise<string[] | undefined> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined))?.replace(/^.*\) /s, '').split(' ')
