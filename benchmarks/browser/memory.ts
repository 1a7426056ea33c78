import { readFileSync } from 'node:fs'

const everyMs = 50

/**
 * Returns the peak memory of all descendants of this process while the work runs, in megabytes; shared pages count
 * once.
 */
export async function measurePeakMb(work: () => Promise<void>): Promise<number> {
  let peakKb = 0
  const timer = setInterval(() => {
    const kilobytes = listBelow(process.pid).reduce((sum, pid) => sum + proportionalKb(pid), 0)
    peakKb = Math.max(peakKb, kilobytes)
  }, everyMs)
  try {
    await work()
    return (peakKb * 1024) / 1e6
  } finally {
    clearInterval(timer)
  }
}

function listBelow(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [child, ...listBelow(child)])
}

const proportionalKb = (pid: number): number =>
  Number(/^Pss:\s*(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
