import { createHash, randomBytes } from 'node:crypto'
import type * as Api from '@opentelemetry/api'

/** One step of the work on a slot of a service, or on its consequences. Times in milliseconds since 1970. */
export interface SlotSpan {
  readonly name: string
  readonly service_id: number
  readonly slot: number
  readonly start: number
  readonly end: number
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** Whether something failed. Failures are always traced, the rest is sampled. */
  readonly isFailure?: boolean
  /** Traced always although nothing failed in this step, for example a notification about a failure. */
  readonly isWorthIt?: boolean
  /** Whether this is the root span of the slot. */
  readonly isWhole?: boolean
}

/** Records a span. Undefined if tracing is not configured, so that nothing is computed for it. */
export type SlotTrace = (span: SlotSpan) => void

/** One in this many slots without failures is traced. */
const share = 100

/**
 * Derives trace id, root span id and sampling from the slot. So sensors, analysts and notifiers add to the same trace
 * without communicating, across spool, broker, database and job queue, regardless of delays and repeats.
 */
export function deriveSlotIds(
  service_id: number,
  slot: number,
): { traceId: string; spanId: string; isSampled: boolean } {
  const digest = createHash('sha256').update(`wachta slot ${service_id} ${slot}`).digest()
  return {
    traceId: digest.toString('hex', 0, 16),
    spanId: digest.toString('hex', 16, 24),
    isSampled: digest.readUInt32BE(24) % share === 0,
  }
}

/** Generates random ids, except within `named`, which sets the ids of a span. */
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

/** The OpenTelemetry API is a parameter because it is loaded only if tracing is configured. */
export function createSlotTrace(api: typeof Api, ids: SpanIds, process: string): SlotTrace {
  const tracer = api.trace.getTracer(`wachta.${process}`)
  return (span) => {
    const { traceId, spanId, isSampled } = deriveSlotIds(span.service_id, span.slot)
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
