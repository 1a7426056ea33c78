import { readFileSync } from 'node:fs'

const samplingIntervalMs = 50

/**
 * Returns the peak memory of all descendants of this process while the work runs, in megabytes; shared pages count
 * once.
 */
export async function measurePeakMb(work: () => Promise<void>): Promise<number> {
  let peakKb = 0
  const timer = setInterval(() => {
    const kilobytes = listDescendants(process.pid).reduce((sum, pid) => sum + readProportionalKb(pid), 0)
    peakKb = Math.max(peakKb, kilobytes)
  }, samplingIntervalMs)
  try {
    await work()
    return (peakKb * 1024) / 1e6
  } finally {
    clearInterval(timer)
  }
}

function listDescendants(pid: number): number[] {
  const children = readOrEmpty(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [child, ...listDescendants(child)])
}

const readProportionalKb = (pid: number): number =>
  Number(/^Pss:\s*(\d+)/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

/** Empty if the process has ended. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
