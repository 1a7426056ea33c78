import { getHeapStatistics } from 'node:v8'
import type { Registry } from '@prometheus-io/client'
import { createValueGauge } from './value-gauge.ts'

/** Registers the heap limit as a metric: a role that needs more ends. */
export const watchHeapLimit = (metrics: Registry): void =>
  createValueGauge(metrics, {
    name: 'wachta_process_heap_limit_bytes',
    help: 'The maximum heap of this role; it ends when it needs more. nodejs_heap_size_used_bytes is what it uses.',
    value: () => getHeapStatistics().heap_size_limit,
  })
