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
  countSecurityEvent(type: string): void
  /** Sets where each scrape reads the number of open streams. */
  setStreamCounter(count: () => number): void
  /** Sets where each scrape reads how far the clock of this machine is ahead. */
  setClockOffsetReader(offset_ms: () => number): void
}

export function createProcessMetrics(metrics: Metrics, database: Pick<Database, 'query'>): ProcessMetrics {
  const registers = [metrics]
  let [countStreams, getClockOffsetMs] = [() => 0, () => 0]
  createValueGauge(metrics, {
    name: 'wachta_api_clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of the database clock, which is the reference.',
    value: () => getClockOffsetMs() / 1000,
  })
  createValueGauge(metrics, {
    name: 'wachta_api_live_streams',
    help: 'Open live streams.',
    value: () => countStreams(),
  })
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
    read: async () => (await loadBacklog(database, [jobNames.mail])).map(({ dueSeconds }) => ({ value: dueSeconds })),
  })
  return {
    countResponse: createResponseCounter(metrics),
    countThrottled: (by) => throttled.inc({ by }),
    countSecurityEvent: (type) => security.inc({ type }),
    setStreamCounter(count) {
      countStreams = count
    },
    setClockOffsetReader(given) {
      getClockOffsetMs = given
    },
  }
}

/** The series of each operation and status is looked up once, not with every request. */
function createResponseCounter(metrics: Metrics): ProcessMetrics['countResponse'] {
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
    const observer = series.get(key) ?? histogram.labels({ operation, status: String(status) })
    series.set(key, observer)
    observer.observe(seconds)
  }
}
