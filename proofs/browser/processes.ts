import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync, writeFileSync } from 'node:fs'

/** Everything is read from /proc, which shows only the processes of this proof. */
export const listProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** Describes a process, for a message about one that should not exist. */
export const describeProcess = (pid: number): string => `${readOrEmpty(`/proc/${pid}/comm`).trim()} (${readState(pid)})`

export const isZombie = (pid: number): boolean => readState(pid) === 'Z'

export const readParent = (pid: number): number =>
  Number(/^PPid:\s*(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0)

const readState = (pid: number): string => /^State:\s*(\S)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 'gone'

/** Resets the peak memory of a process. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Returns the peak memory of a process since the reset, in megabytes. */
export function readPeakMb(pid: number): number {
  return Number(/^VmHWM:\s*(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

export function countOpenFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/**
 * Returns the memory of processes in megabytes: their own, their share of shared mappings, and files that exist only in
 * memory, mapped or not.
 */
export function measureMemoryMb(pids: readonly number[]): number {
  const sizesByFile = new Map<string, number>()
  let [own, shared] = [0, 0]
  for (const pid of pids) {
    const usage = readOrEmpty(`/proc/${pid}/smaps_rollup`)
    own += readKilobytes(usage, 'Pss_Anon') + readKilobytes(usage, 'Pss_File')
    shared += readKilobytes(usage, 'Pss_Shmem')
    for (const [file, size] of listMemoryFiles(pid)) sizesByFile.set(file, size)
  }
  const files = [...sizesByFile.values()].reduce((sum, size) => sum + size, 0)
  return (own + Math.max(shared, files)) / 1024
}

const readKilobytes = (usage: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(usage)?.[1] ?? 0)

/**
 * Returns the unnamed open files of a process and the memory file systems of its jail, with their size in kilobytes.
 */
function listMemoryFiles(pid: number): [place: string, size: number][] {
  const found: [string, number][] = []
  for (const directory of ['tmp', 'dev/shm']) {
    try {
      const path = `/proc/${pid}/root/${directory}`
      const { dev } = statSync(path)
      // Tmpfs; with any other type these directories belong to the machine.
      const { type, blocks, bfree, bsize } = statfsSync(path)
      if (type === 0x01021994 && dev !== statSync(`/${directory}`).dev)
        found.push([`${dev}`, ((blocks - bfree) * bsize) / 1024])
    } catch {
      // It has ended meanwhile.
    }
  }
  for (const name of listDescriptors(pid)) {
    try {
      const path = `/proc/${pid}/fd/${name}`
      if (!readlinkSync(path).startsWith('/memfd:')) continue
      const { dev, ino, blocks } = statSync(path)
      found.push([`${dev} ${ino}`, blocks / 2])
    } catch {
      // It has been closed meanwhile.
    }
  }
  return found
}

function listDescriptors(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`)
  } catch {
    return []
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
