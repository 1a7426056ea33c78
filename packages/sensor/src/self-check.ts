import { connect } from 'node:net'
import type { ReferenceTarget } from './reference-targets.ts'

/** Checks whether the sensor's own network works. */
export interface SelfCheck {
  /** The result of the last check; null if no target has ever answered, because then nothing can be concluded. */
  readonly isWell: boolean | null
  /**
   * The number of networks with targets that have answered, without local ones if a remote one has answered; null if no
   * targets are configured.
   */
  readonly networks: number | null
  /** The names of targets that have answered, to save for a restart. */
  readonly answered: readonly string[]
  /**
   * Whether the network worked for a check that started at the instant. Connects to the targets if this is unknown.
   */
  workedSince(instant: number): Promise<boolean>
  /** Connects to the targets; called regularly. */
  check(): Promise<void>
}

interface SelfCheckOptions<T> {
  readonly targets: readonly T[]
  readonly canReach: (target: T) => Promise<boolean>
  readonly getName: (target: T) => string
  readonly getNetwork: (target: T) => Pick<ReferenceTarget, 'network' | 'isLocal'>
  /** The targets that had answered before the last restart. */
  readonly answered?: Iterable<string>
  /** A clock in milliseconds with any origin. */
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

/** A bad finding is valid this long, so that many failures do not cause many connections. */
const badFindingValidMs = 5_000
/** The minimum time between two rounds of connections. */
const minRoundIntervalMs = 1_000

/**
 * Distinguishes a failure of a service from one of the sensor's own uplink: if most of the networks that have answered
 * before cannot be reached, failures are not reported. A target that has never answered does not count: on a machine
 * without the Internet it never will. A good finding counts for a check only if its connections began after the check.
 * The first good finding after a bad one counts only for checks that begin after it, because earlier checks may have
 * run while the network failed.
 */
export function createSelfCheck<T>(options: SelfCheckOptions<T>): SelfCheck {
  const { targets, canReach, getName, getNetwork, now, wait } = options
  const answered = new Set(options.answered ?? [])
  let [lastRoundAt, wellSince, isWell] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, true]
  let isDiscovered = false
  const listCountedTargets = (): T[] => {
    const known = targets.filter((target) => answered.has(getName(target)))
    return preferRemote(known, getNetwork)
  }
  /** Tries the targets that have never answered. Separate from rounds, so that failed checks do not wait for them. */
  const discovery = createSharedRun(async () => {
    const unknown = targets.filter((target) => !answered.has(getName(target)))
    const replies = await Promise.all(unknown.map(canReach))
    for (const [index, target] of unknown.entries()) if (replies[index]) answered.add(getName(target))
    isDiscovered = true
  })
  /** Corrects times that lie in the future because the clock was set back: they would delay the next round. */
  const forgetFuture = (): void => {
    if (lastRoundAt <= now()) return
    lastRoundAt = Number.NEGATIVE_INFINITY
    wellSince = Math.min(wellSince, now())
  }
  const round = createSharedRun(async () => {
    forgetFuture()
    const pause = lastRoundAt + minRoundIntervalMs - now()
    if (pause > 0) await wait(pause)
    lastRoundAt = now()
    const triedTargets = listCountedTargets()
    const replies = await Promise.all(triedTargets.map(canReach))
    const wasWell = isWell
    isWell = reachesMost(triedTargets, new Set(triedTargets.filter((_, index) => replies[index])), getNetwork)
    if (isWell && !wasWell) wellSince = now()
  })
  const hasCountedTargets = () => listCountedTargets().length > 0
  return {
    get isWell() {
      return hasCountedTargets() ? isWell : null
    },
    get networks() {
      return targets.length === 0 ? null : listNetworks(listCountedTargets(), getNetwork).size
    },
    get answered() {
      return targets.map(getName).filter((name) => answered.has(name))
    },
    async workedSince(instant) {
      forgetFuture()
      if (!isDiscovered && !hasCountedTargets()) await discovery.run()
      if (!hasCountedTargets()) return true
      const isKnown = !round.isUnderWay && (isWell ? lastRoundAt >= instant : lastRoundAt + badFindingValidMs > now())
      if (!isKnown) await round.run()
      // A round that was already running may have started before the check.
      if (isWell && lastRoundAt < instant) await round.run()
      return isWell && instant > wellSince
    },
    async check() {
      await Promise.all([discovery.run(), hasCountedTargets() ? round.run() : undefined])
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
function preferRemote<T>(targets: readonly T[], getNetwork: SelfCheckOptions<T>['getNetwork']): T[] {
  const remote = targets.filter((target) => !getNetwork(target).isLocal)
  return remote.length > 0 ? remote : [...targets]
}

const listNetworks = <T>(targets: Iterable<T>, getNetwork: SelfCheckOptions<T>['getNetwork']): Set<string> =>
  new Set(Array.from(targets, (target) => getNetwork(target).network))

function reachesMost<T>(
  countedTargets: readonly T[],
  reached: ReadonlySet<T>,
  getNetwork: SelfCheckOptions<T>['getNetwork'],
): boolean {
  const reachedNetworks = listNetworks(
    countedTargets.filter((target) => reached.has(target)),
    getNetwork,
  )
  return reachedNetworks.size * 2 >= listNetworks(countedTargets, getNetwork).size
}

const connectTimeoutMs = 2_000

/** Whether the host answers. A rejected connection is an answer too, because packets came back. */
export function reachesTarget({ host, port }: Pick<ReferenceTarget, 'host' | 'port'>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: connectTimeoutMs })
    const finish = (reached: boolean) => {
      socket.destroy()
      resolve(reached)
    }
    socket.once('connect', () => finish(true))
    socket.once('timeout', () => finish(false))
    socket.once('error', (error: NodeJS.ErrnoException) => finish(error.code === 'ECONNREFUSED'))
  })
}
