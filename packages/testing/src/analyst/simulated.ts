import type { CheckReport, ReadBatch, ReceivedReport } from '@wachta/bus'
import type { CheckResult, Revision } from '@wachta/domain'
import { toReceived } from '../check-reports.ts'

export const start = Date.UTC(2026, 2, 29)

/** A revision of a service that is checked every minute by default. */
export function createServiceRevision(overrides: Partial<Revision> = {}): Revision {
  return {
    revision: 1,
    effective_from: new Date(start),
    effective_to: null,
    is_active: true,
    type_id: 'http',
    address: 'http://example.com/',
    extended_settings: {},
    interval_ms: 60_000,
    phase_ms: 0,
    sensor_ids: [1, 2, 3],
    timeout_ms: 10_000,
    spread_ms: 10_000,
    error_tolerance: 51,
    ...overrides,
  }
}

type ReportInput = Pick<CheckReport, 'service_id' | 'slot' | 'sensor_id'> & Partial<CheckReport>

/** A report of a sensor; by default, of a successful check. */
export function createCheckReport({ result = 'ok', ...overrides }: ReportInput): CheckReport {
  return {
    revision: 1,
    started: 100,
    result,
    error_type_id: result === 'error' ? 301 : null,
    reason: result === 'unknown' ? 'internal' : null,
    path_step: null,
    response_time: result === 'ok' ? 40 : null,
    data_size: null,
    timings: {},
    words: null,
    ...overrides,
  }
}

/** Creates a report in the form that the analyst reads. */
export const createReceivedReport = (input: ReportInput): ReceivedReport => toReceived(createCheckReport(input))

/** A batch of one sensor. */
export function createBatch(first: number, reports: readonly CheckReport[], host = 'host'): ReadBatch {
  const sensor_id = reports[0]?.sensor_id ?? 1
  return { sensor_id, host, first, count: reports.length, reports: reports.map(toReceived), faults: [] }
}

export const results: readonly CheckResult[] = ['ok', 'error', 'unknown']
