import { Counter, Gauge } from '@prometheus-io/client'
import { createScrapedGauge, type Metrics } from '@wachta/runtime'
import type { PageSource } from './page-source.ts'
import type { RenderedFiles } from './rendered-files.ts'

/** The process metrics of a pages process. */
export interface ProcessMetrics {
  countResponse(status: number): void
  /** Counts a failed TLS handshake. Most concern a host name that has no certificate. */
  countFailedHandshake(): void
}

interface MetricSources {
  readonly source: Pick<PageSource, 'getStampedAt' | 'failures'>
  readonly files: Pick<RenderedFiles, 'bytes' | 'rendered'>
}

export function createProcessMetrics(metrics: Metrics, { source, files }: MetricSources): ProcessMetrics {
  const registers = [metrics]
  // Counted here and copied when metrics are scraped, because a counter with labels takes longer than the rest of a
  // response.
  const responseCounts = new Map<number, number>()
  new Counter({
    name: 'wachta_pages_requests_total',
    help: 'Requests for status pages, by the status of the answer.',
    labelNames: ['status'] as const,
    registers,
    collect() {
      this.reset()
      for (const [status, count] of responseCounts) this.inc({ status: String(status) }, count)
    },
  })
  createScrapedGauge(metrics, {
    name: 'wachta_pages_stamp_age_seconds',
    help: 'Age of the published stamp. Pages are marked stale after 60 seconds.',
    async read() {
      const at = source.getStampedAt()
      return at === undefined ? [] : [{ value: Math.max(0, (Date.now() - at) / 1000) }]
    },
  })
  const registerCounter = (name: string, help: string, read: () => number) =>
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  registerCounter('wachta_pages_store_failures_total', 'How often the object store could not be read.', () =>
    source.failures(),
  )
  registerCounter('wachta_pages_rendered_files_total', 'How many files were rendered.', () => files.rendered)
  new Gauge({
    name: 'wachta_pages_rendered_cache_bytes',
    help: 'Size of the cache of rendered files.',
    registers,
    collect() {
      this.set(files.bytes)
    },
  })
  let failedHandshakes = 0
  registerCounter(
    'wachta_pages_tls_failures_total',
    'Failed TLS handshakes, mostly for host names that have no certificate.',
    () => failedHandshakes,
  )
  return {
    countFailedHandshake: () => {
      failedHandshakes += 1
    },
    countResponse: (status) => void responseCounts.set(status, (responseCounts.get(status) ?? 0) + 1),
  }
}
