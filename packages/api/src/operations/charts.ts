import type { Operation } from '@wachta/resource'
import { availabilityOperations } from '../charts/availability.ts'
import { performanceOperations } from '../charts/performance.ts'
import { phasesChartOperation } from '../charts/phases.ts'
import { chartRangeOperations } from '../charts/ranges.ts'
import { stepsChartOperation } from '../charts/steps.ts'
import { serviceOperations } from '../history/service-operation.ts'
import { usedSensors } from '../history/used-sensors.ts'
import type { Services } from '../services.ts'

/** What is drawn of services. */
export function chartOperations(services: Services): Operation[] {
  const ofService = serviceOperations(services, 'charts')
  return [
    ...availabilityOperations(services, ofService),
    ...performanceOperations(ofService),
    phasesChartOperation(ofService),
    stepsChartOperation(ofService),
    ...chartRangeOperations(services, ofService),
    usedSensors(services, ofService, {
      id: 'list_performance_used_sensors',
      path: '/services/{_id}/charts/performance/used_sensors',
    }),
  ]
}
