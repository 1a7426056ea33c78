import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether the disk takes what is written, and when it is tried again. */
export interface DiskFault {
  readonly isThere: boolean
  /** Whether it is too early to try the disk again. */
  readonly isWaiting: boolean
  /** Milliseconds until it is tried again. */
  readonly wait_ms: number
  met(): void
  over(): void
}

const first_ms = 1_000
const longest_ms = 60_000

/** Each time that the disk takes nothing, it is left alone for twice as long. */
export function createDiskFault(now: () => number): DiskFault {
  let fault: { readonly until: number; readonly wait: number } | undefined
  return {
    get isThere() {
      return fault !== undefined
    },
    get isWaiting() {
      return fault !== undefined && now() < fault.until
    },
    get wait_ms() {
      return fault === undefined ? 0 : Math.max(0, fault.until - now())
    },
    met() {
      const wait = fault === undefined ? first_ms : Math.min(longest_ms, fault.wait * 2)
      fault = { until: now() + wait, wait }
    },
    over() {
      fault = undefined
    },
  }
}

/** Throws where the disk does not take a block. */
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

/** More than a batch of a second takes as a rule. */
const probe_bytes = 65_536
