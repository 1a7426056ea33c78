import { createHash, randomBytes } from 'node:crypto'
import type * as Api from '@opentelemetry/api'

/** One step in processing a slot of a service, or of its consequences. Times are in epoch milliseconds. */
export interface SlotSpan {
  readonly name: string
  readonly service_id: number
  readonly slot: number
  readonly start: number
  readonly end: number
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** Whether something failed. Failures are always traced, other spans are sampled. */
  readonly isFailure?: boolean
  /**
   * Whether the span is always traced even without a failure in this step, for example a notification about a failure.
   */
  readonly isAlwaysTraced?: boolean
  /** Whether this is the root span of the slot. */
  readonly isRoot?: boolean
}

/** Records a span. If tracing is not configured, there is no such function, so that no span is computed. */
export type SlotTrace = (span: SlotSpan) => void

/** Of slots without failures, one in this many is traced. */
const slotsPerSample = 100

/**
 * Derives trace id, root span id and sampling from the slot, so that sensors, analysts and notifiers add to the same
 * trace without communicating: across spool, broker, database and job queue, regardless of delays and repeats.
 */
export function deriveSlotIds(
  service_id: number,
  slot: number,
): { traceId: string; spanId: string; isSampled: boolean } {
  const digest = createHash('sha256').update(`wachta slot ${service_id} ${slot}`).digest()
  return {
    traceId: digest.toString('hex', 0, 16),
    spanId: digest.toString('hex', 16, 24),
    isSampled: digest.readUInt32BE(24) % slotsPerSample === 0,
  }
}

/** Generates random ids, except within `withIds`, which sets the ids of a span. */
export interface SpanIds {
  generateTraceId(): string
  generateSpanId(): string
  withIds<T>(ids: { readonly traceId: string; readonly spanId: string }, make: () => T): T
}

export function createSpanIds(): SpanIds {
  let currentIds: { readonly traceId: string; readonly spanId: string } | undefined
  return {
    generateTraceId: () => currentIds?.traceId ?? randomBytes(16).toString('hex'),
    generateSpanId: () => currentIds?.spanId ?? randomBytes(8).toString('hex'),
    withIds(ids, make) {
      currentIds = ids
      try {
        return make()
      } finally {
        currentIds = undefined
      }
    },
  }
}

/** The OpenTelemetry API is a parameter because it is loaded only if tracing is configured. */
export function createSlotTrace(api: typeof Api, ids: SpanIds, process: string): SlotTrace {
  const tracer = api.trace.getTracer(`wachta.${process}`)
  return (span) => {
    const { traceId, spanId, isSampled } = deriveSlotIds(span.service_id, span.slot)
    if (!isSampled && !span.isFailure && !span.isAlwaysTraced) return
    const options = {
      startTime: span.start,
      attributes: { 'wachta.service_id': span.service_id, 'wachta.slot': span.slot, ...span.attributes },
    }
    const parentContext = api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: api.TraceFlags.SAMPLED,
      isRemote: true,
    })
    const recordedSpan = span.isRoot
      ? ids.withIds({ traceId, spanId }, () =>
          tracer.startSpan(span.name, { ...options, root: true }, api.ROOT_CONTEXT),
        )
      : tracer.startSpan(span.name, options, parentContext)
    if (span.isFailure) recordedSpan.setStatus({ code: api.SpanStatusCode.ERROR })
    recordedSpan.end(span.end)
  }
}
