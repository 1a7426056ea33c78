import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AssignedRevision, Assignment, CheckReport } from '@wachta/bus'
import type { CheckOutcome } from '@wachta/checks'
import { packChecks } from '@wachta/domain'

/** The start of a minute, so that times are easy to read. */
export const minuteStart = Date.UTC(2026, 10, 15, 12, 0)

export function createAssignment(service_id: number, given: Partial<AssignedRevision> = {}, group = 0): Assignment {
  return { v: 1, service_id, group, revisions: [createRevision(given)] }
}

export function createRevision(given: Partial<AssignedRevision> = {}): AssignedRevision {
  return {
    revision: 1,
    effective_from: 0,
    effective_to: null,
    is_active: true,
    type_id: 'http',
    interval_ms: 60_000,
    phase_ms: 0,
    sensor_ids: [1],
    timeout_ms: 10_000,
    spread_ms: 0,
    address: 'http://example.org/',
    extended_settings: {},
    secrets: null,
    ...given,
  }
}

export function createOutcome(given: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    result: 'ok',
    error_type_id: null,
    reason: null,
    error_message: null,
    path_step: null,
    response_time: 12,
    data_size: 100,
    timings: { connect: 1 },
    metrics: {},
    steps: null,
    texts: {},
    artifacts: [],
    ...given,
  }
}

export const failedOutcome = createOutcome({ result: 'error', error_type_id: 7, error_message: 'refused' })

export function createReport(service_id: number, slot: number, given: Partial<CheckReport> = {}): CheckReport {
  return {
    service_id,
    slot,
    revision: 1,
    sensor_id: 1,
    started: 3,
    result: 'ok',
    error_type_id: null,
    reason: null,
    path_step: null,
    response_time: 20,
    data_size: 512,
    timings: { connect: 2, first_byte: 9 },
    words: null,
    ...given,
  }
}

/** A report as a spool stores it, without its sequence number. */
export const toSpooled = (group: number, report: CheckReport) => ({ group, report, packed: packChecks([report]) })

export async function createTemporaryDirectory(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'wachta-sensor-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
