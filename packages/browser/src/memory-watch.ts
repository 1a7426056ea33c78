import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { listDescendants } from './jail/processes.ts'

/** The memory limit of all processes of a browser together. A large shop with videos needs about 600 MB. */
const maxBytes = 1_610_612_736
const sampleIntervalMs = 100
const memoryPageBytes = 4_096
const suspiciousBytes = 268_435_456

/** Watches the memory of a browser until it takes too much. The limit of a single process is set in the jail. */
export function watchMemory(pid: number, onExceeded: (what: string) => void): Disposable {
  const sharedBefore = readSharedBytes()
  const timer = setInterval(() => {
    const pids = listDescendants(pid)
    // Measuring all open files takes a hundred times as long, and is needed only if the shared memory of the machine
    // has grown much.
    const fileBytes = readSharedBytes() - sharedBefore > suspiciousBytes ? measureFileBytes(pids) : 0
    if (measureTakenBytes(pids, fileBytes) <= maxBytes) return
    clearInterval(timer)
    onExceeded(`the page took more than ${Math.round(maxBytes / 1024 ** 2)} MB of memory`)
  }, sampleIntervalMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/**
 * Measures the memory that a page can fill. That excludes the program, which is mapped from its file. Most shared
 * memory is pictures that two processes share, so its sum is halved.
 */
function measureTakenBytes(pids: readonly number[], fileBytes: number): number {
  const statuses = pids.map((pid) => readOrEmpty(`/proc/${pid}/status`))
  const anonymous = statuses.map((status) => parseKilobytes(status, /^RssAnon:\s+(\d+)/m))
  const shared = statuses.map((status) => parseKilobytes(status, /^RssShmem:\s+(\d+)/m))
  return (
    sum(anonymous) * 1024 +
    Math.max(fileBytes, (sum(shared) / 2) * 1024, ...shared.map((kilobytes) => kilobytes * 1024))
  )
}

/** Measures files without a name (memfd), whose memory counts for no process as long as it is not mapped. */
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
const readSharedBytes = (): number => parseKilobytes(readOrEmpty('/proc/meminfo'), /^Shmem:\s+(\d+)/m) * 1024

const parseKilobytes = (status: string, line: RegExp): number => Number(line.exec(status)?.[1] ?? 0)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Returns the resident memory of a process, including shared memory. */
export const readResidentBytes = (pid: number): number =>
  Number(readOrEmpty(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * memoryPageBytes

const readOrEmpty = (path: string): string => readOrNothing(path, (each) => readFileSync(each, 'utf8'))

/** Returns an empty text if the process has ended. */
function readOrNothing<T extends string | string[]>(path: string, read: (path: string) => T): T | '' {
  try {
    return read(path)
  } catch {
    return ''
  }
}
