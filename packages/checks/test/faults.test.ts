import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowAll, type CheckOutcome, errorTypes, runCheck } from '../src/index.ts'
import type { Fault } from './faults/fault.ts'
import { faults } from './faults/index.ts'

const kindOfId = new Map(errorTypes.map(({ id, kind }) => [id, kind]))

/** At a time: enough to be quick, few enough for time limits to mean something. */
const width = 6

test('every fault is found, and found to be what it is', { timeout: 120_000 }, async () => {
  const all = faults.flat()
  assert.equal(new Set(all.map(({ type_id, name }) => `${type_id} ${name}`)).size, all.length, 'a name twice')
  const found = await inTurns(all, async (fault) => ({ fault, kind: kindOf(await outcomeOf(fault)) }))
  const wrong = found.filter(({ fault, kind }) => kind !== fault.kind)
  const specific = found.filter(({ kind }) => kind !== 'unclassified' && errorTypes.some((type) => type.kind === kind))
  const kinds = new Set(found.map(({ kind }) => kind))
  console.log(
    `faults: ${all.length}, ${specific.length} of a specific type, ${kinds.size} types, ${wrong.length} wrong`,
  )
  assert.deepEqual(
    wrong.map(({ fault, kind }) => `${fault.type_id} ${fault.name}: ${kind} instead of ${fault.kind}`),
    [],
  )
  assert.ok(specific.length / all.length >= 0.95)
})

async function outcomeOf({ type_id, settings = {}, timeout_ms = 5000, server }: Fault): Promise<CheckOutcome> {
  const { address, settings: own, surroundings, close } = await server()
  try {
    return await runCheck(
      { type_id, address, settings: { ...settings, ...own }, timeout_ms },
      { guard: allowAll, ...surroundings },
    )
  } finally {
    close()
  }
}

function kindOf({ result, error_type_id, error_message, reason }: CheckOutcome): string {
  const kind = kindOfId.get(error_type_id ?? 0)
  return kind ?? `${result} ${reason ?? ''} ${error_message ?? ''}`.trim()
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const waiting = [...items]
  const done: R[] = []
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) done.push(await work(item))
  }
  await Promise.all(Array.from({ length: width }, worker))
  return done
}
