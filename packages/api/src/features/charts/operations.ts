import type { Operation } from '@wachta/resource'
import type { ApiContext } from '../../platform/context.ts'
import { createUsedSensorsOperation } from '../checks-and-history/used-sensors.ts'
import { createServiceOperationBuilder } from '../services/service-operation.ts'
import { availabilityOperations } from './availability.ts'
import { performanceOperations } from './performance.ts'
import { phasesChartOperation } from './phases.ts'
import { chartRangeOperations } from './ranges.ts'
import { stepsChartOperation } from './steps.ts'

/** All operations of charts. */
export function chartOperations(context: ApiContext): Operation[] {
  const buildServiceOperation = createServiceOperationBuilder('charts', context)
  return [
    ...availabilityOperations(buildServiceOperation),
    ...performanceOperations(buildServiceOperation),
    phasesChartOperation(buildServiceOperation),
    stepsChartOperation(buildServiceOperation),
    ...chartRangeOperations(buildServiceOperation),
    createUsedSensorsOperation(context, buildServiceOperation, {
      id: 'list_performance_used_sensors',
      path: '/services/{_id}/charts/performance/used_sensors',
    }),
  ]
}
