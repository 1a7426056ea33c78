import assert from 'node:assert/strict'
import { allowAll, type CheckOutcome, errorTypes, runCheck } from '../../src/index.ts'
import type { Fault } from './fault.ts'

export interface FoundKind {
  readonly fault: Fault
  readonly kind: string
}

const kindOfId = new Map(errorTypes.map(({ id, kind }) => [id, kind]))

/** Concurrent checks: enough to be quick, but few enough for meaningful timeouts. */
const width = 6

/** Checks the server of each fault, and returns the detected kinds of failure. */
export const findKinds = (faults: readonly Fault[]): Promise<FoundKind[]> =>
  inTurns(faults, async (fault) => ({ fault, kind: kindOf(await outcomeOf(fault)) }))

/** Fails unless the check of every fault detects exactly the expected kind of failure. */
export function assertExpected(found: readonly FoundKind[]): void {
  assert.ok(found.length > 0, 'no fault was tried')
  assert.deepEqual(
    found
      .filter(({ fault, kind }) => kind !== fault.kind)
      .map(({ fault, kind }) => `${fault.type_id} ${fault.name}: ${kind} instead of ${fault.kind}`),
    [],
  )
}

async function outcomeOf({ type_id, settings = {}, timeout_ms = 5000, server }: Fault): Promise<CheckOutcome> {
  const { address, settings: own, checkContext, close } = await server()
  try {
    return await runCheck(
      { type_id, address, settings: { ...settings, ...own }, timeout_ms },
      { guard: allowAll, ...checkContext },
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
