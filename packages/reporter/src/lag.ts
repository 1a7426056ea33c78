import { Gauge } from '@prometheus-io/client'
import type { Database } from '@wachta/database'
import { rollupSizes } from '@wachta/domain'
import type { Metrics } from '@wachta/runtime'
import { progress } from './rollup-store.ts'

/** How far rollups are behind: a day is always behind by up to a day, five minutes by seven or so. */
export function watchLag(metrics: Metrics, database: Pick<Database, 'query'>): void {
  new Gauge({
    name: 'wachta_rollup_lag_seconds',
    help: 'The age of the newest instant that is rolled up, by size of rollup.',
    labelNames: ['size'],
    registers: [metrics],
    async collect() {
      const done = await progress(database)
      for (const size of rollupSizes) if (done[size] !== undefined) this.set({ size }, lag(done[size]))
    },
  })
}

const lag = (done: number): number => (Date.now() - done) / 1000
