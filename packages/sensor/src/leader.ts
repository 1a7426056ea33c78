/** Which planner a sensor listens to: two may believe that they lead while one is cut off from the database. */
export interface Leader {
  /** Whether an answer under this epoch counts. */
  accepts(epoch: number | undefined): boolean
}

/** One that has not been heard for so long gives way to whoever answers: its epoch may have been an error. */
const maxSilence_ms = 60_000

/** Follows the highest epoch. Answers of versions that name none always count. */
export function followLeader(now: () => number): Leader {
  let [highest, heard] = [0, Number.NEGATIVE_INFINITY]
  return {
    accepts(epoch) {
      if (epoch === undefined) return true
      if (epoch < highest && now() - heard < maxSilence_ms) return false
      highest = epoch
      heard = now()
      return true
    },
  }
}
