import { connect } from 'node:net'

/** Whether the sensor's own way out is open. */
export interface SelfCheck {
  /** What was found last; null where there are no anchors. */
  readonly isWell: boolean | null
  /** Whether the network was there for a check that began at the instant: asks the anchors where that is not known. */
  holdsSince(instant: number): Promise<boolean>
  /** Asks the anchors, as is done now and then. */
  ask(): Promise<boolean>
}

export interface Anchor {
  readonly host: string
  readonly port: number
}

interface SelfCheckOptions<A> {
  readonly anchors: readonly A[]
  readonly reaches: (anchor: A) => Promise<boolean>
  /** Milliseconds from some instant. */
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

/** A bad answer holds this long, so that a mass of failures does not become a mass of questions. */
const badFor_ms = 5_000
/** Rounds of questions are at least this far apart. */
const between_ms = 1_000

/**
 * Tells a failure of a service from one of our own uplink: where most of the anchors cannot be reached, nothing is said
 * about services. A good answer counts only if it was asked for after the check began; the first good one after a bad
 * one counts only for checks that begin after it, because those before may have met the network as it was then.
 */
export function createSelfCheck<A>({ anchors, reaches, now, wait }: SelfCheckOptions<A>): SelfCheck {
  let [asked, wellSince, isWell] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, true]
  let round: Promise<boolean> | undefined

  const ask = async (): Promise<boolean> => {
    const pause = asked + between_ms - now()
    if (pause > 0) await wait(pause)
    asked = now()
    const reached = await Promise.all(anchors.map(reaches))
    const wasWell = isWell
    isWell = reached.filter(Boolean).length * 2 >= anchors.length
    if (isWell && !wasWell) wellSince = now()
    return isWell
  }
  const once = (): Promise<boolean> => {
    round ??= ask().finally(() => {
      round = undefined
    })
    return round
  }
  if (anchors.length === 0) return { isWell: null, holdsSince: async () => true, ask: async () => true }
  return {
    get isWell() {
      return isWell
    },
    async holdsSince(instant) {
      const isKnown = round === undefined && (isWell ? asked >= instant : asked + badFor_ms > now())
      if (!isKnown) await once()
      return isWell && instant > wellSince
    },
    ask: once,
  }
}

const patience_ms = 2_000

/** Whether something listens there. A refusal is an answer too: the packets came back. */
export function reachesAnchor({ host, port }: Anchor): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patience_ms })
    const answer = (reached: boolean) => {
      socket.destroy()
      resolve(reached)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', (error: NodeJS.ErrnoException) => answer(error.code === 'ECONNREFUSED'))
  })
}

/** `host:port` or `[address]:port`, separated by commas. */
export function parseAnchors(text: string): Anchor[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      const [, host, port] = /^(?:\[([^\]]+)\]|[^:]+):(\d{1,5})$/.exec(item) ?? []
      const name = host ?? item.slice(0, item.lastIndexOf(':'))
      if (port === undefined || Number(port) > 65_535) throw new RangeError(`no anchor: ${item}`)
      return { host: name, port: Number(port) }
    })
}
