import { readFileSync } from 'node:fs'

/** The clock ticks of the kernel per second. */
const ticksPerSecond = 100

/** Returns the CPU time that a process has used, in seconds. */
export function readCpuSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
