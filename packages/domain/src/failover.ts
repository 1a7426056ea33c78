/** After this many slots in a row without a result, a failover sensor replaces a sensor. */
const absentAfterSlots = 2
/**
 * After this many slots in a row with a result, the sensor is back; more than one, so that an unstable sensor does not
 * cause constant changes.
 */
const returnedAfterSlots = 5
/** An absence that lasts is reported again, in case its first report was lost. */
const reportEverySlots = 10

/** Whether a sensor recently gave results for one service. */
export interface Presence {
  readonly isAbsent: boolean
  /**
   * The number of slots in a row that contradict `isAbsent`: without a result for a present sensor, with one for an
   * absent sensor. Negative: the number of further slots without a result of an absent sensor.
   */
  readonly streak: number
}

export interface PresenceStep {
  readonly presence: Presence
  readonly change?: 'absent' | 'returned'
}

export const initialPresence: Presence = { isAbsent: false, streak: 0 }

/** Returns the presence after a slot; `isKnown` if the sensor's result was ok or error. */
export function computeNextPresence({ isAbsent, streak }: Presence, isKnown: boolean): PresenceStep {
  if (!isAbsent) {
    if (isKnown) return { presence: initialPresence }
    if (streak + 1 < absentAfterSlots) return { presence: { isAbsent, streak: streak + 1 } }
    return { presence: { isAbsent: true, streak: 0 }, change: 'absent' }
  }
  if (isKnown) {
    const streakWithResult = Math.max(0, streak) + 1
    return streakWithResult < returnedAfterSlots
      ? { presence: { isAbsent, streak: streakWithResult } }
      : { presence: initialPresence, change: 'returned' }
  }
  // Counted below zero while it stays absent.
  const missedStreak = Math.min(0, streak) - 1
  return {
    presence: { isAbsent, streak: missedStreak },
    ...(missedStreak % reportEverySlots === 0 && { change: 'absent' }),
  }
}

/** A sensor that gives no results for a service, and its failover sensor. */
export interface Absence {
  readonly sensor_id: number
  readonly stand_in_id: number | null
}

export interface FailoverPlan {
  /** The sensors that are chosen for the service, or for its group. */
  readonly assigned: readonly number[]
  /** The sensors that give no results for this service, chosen ones and failover sensors. */
  readonly absences: readonly Absence[]
  /** Returns the possible failover sensors of a sensor, the best first. */
  readonly candidates: (sensor_id: number) => readonly number[]
}

/**
 * Chooses a different failover sensor for each chosen sensor that is absent. A current failover sensor stays, unless it
 * is absent too or no longer possible. The absent sensor stays assigned, so that its results show its return.
 */
export function chooseFailoverSensors({ assigned, absences, candidates }: FailoverPlan): Map<number, number> {
  const absentIds = new Set(absences.map(({ sensor_id }) => sensor_id))
  const takenIds = new Set(assigned)
  const chosen = new Map<number, number>()
  const assignedAbsences = absences.filter(({ sensor_id }) => assigned.includes(sensor_id))
  const choose = (sensor_id: number, stand_in_id: number) => {
    takenIds.add(stand_in_id)
    chosen.set(sensor_id, stand_in_id)
  }
  const isFree = (id: number) => !takenIds.has(id) && !absentIds.has(id)
  for (const { sensor_id, stand_in_id } of assignedAbsences)
    if (stand_in_id !== null && isFree(stand_in_id) && candidates(sensor_id).includes(stand_in_id))
      choose(sensor_id, stand_in_id)
  for (const { sensor_id } of assignedAbsences) {
    const replacement = chosen.has(sensor_id) ? undefined : candidates(sensor_id).find(isFree)
    if (replacement !== undefined) choose(sensor_id, replacement)
  }
  return chosen
}
