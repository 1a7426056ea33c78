import type { CheckReport } from '@wachta/bus'
import { packChecks } from '@wachta/domain'
import { createDiskFault, probeDisk } from './disk-fault.ts'
import { createDiskWriter, type DiskWriterOptions } from './disk-writer.ts'
import type { UnnumberedResult } from './memory-spool.ts'
import type { SpoolOptions } from './spool-options.ts'

interface WriterOptions extends DiskWriterOptions, Pick<SpoolOptions, 'onFault'> {
  /** Called with results that could not be written to the disk. */
  readonly onUnwritten: (results: readonly UnnumberedResult[]) => void
}

interface Writer {
  /** Whether the disk accepts no results now. */
  readonly hasFault: boolean
  append(group: number, report: CheckReport): void
  flush(): Promise<void>
  /** Returns the last sequence of each shard that is on the disk. */
  durable(): ReadonlyMap<number, number>
  /** Marks a sequence as used, so that neither it nor an earlier one is assigned again. */
  skip(group: number, sequence: number): void
  /** Runs a task while nothing is being written. */
  runExclusively(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** A write, or a deletion before it, that takes longer would make results late, so the disk counts as faulty. */
const maxTaskMs = 2_000

/**
 * Writes results to the disk in batches, and reports them as durable afterwards. They get their sequences when they are
 * written. A faulty disk blocks nothing: its results go to memory, and are written when the disk works again.
 */
export async function createWriter(options: WriterOptions): Promise<Writer> {
  const { limits, next } = options
  const pending: UnnumberedResult[] = []
  const disk = createDiskWriter(options, pending)
  const fault = createDiskFault(options.now)
  const queue = createQueue(options.now)
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const flushLater = (delay: number): void => {
    if (timer !== undefined || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      if (isStuck()) return handleStuckDisk()
      flush().catch((error) => options.onFault?.(error))
    }, delay)
  }
  const isStuck = () => options.now() - queue.busySince > maxTaskMs
  /** Treats a disk that hangs as faulty. The task that hangs is not interrupted. */
  const handleStuckDisk = (): void => {
    if (!fault.isFaulty) options.onFault?.(new Error('the disk hangs'))
    fault.recordFailure()
    moveToMemory()
  }
  const moveToMemory = (): void => {
    options.onUnwritten(pending.splice(0))
    flushLater(fault.waitMs)
  }
  const flush = () =>
    queue.run(async () => {
      // The last write is tried in any case, because what is only in memory would be lost.
      if (fault.isWaiting && !isClosed) return moveToMemory()
      try {
        if (fault.isFaulty) await probeDisk(options.directory)
        await disk.writeAll()
        fault.recordSuccess()
      } catch (error) {
        fault.recordFailure()
        moveToMemory()
        throw error
      }
    })
  await disk.begin().catch((error) => {
    fault.recordFailure()
    options.onFault?.(error)
  })
  return {
    get hasFault() {
      return fault.isFaulty
    },
    append(group, report) {
      pending.push({ group, report, packed: packChecks([report]) })
      flushLater(limits.gatherMs)
    },
    flush,
    durable: () => disk.durable,
    skip(group, sequence) {
      if (sequence >= (next.get(group) ?? 1)) next.set(group, sequence + 1)
    },
    runExclusively: queue.run,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await flush().catch((error) => options.onFault?.(error))
      await queue.run(disk.end)
    },
  }
}

interface TaskQueue {
  /** When the current task began; infinity if there is none. */
  readonly busySince: number
  run(task: () => Promise<void>): Promise<void>
}

/** Creates a queue that runs one task at a time, even if earlier ones failed. */
function createQueue(now: () => number): TaskQueue {
  let lastTask: Promise<void> = Promise.resolve()
  let busySince = Number.POSITIVE_INFINITY
  return {
    get busySince() {
      return busySince
    },
    run(task) {
      const result = lastTask.then(async () => {
        busySince = now()
        try {
          await task()
        } finally {
          busySince = Number.POSITIVE_INFINITY
        }
      })
      lastTask = result.catch(() => undefined)
      return result
    },
  }
}
