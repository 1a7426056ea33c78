import { computeErrorBudget } from '@wachta/domain'
import type {
  BreakdownElement,
  PerformanceFigures,
  ReportDocument,
  ReportedDay,
  ReportedService,
  Totals,
} from '@wachta/report/src/document.ts'
import { reportSectionIds } from '@wachta/report/src/order.ts'

const daySeconds = 86_400
const monthSeconds = 30 * daySeconds

/** November 2026 in Warsaw: a shop with two failures and a correction, a quiet API, and a site deleted on the 12th. */
export function createSampleDocument(): ReportDocument {
  return createDocument([createShop(), createApi(), createDeletedSite()])
}

/** Returns a document with many services, every second of which has failures. */
export function createDocumentWithManyServices(count: number): ReportDocument {
  const services = Array.from({ length: count }, (_, index) => ({
    ...(index % 2 === 0 ? createShop() : createApi()),
    id: 1_000 + index,
    name: `Service ${index + 1}`,
  }))
  return createDocument(services)
}

/** Returns a document whose scope has no services. */
export function createEmptyDocument(): ReportDocument {
  return createDocument([])
}

function createDocument(services: readonly ReportedService[]): ReportDocument {
  return {
    version: 1,
    report: {
      id: 4711,
      template_id: 12,
      template_name: 'Monthly SLA',
      title: 'Availability in November',
      introduction: 'Prepared for the steering committee.',
      language_id: 'en',
      sections: reportSectionIds,
      generated_at: '2026-12-01T05:00:07Z',
    },
    account: { id: 3, name: 'Example Sp. z o.o.' },
    branding: {
      name: 'Bursztyn Hosting sp. z o.o.',
      logo: null,
      accent_colour: '#1c4f9c',
      contact_text: null,
      contact_email_address: 'noc@bursztyn.example',
      contact_phone_number: '+48 58 555 01 23',
      contact_url: null,
    },
    public_url: 'https://watch.bursztyn.example',
    period: {
      from: '2026-10-31T23:00:00Z',
      to: '2026-11-30T23:00:00Z',
      time_zone: 'Europe/Warsaw',
      previous_from: '2026-10-01T23:00:00Z',
    },
    accounting_method: {
      unknown: false,
      paused: false,
      suspended: true,
      corrected: true,
      business_hours: [1, 2, 3, 4, 5].map((day_of_week) => ({
        start_minute: { day_of_week, hour: 8, minute: 0 },
        end_minute: { day_of_week, hour: 16, minute: 30 },
      })),
    },
    missing_results: [],
    totals: addUp(services),
    services,
  }
}

function addUp(services: readonly ReportedService[]): Totals {
  const sum = (value: (service: ReportedService) => number) => services.reduce((all, each) => all + value(each), 0)
  const ok = sum(({ counted_ok_seconds }) => counted_ok_seconds)
  const notOk = sum(({ counted_not_ok_seconds }) => counted_not_ok_seconds)
  return {
    services_count: services.length,
    ok_seconds: sum(({ ok_seconds }) => ok_seconds),
    failure_seconds: sum(({ failure_seconds }) => failure_seconds),
    paused_seconds: sum(({ paused_seconds }) => paused_seconds),
    unknown_seconds: sum(({ unknown_seconds }) => unknown_seconds),
    counted_ok_seconds: ok,
    raw_counted_ok_seconds: ok,
    raw_counted_not_ok_seconds: notOk,
    previous_counted_ok_seconds: 0,
    previous_counted_not_ok_seconds: 0,
    counted_not_ok_seconds: notOk,
    service_level: ok + notOk === 0 ? null : (100 * ok) / (ok + notOk),
    raw_service_level: ok + notOk === 0 ? null : 99.61,
    previous_service_level: ok + notOk === 0 ? null : 99.95,
    budget: services.length === 0 ? null : computeErrorBudget(99.9, toAccounted(ok, notOk)),
    targets_missed: services.filter(({ budget }) => budget?.is_met === false).length,
    failures_count: sum(({ failures_count }) => failures_count),
    longest_failure_seconds: services.length === 0 ? null : 9_007,
    mean_failure_seconds: services.length === 0 ? null : 5_403.5,
    mean_seconds_between_failures: services.length === 0 ? null : 600_000.25,
    incidents_count: sum(({ incidents }) => incidents.count),
    mean_seconds_to_acknowledge: services.length === 0 ? null : 312.5,
    corrections_count: sum(({ corrections }) => corrections.length),
    analyses: {
      count: sum(({ analyses }) => analyses.count),
      failures: sum(({ analyses }) => analyses.failures),
      below_quorum: sum(({ analyses }) => analyses.below_quorum),
    },
    checks: {
      ok: sum(({ checks }) => checks.ok),
      error: sum(({ checks }) => checks.error),
      unknown: sum(({ checks }) => checks.unknown),
    },
    performance: services.length === 0 ? noPerformance : samplePerformance,
  }
}

function createShop(): ReportedService {
  const notOk = 10_807
  return {
    ...createApi(),
    id: 101,
    name: 'Shop',
    address: 'https://shop.example.com/',
    group_name: 'Production',
    tags: ['shop', 'customer-a'],
    ok_seconds: monthSeconds - notOk - 7_200,
    failure_seconds: notOk,
    paused_seconds: 7_200,
    counted_ok_seconds: monthSeconds - notOk - 7_200,
    counted_not_ok_seconds: notOk,
    service_level: (100 * (monthSeconds - notOk - 7_200)) / (monthSeconds - 7_200),
    raw_service_level: 99.4,
    previous_service_level: 99.99,
    budget: computeErrorBudget(99.9, toAccounted(monthSeconds - notOk - 7_200, notOk)),
    failures_count: 2,
    longest_failure_seconds: 9_007,
    mean_failure_seconds: notOk / 2,
    mean_seconds_between_failures: 1_000_000,
    incidents: {
      count: 2,
      acknowledged: 1,
      mean_seconds_to_acknowledge: 312.5,
      escalation_steps: 3,
      notifications_sent: 6,
      notifications_failed: 1,
      notifications_suppressed: 2,
    },
    failures: [
      {
        start_time: '2026-11-04T10:00:00Z',
        end_time: '2026-11-04T10:30:00Z',
        seconds: 1_800,
        counted_seconds: 1_800,
        is_corrected: false,
        error_type: 'Certificate expired',
        incident_id: 501,
      },
      {
        start_time: '2026-11-30T20:29:53Z',
        end_time: null,
        seconds: 9_007,
        counted_seconds: 0,
        is_corrected: true,
        error_type: null,
        incident_id: null,
      },
    ],
    status_changes: [
      {
        status: 'unknown',
        start_time: '2026-10-31T23:00:00Z',
        end_time: '2026-10-31T23:01:00Z',
        is_corrected: false,
        error_type: null,
      },
      {
        status: 'ok',
        start_time: '2026-10-31T23:01:00Z',
        end_time: '2026-11-04T10:00:00Z',
        is_corrected: false,
        error_type: null,
      },
      {
        status: 'failure',
        start_time: '2026-11-04T10:00:00Z',
        end_time: '2026-11-04T10:30:00Z',
        is_corrected: false,
        error_type: 'Certificate expired',
      },
      {
        status: 'paused',
        start_time: '2026-11-04T10:30:00Z',
        end_time: '2026-11-04T12:30:00Z',
        is_corrected: true,
        error_type: null,
      },
      { status: 'ok', start_time: '2026-11-04T12:30:00Z', end_time: null, is_corrected: false, error_type: null },
    ],
    corrections: [
      {
        id: 77,
        status: 'paused',
        start_time: '2026-11-04T10:30:00Z',
        end_time: '2026-11-04T12:30:00Z',
        created_at: '2026-11-05T08:12:31Z',
        author: 'Anna Nowak',
        reason: '=HYPERLINK("https://evil.example","agreed, see ticket 12")',
      },
    ],
    suspensions: [
      { start_time: '2026-11-10T01:00:00Z', end_time: '2026-11-10T03:00:00Z', only_notifications: false },
      { start_time: '2026-11-17T01:00:00Z', end_time: '2026-11-17T03:00:00Z', only_notifications: true },
    ],
    analyses: { count: 43_200, failures: 180, below_quorum: 3 },
    checks: { ok: 129_000, error: 540, unknown: 60 },
    error_types: [
      { id: 1_012, name: 'Connection refused', count: 40 },
      { id: 2_001, name: 'Certificate expired', count: 500 },
    ],
    days: createDays((day) => (day === 4 ? 97.916 : 100)),
    week: Array.from({ length: 168 }, (_, hour) => (hour === 58 ? 87.5 : 100)),
  }
}

function createApi(): ReportedService {
  return {
    id: 102,
    name: 'API',
    address: 'https://api.example.com/health',
    type_id: 'https',
    group_id: 9,
    group_name: 'Production',
    tags: [],
    from: '2026-10-31T23:00:00Z',
    to: '2026-11-30T23:00:00Z',
    deleted_at: null,
    ok_seconds: monthSeconds,
    failure_seconds: 0,
    paused_seconds: 0,
    unknown_seconds: 0,
    counted_ok_seconds: monthSeconds,
    counted_not_ok_seconds: 0,
    raw_counted_ok_seconds: monthSeconds,
    raw_counted_not_ok_seconds: 0,
    previous_counted_ok_seconds: 0,
    previous_counted_not_ok_seconds: 0,
    service_level: 100,
    raw_service_level: 100,
    previous_service_level: null,
    budget: null,
    failures_count: 0,
    longest_failure_seconds: null,
    mean_failure_seconds: null,
    mean_seconds_between_failures: null,
    incidents: noIncidents,
    failures: [],
    status_changes: [
      { status: 'ok', start_time: '2026-10-31T23:00:00Z', end_time: null, is_corrected: false, error_type: null },
    ],
    corrections: [],
    suspensions: [],
    analyses: { count: 43_200, failures: 0, below_quorum: 0 },
    checks: { ok: 129_600, error: 0, unknown: 0 },
    performance: samplePerformance,
    error_types: [],
    sensors: [
      { id: 1, name: 'Warszawa', checks: { ok: 64_800, error: 0, unknown: 0 }, performance: samplePerformance },
      { id: 2, name: 'Frankfurt', checks: { ok: 0, error: 0, unknown: 12 }, performance: noPerformance },
    ],
    days: createDays(() => 100),
    breakdowns: {
      by_hour: createElements(24, () => true),
      by_week_day: createElements(7, () => true),
      by_month_day: createElements(31, (index) => index < 30),
      by_month: createElements(12, (index) => index === 10),
    },
    week: Array.from({ length: 168 }, () => 100),
    record: {
      from: '2026-10-01T23:00:00Z',
      status_changes: [],
      pauses: [],
      corrections: [],
      suspensions: [],
      incidents: [],
    },
  }
}

function createDeletedSite(): ReportedService {
  return {
    ...createApi(),
    id: 103,
    name: 'Old site',
    address: 'http://old.example.com/',
    group_name: null,
    to: '2026-11-12T09:00:00Z',
    deleted_at: '2026-11-12T09:00:00Z',
    ok_seconds: 0,
    unknown_seconds: 11 * daySeconds + 36_000,
    counted_ok_seconds: 0,
    service_level: null,
    raw_service_level: null,
    status_changes: [],
    analyses: { count: 0, failures: 0, below_quorum: 0 },
    checks: { ok: 0, error: 0, unknown: 0 },
    performance: noPerformance,
    sensors: [],
    days: [],
    breakdowns: { by_hour: [], by_week_day: [], by_month_day: [], by_month: [] },
    week: Array.from({ length: 168 }, () => null),
  }
}

const samplePerformance: PerformanceFigures = {
  count: 129_600,
  average: 123.4,
  minimum: 45,
  p50: 118,
  p95: 240.5,
  p99: 1_204,
  maximum: 29_870,
}

const noPerformance: PerformanceFigures = {
  count: 0,
  average: null,
  minimum: null,
  p50: null,
  p95: null,
  p99: null,
  maximum: null,
}

const noIncidents = {
  count: 0,
  acknowledged: 0,
  mean_seconds_to_acknowledge: null,
  escalation_steps: 0,
  notifications_sent: 0,
  notifications_failed: 0,
  notifications_suppressed: 0,
}

function createDays(toLevel: (day: number) => number): ReportedDay[] {
  return Array.from({ length: 30 }, (_, index) => {
    const level = toLevel(index + 1)
    return {
      date: `2026-11-${String(index + 1).padStart(2, '0')}`,
      service_level: level,
      raw_service_level: level,
      failure_seconds: Math.round(((100 - level) / 100) * daySeconds),
      performance: index === 12 ? noPerformance : samplePerformance,
    }
  })
}

function createElements(length: number, isReached: (index: number) => boolean): BreakdownElement[] {
  return Array.from({ length }, (_, index) => ({
    report_service_level: {
      ok_seconds: isReached(index) ? daySeconds : 0,
      failure_seconds: 0,
      paused_seconds: 0,
      unknown_seconds: 0,
      service_level: isReached(index) ? 99.95 : null,
      raw_service_level: isReached(index) ? 99.95 : null,
    },
    report_analyses: { count: 1_440, failures: 1, below_quorum: 0 },
    report_checks: { ok: 4_320, error: 3, unknown: 0 },
    report_performance: samplePerformance,
    report_status_changes: { failures: 1, recoveries: 1 },
  }))
}

function toAccounted(ok_seconds: number, not_ok_seconds: number) {
  return { ok_seconds, not_ok_seconds, left_out_seconds: 0 }
}
