import type { Operation } from '@wachta/resource'
import type { ApiContext } from '../../platform/context.ts'
import { usedSensors } from '../checks-and-history/used-sensors.ts'
import { serviceOperations } from '../services/service-operation.ts'
import { availabilityOperations } from './availability.ts'
import { performanceOperations } from './performance.ts'
import { phasesChartOperation } from './phases.ts'
import { chartRangeOperations } from './ranges.ts'
import { stepsChartOperation } from './steps.ts'

/** All operations of charts. */
export function chartOperations(context: ApiContext): Operation[] {
  const ofService = serviceOperations('charts', context)
  return [
    ...availabilityOperations(ofService),
    ...performanceOperations(ofService),
    phasesChartOperation(ofService),
    stepsChartOperation(ofService),
    ...chartRangeOperations(ofService),
    usedSensors(context, ofService, {
      id: 'list_performance_used_sensors',
      path: '/services/{_id}/charts/performance/used_sensors',
    }),
  ]
}
