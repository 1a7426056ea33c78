import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { listDescendants } from './jail/processes.ts'

/** Memory of all processes of a browser together. A large shop with videos needs about 600 MB. */
const maxBytes = 1_610_612_736
const everyMs = 100
const pageBytes = 4_096
const suspiciousBytes = 268_435_456

/** Watches the memory of a browser until it takes too much. The limit of a single process is set in the jail. */
export function watchMemory(pid: number, onExceeded: (what: string) => void): Disposable {
  const sharedBefore = readShared()
  const timer = setInterval(() => {
    const pids = listDescendants(pid)
    // Looking at all open files takes a hundred times as long, and is needed only if much was added anywhere.
    const filed = readShared() - sharedBefore > suspiciousBytes ? measureFileBytes(pids) : 0
    if (measureTakenBytes(pids, filed) <= maxBytes) return
    clearInterval(timer)
    onExceeded(`the page took more than ${Math.round(maxBytes / 1024 ** 2)} MB of memory`)
  }, everyMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/**
 * Memory that a page can fill: not the program, which is mapped from its file. Most of what processes share is a picture
 * in two of them.
 */
function measureTakenBytes(pids: readonly number[], filed: number): number {
  const statuses = pids.map((pid) => readOrEmpty(`/proc/${pid}/status`))
  const own = statuses.map((status) => parseKilobytes(status, /^RssAnon:\s+(\d+)/m))
  const shared = statuses.map((status) => parseKilobytes(status, /^RssShmem:\s+(\d+)/m))
  return sum(own) * 1024 + Math.max(filed, (sum(shared) / 2) * 1024, ...shared.map((kilobytes) => kilobytes * 1024))
}

/** Memory in files without a name, which belongs to no process as long as it is not mapped. */
function measureFileBytes(pids: readonly number[]): number {
  const files = new Map<number, number>()
  for (const directory of pids.map((pid) => `/proc/${pid}/fd`))
    for (const name of readOrNothing(directory, (each) => readdirSync(each))) {
      const path = `${directory}/${name}`
      if (!readOrNothing(path, (each) => readlinkSync(each)).startsWith('/memfd:')) continue
      const { ino, blocks } = statSync(path, { throwIfNoEntry: false }) ?? { ino: 0, blocks: 0 }
      files.set(ino, blocks * 512)
    }
  return sum([...files.values()])
}

/** The shared memory of the whole machine. */
const readShared = (): number => parseKilobytes(readOrEmpty('/proc/meminfo'), /^Shmem:\s+(\d+)/m) * 1024

const parseKilobytes = (status: string, line: RegExp): number => Number(line.exec(status)?.[1] ?? 0)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** All memory of a process. */
export const readResidentBytes = (pid: number): number =>
  Number(readOrEmpty(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes

const readOrEmpty = (path: string): string => readOrNothing(path, (each) => readFileSync(each, 'utf8'))

/** Nothing if the process has ended. */
function readOrNothing<T extends string | string[]>(path: string, read: (path: string) => T): T | '' {
  try {
    return read(path)
  } catch {
    return ''
  }
}
