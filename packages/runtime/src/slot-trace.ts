import { createHash, randomBytes } from 'node:crypto'
import type * as Api from '@opentelemetry/api'

/** What a process did about one slot of one service, or about what followed from it. Times in milliseconds since 1970. */
export interface SlotSpan {
  readonly name: string
  readonly service_id: number
  readonly slot: number
  readonly start: number
  readonly end: number
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** Something failed: always worth a trace. What is well is worth it now and then. */
  readonly isFailure?: boolean
  /** Worth a trace although nothing failed here, as somebody was told of a failure. */
  readonly isWorthIt?: boolean
  /** The slot itself, which everything else is a part of. */
  readonly isWhole?: boolean
}

/** Writes a span down. It is undefined where nobody collects them: then nothing is made, named or counted. */
export type SlotTrace = (span: SlotSpan) => void

/** Of slots in which all is well, one in so many has a trace. */
const share = 100

/**
 * The trace of a slot has a name that follows from the slot. So sensors, analysts and notifiers write into the same one
 * without telling each other, across the spool of a sensor, the broker, a commit and the queue; however late, and however
 * often something is repeated. Which of the others are traced follows from the name, so all agree on that too.
 */
export function slotIds(service_id: number, slot: number): { traceId: string; spanId: string; isSampled: boolean } {
  const digest = createHash('sha256').update(`wachta slot ${service_id} ${slot}`).digest()
  return {
    traceId: digest.toString('hex', 0, 16),
    spanId: digest.toString('hex', 16, 24),
    isSampled: digest.readUInt32BE(24) % share === 0,
  }
}

/** Makes ids at random, but for a span that has a name of its own. */
export interface SpanIds {
  generateTraceId(): string
  generateSpanId(): string
  named<T>(ids: { readonly traceId: string; readonly spanId: string }, make: () => T): T
}

export function createSpanIds(): SpanIds {
  let name: { readonly traceId: string; readonly spanId: string } | undefined
  return {
    generateTraceId: () => name?.traceId ?? randomBytes(16).toString('hex'),
    generateSpanId: () => name?.spanId ?? randomBytes(8).toString('hex'),
    named(ids, make) {
      name = ids
      try {
        return make()
      } finally {
        name = undefined
      }
    },
  }
}

/** The api is handed in, because it is loaded only where somebody collects spans. */
export function createSlotTrace(api: typeof Api, ids: SpanIds, process: string): SlotTrace {
  const tracer = api.trace.getTracer(`wachta.${process}`)
  return (span) => {
    const { traceId, spanId, isSampled } = slotIds(span.service_id, span.slot)
    if (!isSampled && !span.isFailure && !span.isWorthIt) return
    const options = {
      startTime: span.start,
      attributes: { 'wachta.service_id': span.service_id, 'wachta.slot': span.slot, ...span.attributes },
    }
    const within = api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: api.TraceFlags.SAMPLED,
      isRemote: true,
    })
    const made = span.isWhole
      ? ids.named({ traceId, spanId }, () => tracer.startSpan(span.name, { ...options, root: true }, api.ROOT_CONTEXT))
      : tracer.startSpan(span.name, options, within)
    if (span.isFailure) made.setStatus({ code: api.SpanStatusCode.ERROR })
    made.end(span.end)
  }
}
