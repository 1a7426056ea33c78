/** How far the centre has the results of a group: [group, sequence], and which reading of its database says so. */
export type Mark = readonly [group: number, sequence: number, session?: string | undefined]

/** Results that the centre had, and has lost. */
export interface Rewind {
  readonly group: number
  readonly from: number
  readonly to: number
}

export interface SpoolMarks {
  /** Everything of the group up to here is stored. */
  get(group: number): number
  all(): [group: number, sequence: number][]
  /** The session that each group follows, as far as it has an order: to be known again after a restart. */
  sessions(): [group: number, session: string][]
  /** Takes a mark; says what the centre has lost, where it has. */
  take(mark: Mark): Rewind | undefined
}

interface Sessions {
  readonly current: string
  /** Those that were followed before; only sessions of an older centre need them. */
  readonly earlier: ReadonlySet<string>
}

const maxEarlier = 16

/**
 * What the centre says that it has. Within one session marks only rise. A new session begins with what the database has:
 * where that is less than before, the database went back in time. What an earlier session still says does not count: its
 * analyst may write to a primary that was lost.
 */
export function createSpoolMarks(): SpoolMarks {
  const committed = new Map<number, number>()
  const sessions = new Map<number, Sessions>()
  const get = (group: number) => committed.get(group) ?? 0
  const begin = (group: number, session: string): boolean => {
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
    take([group, sequence, session]) {
      if (isEarlier(session, sessions.get(group))) return undefined
      const before = get(group)
      const isFirst = session !== undefined && begin(group, session)
      if (sequence >= before || isFirst) committed.set(group, sequence)
      return sequence < before && isFirst ? { group, from: sequence + 1, to: before } : undefined
    },
  }
}

/**
 * Sessions are ordered by the time at which the analyst took the group, then by number. Those of an older centre have no
 * order: they count until one comes that has.
 */
function isEarlier(session: string | undefined, known: Sessions | undefined): boolean {
  if (known === undefined || session === known.current) return false
  const [given, current] = [parseSession(session), parseSession(known.current)]
  if (current === undefined) return session !== undefined && given === undefined && known.earlier.has(session)
  if (given === undefined) return true
  return given.epoch < current.epoch || (given.epoch === current.epoch && given.number < current.number)
}

const orderedSession = /^(\d{1,15})\.(\d{1,9})$/

/** Whether the session has an order. */
export const isOrdered = (session: string): boolean => orderedSession.test(session)

function parseSession(session: string | undefined): { readonly epoch: number; readonly number: number } | undefined {
  const match = orderedSession.exec(session ?? '')
  return match === null ? undefined : { epoch: Number(match[1]), number: Number(match[2]) }
}
