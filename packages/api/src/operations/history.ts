import type { Operation } from '@wachta/resource'
import { accountLogOperations } from '../history/account-logs.ts'
import { accountOccurrences } from '../history/account-occurrences.ts'
import { analysisOperations } from '../history/analyses.ts'
import { checkDetailOperations } from '../history/check-details.ts'
import { checkOperations } from '../history/checks.ts'
import { eventHistoryOperations } from '../history/event-history.ts'
import { notificationLogOperations } from '../history/notification-logs.ts'
import { serviceLevelOperation } from '../history/service-level.ts'
import { serviceOperations } from '../history/service-operation.ts'
import { statusChangeOperations } from '../history/status-changes.ts'
import { summaryOperations } from '../history/summaries.ts'
import { usedSensors } from '../history/used-sensors.ts'
import { whatIfOperation } from '../history/what-if.ts'
import type { Services } from '../services.ts'

/** What was seen of services, and what it came to. */
export function historyOperations(services: Services): Operation[] {
  const ofService = serviceOperations(services, 'history')
  return [
    ...analysisOperations(ofService),
    ...checkOperations(ofService),
    ...checkDetailOperations(ofService),
    ...summaryOperations(ofService),
    serviceLevelOperation(ofService),
    whatIfOperation(ofService),
    ...statusChangeOperations(services, ofService),
    usedSensors(services, ofService, { id: 'list_used_sensors', path: '/services/{_id}/history/used_sensors' }),
    ...eventHistoryOperations(services, ofService),
    ...accountLogOperations(services),
    accountOccurrences(services),
    ...notificationLogOperations(services),
  ]
}
