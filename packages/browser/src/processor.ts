import { readFileSync } from 'node:fs'

/** Measures how busy the CPUs of the machine are since the start of the meter. */
export interface ProcessorMeter {
  /** The share of the CPUs that was in use since the start, from 0 to 1; null if the system does not report it. */
  usage(): number | null
}

export function startProcessorMeter(): ProcessorMeter {
  const before = readTimes()
  return {
    usage() {
      const now = readTimes()
      if (before === undefined || now === undefined || now.total <= before.total) return null
      return 1 - (now.idle - before.idle) / (now.total - before.total)
    },
  }
}

function readTimes(): { readonly idle: number; readonly total: number } | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    const times = line.split(/\s+/).slice(1, 9).map(Number)
    const [, , , idle = 0, waiting = 0] = times
    return { idle: idle + waiting, total: times.reduce((sum, time) => sum + time, 0) }
  } catch {
    return undefined
  }
}
