import { readFileSync } from 'node:fs'

/** Of the kernel: hundredths of a second. */
const ticks = 100

/** Returns the seconds of the processor that a process has used. */
export function processorSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticks
}
