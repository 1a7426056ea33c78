import { readFileSync } from 'node:fs'

const pollIntervalMs = 5

/** Returns the highest resident memory of any child process while the work runs, in megabytes. */
export async function watchChildren<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly peakMb: number }> {
  let peakKb = 0
  const timer = setInterval(() => {
    for (const pid of listChildren(process.pid)) peakKb = Math.max(peakKb, readPeakKb(pid))
  }, pollIntervalMs)
  try {
    const value = await work()
    return { value, peakMb: (peakKb * 1024) / 1e6 }
  } finally {
    clearInterval(timer)
  }
}

function listChildren(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}

/** The kernel keeps the peak, so that polling misses nothing. */
function readPeakKb(pid: string): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // The process has ended.
    return 0
  }
}
