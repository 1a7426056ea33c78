import { Histogram } from '@prometheus-io/client'
import type { Metrics } from '@wachta/runtime'

/** Measures how long operations take. The series of each is looked up once, not with every request. */
export function requestDurations(metrics: Metrics): (operation: string, status: number, seconds: number) => void {
  const histogram = new Histogram({
    name: 'wachta_http_request_duration_seconds',
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
