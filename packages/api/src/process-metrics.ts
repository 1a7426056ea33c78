import { Counter, Histogram } from '@prometheus-io/client'
import type { Database } from '@wachta/database'
import { jobNames, loadBacklog } from '@wachta/queue'
import { createScrapedGauge, createValueGauge, type Metrics } from '@wachta/runtime'

/** The process metrics of the API. */
export interface ProcessMetrics {
  /** Counts a response of an operation. */
  countResponse(operation: string, status: number, seconds: number): void
  /** Counts a request beyond the rate limit of its IP address or account. */
  countThrottled(by: 'address' | 'account'): void
  /** Counts a security event, such as a failed sign-in or a step-up. */
  securityEvent(type: string): void
  /** Sets where each scrape reads the number of open streams. */
  streams(count: () => number): void
  /** Sets where each scrape reads how far the clock of this machine is ahead. */
  clock(offset_ms: () => number): void
}

export function createProcessMetrics(metrics: Metrics, database: Pick<Database, 'query'>): ProcessMetrics {
  const registers = [metrics]
  let [open, offset_ms] = [() => 0, () => 0]
  createValueGauge(metrics, {
    name: 'wachta_api_clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of the database clock, which is the reference.',
    value: () => offset_ms() / 1000,
  })
  createValueGauge(metrics, { name: 'wachta_api_live_streams', help: 'Open live streams.', value: () => open() })
  const throttled = new Counter({
    name: 'wachta_api_throttled_total',
    help: 'Requests that were rejected by a rate limit, by limit.',
    labelNames: ['by'] as const,
    registers,
  })
  const security = new Counter({
    name: 'wachta_api_security_events_total',
    help: 'Failed sign-ins, wrong codes, rejected requests and step-ups, by type.',
    labelNames: ['type'] as const,
    registers,
  })
  createScrapedGauge(metrics, {
    name: 'wachta_api_mail_age_seconds',
    help: 'How long the oldest due e-mail has waited, such as an activation link; 0 if there is none.',
    ask: async () => (await loadBacklog(database, [jobNames.mail])).map(({ dueSeconds }) => ({ value: dueSeconds })),
  })
  return {
    countResponse: requestDurations(metrics),
    countThrottled: (by) => throttled.inc({ by }),
    securityEvent: (type) => security.inc({ type }),
    streams(count) {
      open = count
    },
    clock(given) {
      offset_ms = given
    },
  }
}

/** The series of each operation and status is looked up once, not with every request. */
function requestDurations(metrics: Metrics): ProcessMetrics['countResponse'] {
  const histogram = new Histogram({
    name: 'wachta_api_request_duration_seconds',
    help: 'How long operations took, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  })
  const series = new Map<string, { observe(seconds: number): void }>()
  return (operation, status, seconds) => {
    const key = `${operation} ${status}`
    const known = series.get(key) ?? histogram.labels({ operation, status: String(status) })
    series.set(key, known)
    known.observe(seconds)
  }
}
