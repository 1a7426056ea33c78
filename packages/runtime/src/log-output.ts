import { writeSync } from 'node:fs'

/** The number of buffered characters at which lines are written. */
const BATCH_CHARACTERS = 4096
const FLUSH_AFTER_MS = 100
/** The maximum time to wait for a blocked reader; then the lines are dropped. */
const MAX_BLOCKED_MS = 5_000
const RETRY_MS = 10

export interface LogOutput {
  write(line: string): void
  flush(): void
}

/**
 * Buffers log lines, because one write per line would cost a busy process a tenth of its time. Urgent lines, and the
 * buffer at the end of the process, are written immediately and in order. If the reader is gone, lines are lost, but
 * the process still shuts down properly.
 */
export function openLogOutput(descriptor: number): LogOutput {
  let buffered = ''
  let hasReader = true
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const text = buffered
    buffered = ''
    if (text !== '' && hasReader) hasReader = writeAll(descriptor, Buffer.from(text))
  }
  process.on('exit', flush)
  return {
    write(line) {
      buffered += line
      if (buffered.length >= BATCH_CHARACTERS) flush()
      // The timer runs only while lines are waiting, so that an idle process is not woken.
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref()
    },
    flush,
  }
}

/** Returns false if the reader has ended. */
function writeAll(descriptor: number, bytes: Buffer): boolean {
  const deadline = Date.now() + MAX_BLOCKED_MS
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written)
    } catch (error) {
      if (!isBusy(error)) return false
      if (Date.now() > deadline) return true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
  return true
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY')
