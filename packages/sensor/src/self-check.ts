import { connect } from 'node:net'
import type { ReferenceTarget } from './reference-targets.ts'

/** Checks whether the sensor's own network works. */
export interface SelfCheck {
  /** The last finding; null if no target has ever answered, so that missing answers mean nothing. */
  readonly isWell: boolean | null
  /** The number of networks with targets that have answered; null if no targets are configured. */
  readonly networks: number | null
  /** The names of targets that have answered, to save for a restart. */
  readonly answered: readonly string[]
  /**
   * Whether the network worked for a check that started at the instant. Connects to the targets if that is not known.
   */
  holdsSince(instant: number): Promise<boolean>
  /** Connects to the targets; called regularly. */
  ask(): Promise<void>
}

interface SelfCheckOptions<T> {
  readonly targets: readonly T[]
  readonly reaches: (target: T) => Promise<boolean>
  readonly nameOf: (target: T) => string
  readonly networkOf: (target: T) => Pick<ReferenceTarget, 'network' | 'isLocal'>
  /** The targets that had answered before the last restart. */
  readonly answered?: Iterable<string>
  /** Milliseconds from some instant. */
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

/** A bad finding is valid this long, so that many failures do not cause many connections. */
const badFor_ms = 5_000
/** The least time between two rounds of connections. */
const between_ms = 1_000

/**
 * Tells a failure of a service from one of our own uplink: where most of the networks that have answered before cannot
 * be reached, nothing is said about services. A target that has never answered says nothing by its silence: on a
 * machine without the Internet it never will. A good answer counts only if it was asked for after the check began; the
 * first good one after a bad one counts only for checks that begin after it, because those before may have met the
 * network as it was then.
 */
export function createSelfCheck<T>(options: SelfCheckOptions<T>): SelfCheck {
  const { targets, reaches, nameOf, networkOf, now, wait } = options
  const answered = new Set(options.answered ?? [])
  let [asked, wellSince, isWell] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, true]
  let isLookedFor = false
  const counting = (): T[] => {
    const heard = targets.filter((target) => answered.has(nameOf(target)))
    return deciding(heard, networkOf)
  }
  /** Looks whether those answer that never have; apart, so that no failure of a service waits for them. */
  const discovery = single(async () => {
    const silent = targets.filter((target) => !answered.has(nameOf(target)))
    const replies = await Promise.all(silent.map(reaches))
    for (const [index, target] of silent.entries()) if (replies[index]) answered.add(nameOf(target))
    isLookedFor = true
  })
  const round = single(async () => {
    const pause = asked + between_ms - now()
    if (pause > 0) await wait(pause)
    asked = now()
    const whom = counting()
    const replies = await Promise.all(whom.map(reaches))
    const wasWell = isWell
    isWell = reachesMost(whom, new Set(whom.filter((_, index) => replies[index])), networkOf)
    if (isWell && !wasWell) wellSince = now()
  })
  const isJudged = () => counting().length > 0
  return {
    get isWell() {
      return isJudged() ? isWell : null
    },
    get networks() {
      return targets.length === 0 ? null : networksOf(counting(), networkOf).size
    },
    get answered() {
      return targets.map(nameOf).filter((name) => answered.has(name))
    },
    async holdsSince(instant) {
      if (!isLookedFor && !isJudged()) await discovery.run()
      if (!isJudged()) return true
      const isKnown = !round.isUnderWay && (isWell ? asked >= instant : asked + badFor_ms > now())
      if (!isKnown) await round.run()
      // A round that was under way may have been asked before the check began.
      if (isWell && asked < instant) await round.run()
      return isWell && instant > wellSince
    },
    async ask() {
      await Promise.all([discovery.run(), isJudged() ? round.run() : undefined])
    },
  }
}

/** Work that is under way once at most: whoever asks meanwhile waits for the same. */
function single(work: () => Promise<void>) {
  let current: Promise<void> | undefined
  return {
    get isUnderWay() {
      return current !== undefined
    },
    run(): Promise<void> {
      current ??= work().finally(() => {
        current = undefined
      })
      return current
    },
  }
}

/**
 * Where the gateway answers and nothing beyond it, the uplink is cut: it decides only where nothing else ever answered.
 */
function deciding<T>(targets: readonly T[], networkOf: SelfCheckOptions<T>['networkOf']): T[] {
  const remote = targets.filter((target) => !networkOf(target).isLocal)
  return remote.length > 0 ? remote : [...targets]
}

const networksOf = <T>(targets: Iterable<T>, networkOf: SelfCheckOptions<T>['networkOf']): Set<string> =>
  new Set(Array.from(targets, (target) => networkOf(target).network))

function reachesMost<T>(
  counting: readonly T[],
  reached: ReadonlySet<T>,
  networkOf: SelfCheckOptions<T>['networkOf'],
): boolean {
  const inReach = networksOf(
    counting.filter((target) => reached.has(target)),
    networkOf,
  )
  return inReach.size * 2 >= networksOf(counting, networkOf).size
}

const patience_ms = 2_000

/** Whether something listens there. A refusal is an answer too: the packets came back. */
export function reachesTarget({ host, port }: Pick<ReferenceTarget, 'host' | 'port'>): Promise<boolean> {
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
