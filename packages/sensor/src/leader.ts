/** Decides which planner a sensor follows: while one is cut off from the database, two may assume that they lead. */
export interface Leader {
  /** Whether a reply with this epoch counts. */
  accepts(epoch: number | undefined): boolean
}

/** After this time without a reply of the leader, any planner is accepted: its epoch may have been an error. */
const maxSilenceMs = 60_000

/** Follows the planner with the highest epoch. Replies of older versions, without an epoch, always count. */
export function followLeader(now: () => number): Leader {
  let [highest, heardAt] = [0, Number.NEGATIVE_INFINITY]
  return {
    accepts(epoch) {
      if (epoch === undefined) return true
      if (epoch < highest && now() - heardAt < maxSilenceMs) return false
      highest = epoch
      heardAt = now()
      return true
    },
  }
}
