import {
  BucketLeases,
  BucketShare,
  bucketCount,
  type Division,
  type SavedShare,
  type ShareGrant,
} from '../src/index.ts'

export const leaseMs = 15_000
/** A check of each bucket starts this often. */
const everyMs = 1_000
/** A start may run at most this late. */
const maxSlipMs = 2_000
const turnMs = 250
const requestMs = 4_000
const retryMs = 1_000
const lookMs = 500
const startOf = (bucket: number, slot: number) => slot * everyMs + ((bucket * 379) % everyMs)

/** A host's execution of a start. */
interface Run {
  readonly host: string
  /** Whether the host had a lease, instead of continuing without one because the centre seemed unreachable. */
  readonly isLeased: boolean
}

/** A process that runs, is frozen, or is dead. Work for a frozen process waits until it is thawed. */
class Process {
  isAlive = true
  isFrozen = false
  readonly #late: (() => void)[] = []
  readonly #lateTimers: (() => void)[] = []

  do(work: () => void, isTimer: boolean): void {
    if (!this.isAlive) return
    if (!this.isFrozen) work()
    else if (isTimer) this.#lateTimers.push(work)
    else this.#late.push(work)
  }

  end(): void {
    this.isAlive = false
  }

  freeze(): void {
    this.isFrozen = true
  }

  /** Continues; due timers run before or after the messages that have arrived in the meantime. */
  thaw(isTimersFirst: boolean): void {
    this.isFrozen = false
    const [timers, messages] = [this.#lateTimers.splice(0), this.#late.splice(0)]
    for (const work of isTimersFirst ? [...timers, ...messages] : [...messages, ...timers]) this.do(work, true)
  }
}

/** The part of a host that survives the death of its process. */
class Machine {
  readonly name: string
  /** How far its clock is ahead of the centre's; `drift` is by how much its monotonic clock runs too fast. */
  readonly skewMs: number
  readonly drift: number
  readonly taken = new Set<number>()
  /** The state on its disk: the share, and the end of the lease by its monotonic clock. */
  kept: { readonly share: SavedShare; readonly endsAt: number } = { share: { isAlone: false, buckets: [] }, endsAt: 0 }
  process: HostProcess | undefined
  isCut = false

  constructor(name: string, skewMs: number, drift: number) {
    this.name = name
    this.skewMs = skewMs
    this.drift = drift
  }

  get isRunning(): boolean {
    return this.process?.isAlive ?? false
  }
}

/** One process of a host: its schedule and its heartbeats, as in the sensor. */
class HostProcess extends Process {
  readonly #world: HostsWorld
  readonly machine: Machine
  readonly share: BucketShare
  #pending: object | undefined
  #isDue = false
  #isResting = false

  constructor(world: HostsWorld, machine: Machine) {
    super()
    this.#world = world
    this.machine = machine
    this.share = new BucketShare(machine.kept.share, Math.max(0, machine.kept.endsAt - this.monotonic))
    this.#turn()
    world.after(world.random(800), this, () => this.#beat())
  }

  get monotonic(): number {
    return this.#world.now * (1 + this.machine.drift)
  }

  get wall(): number {
    return this.#world.now + this.machine.skewMs
  }

  /** Handles the `report` command: sends a heartbeat immediately, or after the one in progress. */
  report(): void {
    if (this.#isResting) this.#beat()
    else this.#isDue = true
  }

  leave(): void {
    this.#run()
    this.share.leave(this.wall + 1)
    this.report()
    this.#world.after(retryMs, this, () => {
      this.#save()
      this.end()
    })
  }

  #turn(): void {
    this.#run()
    this.#world.after(turnMs, this, () => this.#turn())
  }

  #run(): void {
    const { wall, monotonic, share, machine } = this
    share.observe(monotonic)
    for (let bucket = 0; bucket < bucketCount; bucket += 1)
      for (let slot = Math.floor((wall - maxSlipMs) / everyMs); startOf(bucket, slot) <= wall; slot += 1) {
        const [at, key] = [startOf(bucket, slot), slot * bucketCount + bucket]
        if (at < wall - maxSlipMs || machine.taken.has(key) || !share.coversStart(bucket, at)) continue
        machine.taken.add(key)
        this.#world.ran(key, { host: machine.name, isLeased: share.getRemainingMs(monotonic) > 0 })
      }
  }

  #beat(): void {
    const { share, machine } = this
    this.#isResting = this.#isDue = false
    const pending = {}
    this.#pending = pending
    share.observe(this.monotonic)
    const [sent, sentAt] = [this.wall, this.monotonic]
    const buckets = share.listClaims(sent)
    const claim = {
      ...{ host: machine.name, sent, clockOffsetMs: Math.round(sent - this.#world.now) },
      share: { capacity: 5_000, isLeaving: share.isLeaving, buckets },
    }
    const isCurrent = () => this.#pending === pending
    this.#world.request(this, claim, (grant) => {
      if (!isCurrent()) return
      this.#pending = undefined
      share.apply(grant, sentAt, this.monotonic)
      this.#world.after(this.#world.random(100), this, () => {
        this.#save()
        this.#rest(share.renewMs)
      })
    })
    this.#world.after(Math.min(requestMs, share.renewMs), this, () => {
      if (isCurrent()) this.#askBroker(sentAt)
    })
  }

  /** Asks whether at least the broker has received the heartbeat. */
  #askBroker(sentAt: number): void {
    const pending = {}
    this.#pending = pending
    const end = (isReached: boolean) => {
      if (this.#pending !== pending) return
      this.#pending = undefined
      if (isReached) this.share.extend(sentAt, this.monotonic)
      this.#rest(retryMs)
    }
    this.#world.ping(this, () => end(true))
    this.#world.after(retryMs, this, () => end(false))
  }

  #save(): void {
    const { share, monotonic, machine } = this
    machine.kept = { share: share.saved, endsAt: monotonic + share.getRemainingMs(monotonic) }
  }

  #rest(ms: number): void {
    this.#isResting = true
    const pending = {}
    this.#pending = pending
    if (this.#isDue) this.#beat()
    else
      this.#world.after(ms, this, () => {
        if (this.#pending === pending) this.#beat()
      })
  }
}

/** A leading planner: it answers heartbeats, and stores the division for its successor. */
class PlannerProcess extends Process {
  readonly #world: HostsWorld
  readonly leases: BucketLeases
  #session: number | undefined
  /** When all pending divisions are stored. */
  #keptAt = 0

  constructor(world: HostsWorld) {
    super()
    this.#world = world
    const { division, now } = world
    this.leases = division
      ? BucketLeases.restore(leaseMs, JSON.parse(division) as Division, now)
      : new BucketLeases(leaseMs, true)
    this.#look()
  }

  hear(claim: Parameters<BucketLeases['answer']>[0], reply: (grant: ShareGrant | undefined) => void): void {
    const world = this.#world
    const grant = this.leases.answer(claim, world.now)
    const division = this.leases.takeUnsaved()
    if (division) {
      this.#keptAt = Math.max(this.#keptAt, world.now) + world.random(200)
      const text = JSON.stringify(division)
      // If the planner dies, a write in progress may still reach the database.
      world.after(this.#keptAt - world.now, undefined, () => world.keep(this, text))
    }
    if (this.#keptAt > world.now) world.after(this.#keptAt - world.now, this, () => reply(grant))
    else reply(grant)
  }

  /** Expires leases, as soon as the broker has delivered all heartbeats that it had at the time of the request. */
  #look(): void {
    const world = this.#world
    const [asked, session] = [world.now, world.session]
    world.toPlanner(this, () => {
      if (session !== world.session) return
      if (session !== this.#session) {
        this.#session = session
        this.leases.assumeMissedHeartbeats(world.now)
        return
      }
      this.leases.expire(asked)
      if (this.leases.isUnsettled) world.reportAll()
    })
    world.after(lookMs, this, () => this.#look())
  }
}

interface Event {
  readonly at: number
  readonly order: number
  readonly process: Process | undefined
  readonly isTimer: boolean
  readonly work: () => void
}

/** One sensor with its hosts, a broker and a planner, in simulated time. */
export class HostsWorld {
  now = 1_000_000
  readonly machines: Machine[] = []
  readonly runs = new Map<number, Run[]>()
  planner: PlannerProcess | undefined
  division: string | undefined
  /** The connection of the planner to the broker. */
  session = 0
  isBrokerUp = true
  isPlannerCut = false
  /** The maximum delay of messages. */
  delayMs = 100
  /** The percentage of answers that get lost. */
  lossPercent = 0
  #leader: PlannerProcess | undefined
  #events: Event[] = []
  #order = 0
  #seed: number
  /** When the last message reaches the broker, and when the broker's last message arrives, to keep their order. */
  readonly #departures = new Map<Process, number>()
  readonly #arrivals = new Map<Process, number>()

  constructor(seed: number) {
    this.#seed = seed
    this.startPlanner()
  }

  random(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#seed / 2 ** 32) * below)
  }

  startPlanner(): void {
    this.planner?.end()
    this.planner = new PlannerProcess(this)
    this.#leader = this.planner
  }

  /** Stores a division, unless the planner no longer leads. */
  keep(planner: PlannerProcess, division: string): void {
    if (this.#leader === planner) this.division = division
  }

  add(skewMs = 0, drift = 0): Machine {
    const machine = new Machine(`h${this.machines.length}`, skewMs, drift)
    this.machines.push(machine)
    this.start(machine)
    return machine
  }

  start(machine: Machine): void {
    if (!machine.isRunning) machine.process = new HostProcess(this, machine)
  }

  get running(): Machine[] {
    return this.machines.filter(({ isRunning }) => isRunning)
  }

  reportAll(): void {
    for (const { process, isCut } of this.running)
      if (process && !isCut && this.isBrokerUp) this.#send(process, () => process.report())
  }

  request(
    host: HostProcess,
    claim: Parameters<PlannerProcess['hear']>[0],
    reply: (grant: ShareGrant | undefined) => void,
  ): void {
    const isAnswerLost = this.random(100) < this.lossPercent
    this.#toBroker(host, () => {
      const { planner } = this
      if (planner === undefined) return
      this.toPlanner(planner, () =>
        planner.hear(claim, (grant) => {
          if (!isAnswerLost && this.isBrokerUp && !this.isPlannerCut && !host.machine.isCut)
            this.#send(host, () => reply(grant))
        }),
      )
    })
  }

  ping(host: HostProcess, pong: () => void): void {
    this.#toBroker(host, () => this.#send(host, pong))
  }

  /** Messages of the broker to the planner arrive in order, as long as the connection lasts. */
  toPlanner(planner: PlannerProcess, work: () => void): void {
    const { session } = this
    if (!this.isBrokerUp || this.isPlannerCut) return
    this.#send(planner, () => {
      if (session === this.session) work()
    })
  }

  #toBroker(host: HostProcess, work: () => void): void {
    if (host.machine.isCut || !this.isBrokerUp) return
    const at = Math.max(this.now + this.random(this.delayMs / 2), this.#departures.get(host) ?? 0)
    this.#departures.set(host, at)
    this.#post(at - this.now, undefined, false, () => {
      if (!host.machine.isCut && this.isBrokerUp) work()
    })
  }

  #send(process: Process, work: () => void): void {
    const at = Math.max(this.now + this.random(this.delayMs), this.#arrivals.get(process) ?? 0)
    this.#arrivals.set(process, at)
    this.#post(at - this.now, process, false, work)
  }

  after(ms: number, process: Process | undefined, work: () => void): void {
    this.#post(ms, process, true, work)
  }

  #post(ms: number, process: Process | undefined, isTimer: boolean, work: () => void): void {
    const event = { at: this.now + Math.max(0, Math.ceil(ms)), order: this.#order++, process, isTimer, work }
    let place = this.#events.length
    while (place > 0 && isLater(this.#events[place - 1], event)) place -= 1
    this.#events.splice(place, 0, event)
  }

  advance(ms: number): void {
    const end = this.now + ms
    for (let next = this.#events[0]; next !== undefined && next.at <= end; next = this.#events[0]) {
      this.#events.shift()
      this.now = next.at
      if (next.process) next.process.do(next.work, next.isTimer)
      else next.work()
    }
    this.now = end
  }

  ran(key: number, run: Run): void {
    this.runs.set(key, [...(this.runs.get(key) ?? []), run])
  }

  /** The starts within a range whose runs match the condition. */
  find(from: number, to: number, is: (runs: readonly Run[]) => boolean): string[] {
    const found: string[] = []
    for (let slot = Math.ceil(from / everyMs); (slot + 1) * everyMs < to; slot += 1)
      for (let bucket = 0; bucket < bucketCount; bucket += 1) {
        const runs = this.runs.get(slot * bucketCount + bucket) ?? []
        if (is(runs)) found.push(`${bucket} at ${startOf(bucket, slot)}: ${runs.map(({ host }) => host)}`)
      }
    return found
  }

  /** The number of buckets that each host holds without an end. */
  counts(): number[] {
    return this.running.map(
      ({ process }) => process?.share.listClaims(process.wall).filter(({ until }) => until === null).length ?? 0,
    )
  }
}

const isLater = (one: Event | undefined, other: Event): boolean =>
  one !== undefined && (one.at > other.at || (one.at === other.at && one.order > other.order))

export const isMissed = (runs: readonly Run[]): boolean => runs.length === 0
export const isDoubled = (runs: readonly Run[]): boolean => runs.length > 1
/** Run by several hosts, all of which had a lease. */
export const isBroken = (runs: readonly Run[]): boolean => runs.length > 1 && runs.every(({ isLeased }) => isLeased)
