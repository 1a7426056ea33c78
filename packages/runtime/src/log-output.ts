import { writeSync } from 'node:fs'

/** As much as is worth a write of its own. */
const BATCH_CHARACTERS = 4096
const FLUSH_EVERY_MS = 100
/** A reader that takes nothing for so long does not hold up what is being logged. */
const PATIENCE_MS = 5_000
const BUSY_MS = 10

export interface LogOutput {
  write(line: string): void
  flush(): void
}

/**
 * Collects lines for a moment, as a write for each would cost a busy process a tenth of its time. What is urgent, and
 * whatever waits when the process ends, is written at once and in order. Where whoever read them is gone, lines are lost
 * and nothing else is: a process that is asked to stop still does it in order.
 */
export function openLogOutput(descriptor = 1): LogOutput {
  let waiting = ''
  let isRead = true
  const flush = (): void => {
    const text = waiting
    waiting = ''
    if (text !== '' && isRead) isRead = writeAll(descriptor, Buffer.from(text))
  }
  setInterval(flush, FLUSH_EVERY_MS).unref()
  process.on('exit', flush)
  return {
    write(line) {
      waiting += line
      if (waiting.length >= BATCH_CHARACTERS) flush()
    },
    flush,
  }
}

/** Whether there is anybody to write to. */
function writeAll(descriptor: number, bytes: Buffer): boolean {
  const end = Date.now() + PATIENCE_MS
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written)
    } catch (error) {
      if (!isBusy(error)) return false
      if (Date.now() > end) return true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
    }
  }
  return true
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY')
