/** After this many slots in a row without a result, a failover sensor replaces a sensor. */
const absentAfter = 2
/**
 * After this many slots in a row with a result, the sensor is back; more than one, so that an unstable sensor does not
 * cause constant changes.
 */
const returnedAfter = 5
/** An absence that lasts is reported again, in case its first report was lost. */
const reportedEvery = 10

/** How a sensor has answered lately for one service. */
export interface Presence {
  readonly isAbsent: boolean
  /** Slots in a row that speak against it: unknown ones of a sensor that is there, known ones of an absent one. */
  readonly streak: number
}

export interface PresenceStep {
  readonly presence: Presence
  readonly change?: 'absent' | 'returned'
}

export const present: Presence = { isAbsent: false, streak: 0 }

/** What a slot makes of it. A result is known where the sensor says that the service is ok, or that it fails. */
export function nextPresence({ isAbsent, streak }: Presence, isKnown: boolean): PresenceStep {
  if (!isAbsent) {
    if (isKnown) return { presence: present }
    if (streak + 1 < absentAfter) return { presence: { isAbsent, streak: streak + 1 } }
    return { presence: { isAbsent: true, streak: 0 }, change: 'absent' }
  }
  if (isKnown) {
    const known = Math.max(0, streak) + 1
    return known < returnedAfter ? { presence: { isAbsent, streak: known } } : { presence: present, change: 'returned' }
  }
  // Counted below zero while it stays away.
  const away = Math.min(0, streak) - 1
  return { presence: { isAbsent, streak: away }, ...(away % reportedEvery === 0 && { change: 'absent' }) }
}

/** A sensor that does not answer for a service, and who stands in for it. */
export interface Absence {
  readonly sensor_id: number
  readonly stand_in_id: number | null
}

export interface StandInPlan {
  /** The sensors that the service, or its group, has chosen. */
  readonly assigned: readonly number[]
  /** Of this service: chosen sensors, and such that stood in, that do not answer. */
  readonly absences: readonly Absence[]
  /** Who could stand in for a sensor, the best first. */
  readonly candidates: (sensor_id: number) => readonly number[]
}

/**
 * Who stands in for whom: one for each chosen sensor that is absent, and none twice. Whoever stands in already stays, unless
 * it does not answer either or cannot do it any more. The absent sensor goes on being asked: its answers show its return.
 */
export function chooseStandIns({ assigned, absences, candidates }: StandInPlan): Map<number, number> {
  const away = new Set(absences.map(({ sensor_id }) => sensor_id))
  const taken = new Set(assigned)
  const chosen = new Map<number, number>()
  const wanted = absences.filter(({ sensor_id }) => assigned.includes(sensor_id))
  const take = (sensor_id: number, stand_in_id: number) => {
    taken.add(stand_in_id)
    chosen.set(sensor_id, stand_in_id)
  }
  const isFree = (id: number) => !taken.has(id) && !away.has(id)
  for (const { sensor_id, stand_in_id } of wanted)
    if (stand_in_id !== null && isFree(stand_in_id) && candidates(sensor_id).includes(stand_in_id))
      take(sensor_id, stand_in_id)
  for (const { sensor_id } of wanted) {
    const free = chosen.has(sensor_id) ? undefined : candidates(sensor_id).find(isFree)
    if (free !== undefined) take(sensor_id, free)
  }
  return chosen
}
