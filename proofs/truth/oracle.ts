import type { Message } from './centre.ts'
import { type ExpectedAnalysis, type ExpectedStatus, generateExpected, getBoundary, type Memory } from './expected.ts'
import type { Ledger } from './ledger.ts'
import type { SimulatedService } from './services.ts'

export interface Oracle {
  /** The number of results for slots that were already judged; if there are any, the proof itself is wrong. */
  readonly tooLate: number
  read(shard: number, message: Message): void
  learned(service: SimulatedService): void
  turned(shard: number, now: number): void
  /** Returns the analyses of the service before a time; each is returned once. */
  settle(service: SimulatedService, before: number): { from: number; to: number; analyses: ExpectedAnalysis[] }
  statuses(service_id: number): readonly ExpectedStatus[]
}

/**
 * Computes in hindsight, slot by slot, what the centre should have stored: from what sensors executed, when the centre
 * read it, when it had its turns, and which revisions there were. It shares no rule with the product.
 */
export function createOracle(ledger: Ledger): Oracle {
  const memories = new Map<number, Memory>()
  const turns = new Map<number, number[]>()
  let tooLate = 0
  const getTurns = (shard: number): number[] => {
    const known = turns.get(shard) ?? []
    turns.set(shard, known)
    return known
  }
  const getMemory = (service_id: number): Memory => {
    const known = memories.get(service_id) ?? {
      ...{ results: new Map(), learned: new Map(), cursor: 0, lastClosingTurn: 0, isPaused: false, statuses: [] },
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
      const turn = getTurns(shard).length
      for (const { service_id, slot, revision, result } of ledger.read(sensor_id, shard, { first, count })) {
        const { results, cursor } = getMemory(service_id)
        const slotResults = results.get(slot)
        const word = { sensor_id, revision, result, turn }
        if (slot < cursor) tooLate += 1
        else if (slotResults === undefined) results.set(slot, [word])
        else if (!slotResults.some((other) => other.sensor_id === sensor_id && other.revision === revision))
          slotResults.push(word)
      }
    },
    learned({ id, group: shard, revisions }) {
      const { learned } = getMemory(id)
      for (const { revision } of revisions) if (!learned.has(revision)) learned.set(revision, getTurns(shard).length)
    },
    turned(shard, now) {
      getTurns(shard).push(now)
    },
    settle(service, before) {
      const memory = getMemory(service.id)
      const from = memory.cursor
      const to = getBoundary(service, before)
      const analyses = [...generateExpected(service, memory, { to, turns: getTurns(service.group) })]
      for (const slot of memory.results.keys()) if (slot < to) memory.results.delete(slot)
      memory.cursor = to
      return { from, to, analyses }
    },
    statuses: (service_id) => getMemory(service_id).statuses,
  }
}
