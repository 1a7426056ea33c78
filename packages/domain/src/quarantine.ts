/** What a sensor and its peers saw of the services of one account, lately and by one observer. */
export interface PeerEvidence {
  readonly tree_id: number
  readonly owner_id: number
  /** Registered domains and addresses on which the sensor could be compared; none where it had no peers. */
  readonly targets: number
  /** The mean over those targets: by how much the sensor's share of errors lies above that of its peers. */
  readonly excess: number
  /** How many checks were compared. */
  readonly checks: number
}

/** How far a sensor strays from its peers, as the average customer sees it. */
export interface Assessment {
  readonly excess: number
  /** Whether so many customers see it that none of them alone can have brought it about. */
  readonly isBroad: boolean
}

/** What is remembered of a sensor. All times are in milliseconds since 1970. */
export interface QuarantineState {
  readonly quarantined: boolean
  /** When the present quarantine began, or the last one. */
  readonly since: number | null
  readonly released_at: number | null
  /** Since when it sees what its peers see, without a break. */
  readonly agrees_since: number | null
  /** How often it was put there, each time soon after it was let out. */
  readonly strikes: number
}

export const neverQuarantined: QuarantineState = {
  quarantined: false,
  since: null,
  released_at: null,
  agrees_since: null,
  strikes: 0,
}

const leastChecks = 30
/** A sensor that a few targets keep out is not sick. */
const leastTargets = 10
const leastOwners = 3
/** So far above its peers a sensor is not believed any more; it agrees with them only far below that. */
const strayingExcess = 0.3
const agreeingExcess = 0.1
const minute = 60_000
const firstRelease = 10 * minute
const longestRelease = 24 * 60 * minute
/** After so long without another quarantine the earlier ones count no more. */
const forgottenAfter = 24 * 60 * minute

/**
 * Compares a sensor with its peers by what all observers saw; undefined where that is too little. Every tree of accounts
 * has one voice, divided among its accounts, and theirs among their targets: however many services one customer has, and
 * however many targets of it refuse a sensor, it moves the result by its own voice only.
 */
export function assessSensor(evidence: readonly PeerEvidence[]): Assessment | undefined {
  const owners = mergeByOwner(evidence)
  const compared = owners.filter(({ targets }) => targets > 0)
  const sum = (value: (one: PeerEvidence) => number) => compared.reduce((total, one) => total + value(one), 0)
  if (sum(({ checks }) => checks) < leastChecks || sum(({ targets }) => targets) < leastTargets) return undefined
  const trees = [...Map.groupBy(compared, ({ tree_id }) => tree_id).values()]
  const straying = compared.filter(({ excess }) => excess > strayingExcess)
  // Those who have no other sensor cannot speak, but they would be harmed too: they raise the number that is needed.
  const isBroad =
    straying.length >= Math.min(leastOwners, owners.length) &&
    countTrees(straying) >= Math.min(leastOwners, countTrees(owners))
  return { excess: mean(trees.map((tree) => mean(tree.map(({ excess }) => excess)))), isBroad }
}

/**
 * The state of a sensor after an assessment; the very same object where nothing changes. A sensor is let out only after it
 * agreed with its peers for a while that was watched all along, and for twice as long each time it comes back within a day.
 */
export function judgeQuarantine(
  state: QuarantineState,
  assessment: Assessment | undefined,
  now: number,
): QuarantineState {
  if (!state.quarantined) {
    if (assessment === undefined || assessment.excess <= strayingExcess || !assessment.isBroad) return state
    const isRelapse = state.released_at !== null && now - state.released_at < forgottenAfter
    return { ...state, quarantined: true, since: now, agrees_since: null, strikes: isRelapse ? state.strikes + 1 : 1 }
  }
  if (assessment === undefined || assessment.excess >= agreeingExcess)
    return state.agrees_since === null ? state : { ...state, agrees_since: null }
  if (state.agrees_since === null) return { ...state, agrees_since: now }
  if (now - state.agrees_since < releaseDelay(state.strikes)) return state
  return { ...state, quarantined: false, released_at: now, agrees_since: null }
}

/** For how long a sensor must agree with its peers before it is believed again. */
export const releaseDelay = (strikes: number): number =>
  Math.min(longestRelease, firstRelease * 2 ** Math.min(20, Math.max(0, strikes - 1)))

/** An account whose services are shared out among several observers is one account. */
function mergeByOwner(evidence: readonly PeerEvidence[]): PeerEvidence[] {
  return [...Map.groupBy(evidence, ({ owner_id }) => owner_id).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined || parts.length === 1) return parts
    const targets = parts.reduce((total, part) => total + part.targets, 0)
    const excess = parts.reduce((total, part) => total + part.excess * part.targets, 0) / Math.max(1, targets)
    return [{ ...first, targets, excess, checks: parts.reduce((total, part) => total + part.checks, 0) }]
  })
}

const countTrees = (owners: readonly PeerEvidence[]): number => new Set(owners.map(({ tree_id }) => tree_id)).size

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length
