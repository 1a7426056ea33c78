import type { Message } from './centre.ts'
import { boundary, type ExpectedAnalysis, type ExpectedStatus, type Memory, settled } from './expected.ts'
import type { Ledger } from './ledger.ts'
import type { SimulatedService } from './services.ts'

export interface Oracle {
  /** Results that arrived for slots that were already judged: then the proof itself is wrong. */
  readonly tooLate: number
  read(shard: number, message: Message): void
  learned(service: SimulatedService): void
  turned(shard: number, now: number): void
  /** Returns the analyses of the service before a time; each is returned once. */
  settle(service: SimulatedService, before: number): { from: number; to: number; analyses: ExpectedAnalysis[] }
  statuses(service_id: number): readonly ExpectedStatus[]
}

/**
 * Computes what the centre should store, slot by slot, with everything that is known afterwards: what sensors executed,
 * when that was read, when the centre had its turns, and which revisions there were. It shares no rule with the
 * product.
 */
export function createOracle(ledger: Ledger): Oracle {
  const memories = new Map<number, Memory>()
  const turns = new Map<number, number[]>()
  let tooLate = 0
  const turnsOf = (shard: number): number[] => {
    const known = turns.get(shard) ?? []
    turns.set(shard, known)
    return known
  }
  const memoryOf = (service_id: number): Memory => {
    const known = memories.get(service_id) ?? {
      ...{ words: new Map(), learned: new Map(), cursor: 0, closed: 0, isPaused: false, statuses: [] },
      status: 'unknown',
    }
    memories.set(service_id, known)
    return known
  }
  return {
    get tooLate() {
      return tooLate
    },
    read(shard, { sensor_id, first, count }) {
      const turn = turnsOf(shard).length
      for (const { service_id, slot, revision, result } of ledger.read(sensor_id, shard, { first, count })) {
        const { words, cursor } = memoryOf(service_id)
        const said = words.get(slot)
        const word = { sensor_id, revision, result, turn }
        if (slot < cursor) tooLate += 1
        else if (said === undefined) words.set(slot, [word])
        else if (!said.some((other) => other.sensor_id === sensor_id && other.revision === revision)) said.push(word)
      }
    },
    learned({ id, group: shard, revisions }) {
      const { learned } = memoryOf(id)
      for (const { revision } of revisions) if (!learned.has(revision)) learned.set(revision, turnsOf(shard).length)
    },
    turned(shard, now) {
      turnsOf(shard).push(now)
    },
    settle(service, before) {
      const memory = memoryOf(service.id)
      const from = memory.cursor
      const to = boundary(service, before)
      const analyses = [...settled(service, memory, { to, turns: turnsOf(service.group) })]
      for (const slot of memory.words.keys()) if (slot < to) memory.words.delete(slot)
      memory.cursor = to
      return { from, to, analyses }
    },
    statuses: (service_id) => memoryOf(service_id).statuses,
  }
}
