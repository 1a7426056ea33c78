import { Counter, Gauge } from '@prometheus-io/client'
import { askedGauge, type Metrics } from '@wachta/runtime'
import type { PageSource } from './page-source.ts'
import type { RenderedFiles } from './rendered-files.ts'

/** The process metrics of a pages process. */
export interface ProcessMetrics {
  answered(status: number): void
  /** A TLS handshake failed, usually because there is no certificate for the name. */
  refused(): void
}

interface Measured {
  readonly source: Pick<PageSource, 'stampedAt' | 'failures'>
  readonly files: Pick<RenderedFiles, 'bytes' | 'rendered'>
}

export function createProcessMetrics(metrics: Metrics, { source, files }: Measured): ProcessMetrics {
  const registers = [metrics]
  // Counted here and handed over when it is asked for: labels take longer than the rest of an answer.
  const answers = new Map<number, number>()
  new Counter({
    name: 'wachta_pages_requests_total',
    help: 'Requests for status pages, by the status of the answer.',
    labelNames: ['status'] as const,
    registers,
    collect() {
      this.reset()
      for (const [status, count] of answers) this.inc({ status: String(status) }, count)
    },
  })
  askedGauge(metrics, {
    name: 'wachta_pages_stamp_age_seconds',
    help: 'How long ago the centre last said that status pages are up to date; after 60 seconds they say that they are not.',
    async ask() {
      const at = source.stampedAt()
      return at === undefined ? [] : [{ value: Math.max(0, (Date.now() - at) / 1000) }]
    },
  })
  const count = (name: string, help: string, read: () => number) =>
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  count('wachta_pages_store_failures_total', 'How often the object store could not be read.', () => source.failures())
  count('wachta_pages_rendered_files_total', 'How many files were rendered.', () => files.rendered)
  new Gauge({
    name: 'wachta_pages_memory_bytes',
    help: 'The size of rendered files in memory.',
    registers,
    collect() {
      this.set(files.bytes)
    },
  })
  let refused = 0
  count(
    'wachta_pages_tls_failures_total',
    'TLS handshakes that failed, most of them for a name without a certificate.',
    () => refused,
  )
  return {
    refused: () => {
      refused += 1
    },
    answered: (status) => void answers.set(status, (answers.get(status) ?? 0) + 1),
  }
}
