/** Decides which planner a sensor follows: a planner that is cut off from the database may not know its successor. */
export interface Leader {
  /** Whether a reply with this epoch counts. */
  accepts(epoch: number | undefined): boolean
}

/** After this time without a reply of the leader, any planner is accepted: the leader's epoch may have been wrong. */
const maxSilenceMs = 60_000

/** Follows the planner with the highest epoch. Replies without an epoch, of older planner versions, always count. */
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
