/**
 * The sequence up to which the centre has stored the results of a shard, and the session in which it reported that. A
 * session begins when an analyst loads the shard from the database.
 */
export type SpoolMark = readonly [group: number, sequence: number, session?: string | undefined]

/** A range of results that the centre had stored, and has lost. */
export interface Rewind {
  readonly group: number
  readonly from: number
  readonly to: number
}

export interface SpoolMarks {
  /** Returns the sequence up to which the results of the shard are stored. */
  get(group: number): number
  all(): [group: number, sequence: number][]
  /** Returns the current session of each shard, if it is an ordered one, to save it for a restart. */
  sessions(): [group: number, session: string][]
  /** Applies a mark. Returns the results that the centre has lost; undefined if there are none. */
  apply(mark: SpoolMark): Rewind | undefined
}

interface Sessions {
  readonly current: string
  /** The previous sessions; needed only for sessions of a centre of an older version, which have no order. */
  readonly earlier: ReadonlySet<string>
}

const maxEarlier = 16

/**
 * Creates the marks of a spool. Within one session, marks only rise. The first mark of a new session is what the
 * database has: if that is less than before, the database went back in time. Marks of earlier sessions are ignored,
 * because their analyst may write to a primary that was lost.
 */
export function createSpoolMarks(): SpoolMarks {
  const committed = new Map<number, number>()
  const sessions = new Map<number, Sessions>()
  const get = (group: number) => committed.get(group) ?? 0
  const beginSession = (group: number, session: string): boolean => {
    const known = sessions.get(group)
    if (known?.current === session) return false
    const earlier = known === undefined ? [] : [...known.earlier, known.current].slice(-maxEarlier)
    sessions.set(group, { current: session, earlier: new Set(earlier) })
    return true
  }
  return {
    get,
    all: () => [...committed],
    sessions: () =>
      [...sessions].flatMap(([group, { current }]) =>
        parseSession(current) === undefined ? [] : [[group, current] satisfies [number, string]],
      ),
    apply([group, sequence, session]) {
      if (isEarlier(session, sessions.get(group))) return undefined
      const before = get(group)
      const isFirst = session !== undefined && beginSession(group, session)
      if (sequence >= before || isFirst) committed.set(group, sequence)
      return sequence < before && isFirst ? { group, from: sequence + 1, to: before } : undefined
    },
  }
}

/**
 * Whether a session is older than the current one. Sessions are ordered by the epoch of the lease, then by number.
 * Sessions of a centre of an older version have no order; they count until the first ordered session.
 */
function isEarlier(session: string | undefined, known: Sessions | undefined): boolean {
  if (known === undefined || session === known.current) return false
  const [given, current] = [parseSession(session), parseSession(known.current)]
  if (current === undefined) return session !== undefined && given === undefined && known.earlier.has(session)
  if (given === undefined) return true
  return given.epoch < current.epoch || (given.epoch === current.epoch && given.number < current.number)
}

const orderedSessionPattern = /^(\d{1,15})\.(\d{1,9})$/

/** Whether the session has an order. */
export const isOrdered = (session: string): boolean => orderedSessionPattern.test(session)

function parseSession(session: string | undefined): { readonly epoch: number; readonly number: number } | undefined {
  const match = orderedSessionPattern.exec(session ?? '')
  return match === null ? undefined : { epoch: Number(match[1]), number: Number(match[2]) }
}
