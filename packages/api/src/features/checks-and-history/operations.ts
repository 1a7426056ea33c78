import type { Operation } from '@wachta/resource'
import type { ApiContext } from '../../platform/context.ts'
import { accountLogOperation } from '../accounts/log.ts'
import { createServiceOperationBuilder } from '../services/service-operation.ts'
import { analysisOperations } from './analyses.ts'
import { checkDetailOperations } from './check-details.ts'
import { checkOperations } from './checks.ts'
import { serviceLevelOperation } from './service-level.ts'
import { statusChange } from './status-change.ts'
import { statusChangeOperations } from './status-changes.ts'
import { summaryOperations } from './summaries.ts'
import { createUsedSensorsOperation } from './used-sensors.ts'
import { whatIfOperation } from './what-if.ts'

/** All operations of the history of services. */
export function historyOperations(context: ApiContext): Operation[] {
  const buildServiceOperation = createServiceOperationBuilder('history', context)
  return [
    ...analysisOperations(buildServiceOperation),
    ...checkOperations(buildServiceOperation),
    ...checkDetailOperations(buildServiceOperation),
    ...summaryOperations(buildServiceOperation),
    serviceLevelOperation(buildServiceOperation),
    whatIfOperation(buildServiceOperation),
    ...statusChangeOperations(context, buildServiceOperation),
    createUsedSensorsOperation(context, buildServiceOperation, {
      id: 'list_used_sensors',
      path: '/services/{_id}/history/used_sensors',
    }),
    accountLogOperation(context, {
      resource: statusChange,
      path: 'status_changes',
      summary: "State changes of the account's services.",
    }),
  ]
}
