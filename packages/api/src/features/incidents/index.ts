import type { Feature } from '../../platform/feature.ts'
import { accountLogOperation } from '../accounts/log.ts'
import { serviceOperations } from '../services/service-operation.ts'
import { accountOccurrences } from './account-occurrences.ts'
import { escalationStatus } from './escalation-status.ts'
import { readEscalationStatus } from './escalation-statuses.ts'
import { eventHistoryOperations } from './event-history.ts'
import { eventStatus } from './event-status.ts'
import { eventStatusChange } from './event-status-change.ts'
import { eventStatusOperations } from './event-statuses.ts'
import { occurrence } from './occurrence.ts'
import { occurrenceOperations } from './occurrences.ts'

export const feature: Feature = {
  resources: [escalationStatus, eventStatus, eventStatusChange, occurrence],
  operations: (context) => [
    ...eventStatusOperations(context),
    ...eventHistoryOperations(context, serviceOperations('history')),
    ...occurrenceOperations(context),
    accountOccurrences(context),
    readEscalationStatus(context),
    accountLogOperation(context, {
      resource: eventStatusChange,
      path: 'event_status_changes',
      summary: "State changes of the account's events.",
    }),
  ],
}
