import { type CloseResult, createSlotAggregator, type SlotAggregator } from '@wachta/analyst'
import { readResults } from '@wachta/bus'
import type { Agenda } from './agenda.ts'
import { type Break, breakClosing } from './breaks.ts'
import type { Random } from './random.ts'
import type { SimulatedService } from './services.ts'
import type { TruthStore } from './store.ts'

/** A message in transit from the spool of a sensor to a shard. */
export interface Message {
  readonly sensor_id: number
  readonly stream: 'live' | 'backlog'
  readonly first: number
  readonly count: number
  readonly bytes: Uint8Array
}

/** Observes the centre, for the oracle. */
export interface Witness {
  /** The centre has read a message, and takes it into account in the next turn that ends. */
  read(shard: number, message: Message): void
  /** The analyst knows the changed revisions of the service from the next turn on. */
  learned(service: SimulatedService): void
  /** A turn has ended: everything that was due by now is closed and stored. */
  turned(shard: number, now: number): void
  /** An analysis reports a failure, at this time. */
  failed(service_id: number, slot: number, now: number): void
}

export interface CentreOptions {
  readonly agenda: Agenda
  readonly random: Random
  readonly shard: number
  readonly store: TruthStore
  readonly witness: Witness
  readonly broken: Break | undefined
  readonly confirm: (sensor_id: number, mark: readonly [shard: number, sequence: number]) => void
}

/** The centre's part for one shard: two streams, an analyst that sometimes dies, and what it stored. */
export interface Centre {
  readonly strays: number
  arrive(message: Message): void
  revised(service: SimulatedService): void
}

const turnMs = 250
const confirmIntervalMs = 1_000
const confirmAllEvery = 60
const minute = 60_000

export function createCentre(options: CentreOptions): Centre {
  const { agenda, random, shard, store, witness, broken } = options
  const streams = { live: createStream(), backlog: createStream() }
  const marks = new Map<number, number>()
  const pendingSensors = new Set<number>()
  const changed = new Map<SimulatedService, number>()
  let aggregator: SlotAggregator | undefined
  let [downUntil, diesAt, strays] = [0, agenda.now + random.between(5 * minute, 60 * minute), 0]

  const takeOver = async (now: number): Promise<SlotAggregator> => {
    const { services, watermarks, positions } = await store.open(shard)
    for (const stream of ['live', 'backlog'] as const) streams[stream].rewind(positions[stream] ?? 0)
    const newAggregator = createSlotAggregator({ streams: ['live', 'backlog'], now, services, watermarks })
    for (const service of changed.keys()) witness.learned(service)
    changed.clear()
    return newAggregator
  }
  const readAll = (into: SlotAggregator, now: number): void => {
    for (const stream of ['live', 'backlog'] as const) {
      for (const { sequence, message } of streams[stream].unread()) {
        witness.read(shard, message)
        into.take(readResults(message.sensor_id, message.bytes), { stream, sequence, now })
      }
      into.markCaughtUp(stream)
    }
  }
  const learn = (into: SlotAggregator, now: number): void => {
    for (const [service, learnAt] of changed) {
      if (learnAt > now) continue
      changed.delete(service)
      witness.learned(service)
      into.watch({ service_id: service.id, revisions: service.revisions })
    }
  }
  const commit = async (from: SlotAggregator, now: number): Promise<void> => {
    const closing = breakClosing(from.close(now), broken)
    if (isEmpty(closing)) return
    for (const step of closing.steps)
      if (step.kind !== 'pause_change' && step.failure) witness.failed(step.service_id, step.slot, now)
    for (const { count } of closing.strays) strays += count
    await store.commit(shard, closing, now)
    for (const stream of ['live', 'backlog'] as const) streams[stream].drop(closing.positions[stream] ?? 0)
    for (const { sensor_id, sequence } of closing.watermarks) {
      marks.set(sensor_id, sequence)
      pendingSensors.add(sensor_id)
    }
  }
  const turn = async (): Promise<void> => {
    const { now } = agenda
    if (now < downUntil) return
    const isNew = aggregator === undefined
    aggregator ??= await takeOver(now)
    if (isNew && broken === 'before-tail') {
      for (const stream of ['live', 'backlog'] as const) aggregator.markCaughtUp(stream)
      await commit(aggregator, now)
    }
    readAll(aggregator, now)
    learn(aggregator, now)
    if (now >= diesAt) {
      // The analyst closes some more slots, but dies before they are stored.
      aggregator.close(now)
      aggregator = undefined
      downUntil = now + random.between(5_000, 90_000)
      diesAt = downUntil + random.between(5 * minute, 60 * minute)
      return
    }
    await commit(aggregator, now)
    witness.turned(shard, now)
  }
  agenda.scheduleEvery(agenda.now + random.between(0, turnMs), turnMs, turn)
  let round = 0
  agenda.scheduleEvery(agenda.now + random.between(0, confirmIntervalMs), confirmIntervalMs, () => {
    round += 1
    for (const [sensor_id, sequence] of marks)
      if (pendingSensors.has(sensor_id) || round % confirmAllEvery === 0) options.confirm(sensor_id, [shard, sequence])
    pendingSensors.clear()
  })
  return {
    get strays() {
      return strays
    },
    arrive: (message) => streams[message.stream].add(message),
    revised(service) {
      if (!changed.has(service)) changed.set(service, agenda.now + random.between(50, 1_000))
    },
  }
}

const isEmpty = ({ steps, late, strays, watermarks, positions, decisions }: CloseResult): boolean =>
  steps.length + late.length + strays.length + watermarks.length + Object.keys(positions).length + decisions.length ===
  0

interface NumberedMessage {
  readonly sequence: number
  readonly message: Message
}

/** A stream of the broker: numbered messages, kept as long as they are needed. */
function createStream() {
  let messages: NumberedMessage[] = []
  let [last, next] = [0, 1]
  const getFirstSequence = () => messages[0]?.sequence ?? last + 1
  return {
    add(message: Message): void {
      last += 1
      messages.push({ sequence: last, message })
    },
    unread(): readonly NumberedMessage[] {
      const unread = messages.slice(next - getFirstSequence())
      next = last + 1
      return unread
    },
    rewind(position: number): void {
      next = position + 1
    },
    drop(position: number): void {
      const dropCount = position - getFirstSequence() + 1
      if (dropCount > 0) messages = messages.slice(dropCount)
    },
  }
}
