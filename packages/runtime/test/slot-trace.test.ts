import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@opentelemetry/api'
import fc from 'fast-check'
import { createSlotTrace, createSpanIds, deriveSlotIds } from '../src/slot-trace.ts'

test('the ids of a slot are the same everywhere and unique', () => {
  const slot = fc.tuple(fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 0, max: 2 ** 45 }))
  fc.assert(
    fc.property(slot, slot, (one, other) => {
      const { traceId, spanId } = deriveSlotIds(...one)
      assert.match(traceId, /^[0-9a-f]{32}$/)
      assert.match(spanId, /^[0-9a-f]{16}$/)
      assert.deepEqual(deriveSlotIds(...one), deriveSlotIds(...one))
      if (one.join() !== other.join()) assert.notEqual(traceId, deriveSlotIds(...other).traceId)
    }),
  )
})

test('about one in a hundred slots without failures is traced', () => {
  const count = Array.from({ length: 20_000 }, (_, slot) => deriveSlotIds(7, slot * 60_000)).filter(
    (ids) => ids.isSampled,
  )
  assert.ok(count.length > 140 && count.length < 260, String(count.length))
})

test('other spans get random ids, also after one with given ids', () => {
  const ids = createSpanIds()
  const name = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
  assert.deepEqual(
    ids.withIds(name, () => [ids.generateTraceId(), ids.generateSpanId()]),
    [name.traceId, name.spanId],
  )
  assert.throws(() =>
    ids.withIds(name, () => {
      throw new Error('no span')
    }),
  )
  assert.equal(new Set([ids.generateTraceId(), ids.generateTraceId(), name.traceId]).size, 3)
})

test('a slot without failures outside the sample creates no span', () => {
  const made: string[] = []
  const tracer = {
    startSpan(name: string) {
      made.push(name)
      return api.trace.wrapSpanContext(api.INVALID_SPAN_CONTEXT)
    },
  }
  const counted = { ...api, trace: Object.assign(Object.create(api.trace), { getTracer: () => tracer }) }
  const trace = createSlotTrace(counted as typeof api, createSpanIds(), 'test')
  const slot = [...Array(200).keys()].find((each) => !deriveSlotIds(7, each).isSampled) ?? 0
  const span = { service_id: 7, slot, start: 0, end: 1 }
  trace({ ...span, name: 'well' })
  trace({ ...span, name: 'failed', isFailure: true })
  trace({ ...span, name: 'told', isAlwaysTraced: true })
  trace({ ...span, name: 'whole', isFailure: true, isRoot: true })
  assert.deepEqual(made, ['failed', 'told', 'whole'])
})
