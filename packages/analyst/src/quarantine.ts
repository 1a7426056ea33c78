import type { OpenSlot } from './desk/open-slot.ts'

/** What one sensor and its peers saw of the same slots within a minute. */
interface Minute {
  readonly minute: number
  known: number
  errors: number
  peersKnown: number
  peersErrors: number
  /** Some of the services, up to as many as are needed. */
  readonly services: Set<number>
}

export interface Verdicts {
  readonly sick: readonly number[]
  readonly well: readonly number[]
}

const window_minutes = 5
const leastChecks = 30
/** A sensor that one target keeps out is not sick. */
const leastServices = 10
/** A share of errors so far above that of the peers makes a sensor sick; below half of it, it is well again. */
const excess = 0.3

/**
 * Compares each sensor with the others that looked at the same slots. One that has lost its own network sees errors
 * everywhere, and must not be believed until it sees what the others see.
 */
export class PeerComparison {
  readonly #minutes = new Map<number, Minute[]>()

  /** A slot was closed: what its sensors said themselves, those in quarantine too. */
  observe({ service_id, slot, reports, kind }: OpenSlot): void {
    if (kind !== 's') return
    let [known, errors] = [0, 0]
    for (const report of reports) {
      if (report === undefined || report.result === 'unknown') continue
      known += 1
      if (report.result === 'error') errors += 1
    }
    if (known < 2) return
    const minute = Math.floor(slot / 60_000)
    for (const report of reports) {
      if (report === undefined || report.result === 'unknown') continue
      const own = report.result === 'error' ? 1 : 0
      const figures = this.#minute(report.sensor_id, minute)
      figures.known += 1
      figures.errors += own
      figures.peersKnown += known - 1
      figures.peersErrors += errors - own
      if (figures.services.size < leastServices) figures.services.add(service_id)
    }
  }

  /** Who is to be put into quarantine and who is to be let out, of those that are known well enough. */
  judge(now: number, quarantined: ReadonlySet<number>): Verdicts {
    const sick: number[] = []
    const well: number[] = []
    const oldest = Math.floor(now / 60_000) - window_minutes
    for (const [sensor, minutes] of this.#minutes) {
      while (minutes[0] !== undefined && minutes[0].minute < oldest) minutes.shift()
      const above = excessOf(minutes)
      if (above === undefined) continue
      if (above > excess && !quarantined.has(sensor)) sick.push(sensor)
      if (above < excess / 2 && quarantined.has(sensor)) well.push(sensor)
    }
    return { sick, well }
  }

  #minute(sensor_id: number, minute: number): Minute {
    let minutes = this.#minutes.get(sensor_id)
    if (minutes === undefined) {
      minutes = []
      this.#minutes.set(sensor_id, minutes)
    }
    for (let index = minutes.length - 1; index >= 0; index -= 1) {
      const found = minutes[index]
      if (found?.minute === minute) return found
    }
    const added = { minute, known: 0, errors: 0, peersKnown: 0, peersErrors: 0, services: new Set<number>() }
    minutes.push(added)
    minutes.sort((one, other) => one.minute - other.minute)
    if (minutes.length > 2 * window_minutes) minutes.shift()
    return added
  }
}

/** By how much the share of errors lies above that of the peers; undefined where too little is known. */
function excessOf(minutes: readonly Minute[]): number | undefined {
  const services = new Set<number>()
  let [known, errors, peersKnown, peersErrors] = [0, 0, 0, 0]
  for (const figures of minutes) {
    known += figures.known
    errors += figures.errors
    peersKnown += figures.peersKnown
    peersErrors += figures.peersErrors
    for (const service of figures.services) services.add(service)
  }
  if (known < leastChecks || peersKnown === 0 || services.size < leastServices) return undefined
  return errors / known - peersErrors / peersKnown
}
