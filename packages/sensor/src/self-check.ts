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
  check(): Promise<void>
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
const badFindingValidMs = 5_000
/** The least time between two rounds of connections. */
const betweenMs = 1_000

/**
 * Distinguishes a failure of a service from one of the sensor's own uplink: if most of the networks that have answered
 * before cannot be reached, failures are not reported. A target that has never answered does not count: on a machine
 * without the Internet it never will. A good finding counts for a check only if its connections began after the check.
 * The first good one after a bad one counts only for checks that begin after it, because earlier ones may have run
 * while the network failed.
 */
export function createSelfCheck<T>(options: SelfCheckOptions<T>): SelfCheck {
  const { targets, reaches, nameOf, networkOf, now, wait } = options
  const answered = new Set(options.answered ?? [])
  let [asked, wellSince, isWell] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, true]
  let isDiscovered = false
  const counting = (): T[] => {
    const known = targets.filter((target) => answered.has(nameOf(target)))
    return preferRemote(known, networkOf)
  }
  /** Tries the targets that have never answered; separately, so that failures of services do not wait for them. */
  const discovery = createSharedRun(async () => {
    const unknown = targets.filter((target) => !answered.has(nameOf(target)))
    const replies = await Promise.all(unknown.map(reaches))
    for (const [index, target] of unknown.entries()) if (replies[index]) answered.add(nameOf(target))
    isDiscovered = true
  })
  const round = createSharedRun(async () => {
    const pause = asked + betweenMs - now()
    if (pause > 0) await wait(pause)
    asked = now()
    const tried = counting()
    const replies = await Promise.all(tried.map(reaches))
    const wasWell = isWell
    isWell = reachesMost(tried, new Set(tried.filter((_, index) => replies[index])), networkOf)
    if (isWell && !wasWell) wellSince = now()
  })
  const isJudged = () => counting().length > 0
  return {
    get isWell() {
      return isJudged() ? isWell : null
    },
    get networks() {
      return targets.length === 0 ? null : listNetworks(counting(), networkOf).size
    },
    get answered() {
      return targets.map(nameOf).filter((name) => answered.has(name))
    },
    async holdsSince(instant) {
      if (!isDiscovered && !isJudged()) await discovery.run()
      if (!isJudged()) return true
      const isKnown = !round.isUnderWay && (isWell ? asked >= instant : asked + badFindingValidMs > now())
      if (!isKnown) await round.run()
      // A round that was already running may have started before the check.
      if (isWell && asked < instant) await round.run()
      return isWell && instant > wellSince
    },
    async check() {
      await Promise.all([discovery.run(), isJudged() ? round.run() : undefined])
    },
  }
}

/** Creates a task that runs once at a time; a call during a run waits for that run. */
function createSharedRun(work: () => Promise<void>) {
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
 * Returns the remote targets; if there are none, all. Local ones such as the gateway answer even if the uplink fails,
 * so they count only if no remote target has ever answered.
 */
function preferRemote<T>(targets: readonly T[], networkOf: SelfCheckOptions<T>['networkOf']): T[] {
  const remote = targets.filter((target) => !networkOf(target).isLocal)
  return remote.length > 0 ? remote : [...targets]
}

const listNetworks = <T>(targets: Iterable<T>, networkOf: SelfCheckOptions<T>['networkOf']): Set<string> =>
  new Set(Array.from(targets, (target) => networkOf(target).network))

function reachesMost<T>(
  counting: readonly T[],
  reached: ReadonlySet<T>,
  networkOf: SelfCheckOptions<T>['networkOf'],
): boolean {
  const inReach = listNetworks(
    counting.filter((target) => reached.has(target)),
    networkOf,
  )
  return inReach.size * 2 >= listNetworks(counting, networkOf).size
}

const patienceMs = 2_000

/** Whether the host answers. A rejected connection is an answer too, because packets came back. */
export function reachesTarget({ host, port }: Pick<ReferenceTarget, 'host' | 'port'>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patienceMs })
    const answer = (reached: boolean) => {
      socket.destroy()
      resolve(reached)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', (error: NodeJS.ErrnoException) => answer(error.code === 'ECONNREFUSED'))
  })
}
