import type { CheckReport } from '@wachta/bus'
import { createDiskFault, probeDisk } from './disk-fault.ts'
import { createDiskWriter, type DiskWriterOptions } from './disk-writer.ts'
import type { UnnumberedResult } from './memory-spool.ts'
import type { SpoolOptions } from './spool-options.ts'

interface WriterOptions extends DiskWriterOptions, Pick<SpoolOptions, 'onFault'> {
  /** The disk does not take these. */
  readonly onUnwritten: (results: readonly UnnumberedResult[]) => void
}

interface Writer {
  /** Whether the disk takes nothing at present. */
  readonly hasFault: boolean
  append(group: number, report: CheckReport): void
  flush(): Promise<void>
  /** The last sequence of each group that is on the disk. */
  durable(): ReadonlyMap<number, number>
  /** The sequence was used by somebody: it is not given again. */
  skip(group: number, sequence: number): void
  /** Runs when nothing is being written. */
  exclusively(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** A write that takes longer keeps results from being in time. */
const stuck_ms = 2_000

/**
 * Writes results in batches, each to the disk before anybody is told of it. Sequences are given when they are written. A
 * disk that takes nothing holds up nobody: what it does not take goes elsewhere at once, and comes back when it does.
 */
export async function createWriter(options: WriterOptions): Promise<Writer> {
  const { limits, next } = options
  const pending: UnnumberedResult[] = []
  const disk = createDiskWriter(options, pending)
  const fault = createDiskFault(options.now)
  const exclusively = createQueue()
  let timer: NodeJS.Timeout | undefined
  let [isClosed, writingSince] = [false, Number.POSITIVE_INFINITY]

  const later = (delay: number): void => {
    if (timer !== undefined || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      if (isStuck()) return hang()
      flush().catch((error) => options.onFault?.(error))
    }, delay)
  }
  /** A disk that hangs takes nothing either; what is being written is left to it. */
  const isStuck = () => options.now() - writingSince > stuck_ms
  const hang = (): void => {
    if (!fault.isThere) options.onFault?.(new Error('the disk hangs'))
    fault.met()
    divert()
  }
  const divert = (): void => {
    options.onUnwritten(pending.splice(0))
    later(fault.wait_ms)
  }
  const flush = () =>
    exclusively(async () => {
      if (fault.isWaiting) return divert()
      writingSince = options.now()
      try {
        if (fault.isThere) await probeDisk(options.directory)
        await disk.writeAll()
        fault.over()
      } catch (error) {
        fault.met()
        divert()
        throw error
      } finally {
        writingSince = Number.POSITIVE_INFINITY
      }
    })
  await disk.begin().catch((error) => {
    fault.met()
    options.onFault?.(error)
  })
  return {
    get hasFault() {
      return fault.isThere
    },
    append(group, report) {
      pending.push({ group, report })
      later(limits.gather_ms)
    },
    flush,
    durable: () => disk.durable,
    skip(group, sequence) {
      if (sequence >= (next.get(group) ?? 1)) next.set(group, sequence + 1)
    },
    exclusively,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await flush().catch((error) => options.onFault?.(error))
      await exclusively(disk.end)
    },
  }
}

/** Runs one task after another, whether or not those before it failed. */
function createQueue(): Writer['exclusively'] {
  let work: Promise<void> = Promise.resolve()
  return (task) => {
    const done = work.then(task)
    work = done.catch(() => undefined)
    return done
  }
}
