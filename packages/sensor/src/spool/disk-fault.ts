import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isWaiting } from '@wachta/runtime'

/** Whether the disk is faulty, and when the next write is tried. */
export interface DiskFault {
  readonly isFaulty: boolean
  /** Whether it is too early to try the disk again. */
  readonly isWaiting: boolean
  /** The time until it is tried again. */
  readonly waitMs: number
  /** Records that a write failed. */
  recordFailure(): void
  /** Records that a write succeeded. */
  recordSuccess(): void
}

const minWaitMs = 1_000
const maxWaitMs = 60_000

/** Creates the state of a disk. After each failed write, the wait before the next one is twice as long. */
export function createDiskFault(now: () => number): DiskFault {
  let fault: { readonly until: number; readonly wait: number } | undefined
  return {
    get isFaulty() {
      return fault !== undefined
    },
    get isWaiting() {
      return fault !== undefined && isWaiting(now(), fault.until, fault.wait)
    },
    get waitMs() {
      return fault !== undefined && this.isWaiting ? Math.max(0, fault.until - now()) : 0
    },
    recordFailure() {
      const wait = fault === undefined ? minWaitMs : Math.min(maxWaitMs, fault.wait * 2)
      fault = { until: now() + wait, wait }
    },
    recordSuccess() {
      fault = undefined
    },
  }
}

/** Tries to write a file to the disk; throws if that fails. */
export async function probeDisk(directory: string): Promise<void> {
  const path = join(directory, 'probe')
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(Buffer.alloc(probe_bytes))
    await file.datasync()
  } finally {
    await file.close()
    await unlink(path)
  }
}

/** Usually larger than all results of one second. */
const probe_bytes = 65_536
