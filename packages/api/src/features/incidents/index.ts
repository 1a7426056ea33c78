import type { Feature } from '../../platform/feature.ts'
import { accountLogOperation } from '../accounts/log.ts'
import { createServiceOperationBuilder } from '../services/service-operation.ts'
import { accountOccurrences } from './account-occurrences.ts'
import { addIncidentDiagnostics } from './add-diagnostics.ts'
import { escalationStatus } from './escalation-status.ts'
import { readEscalationStatus } from './escalation-statuses.ts'
import { eventHistoryOperations } from './event-history.ts'
import { eventStatus } from './event-status.ts'
import { eventStatusChange } from './event-status-change.ts'
import { eventStatusOperations } from './event-statuses.ts'
import { listIncidentGroups } from './groups.ts'
import { incident } from './incident.ts'
import { incidentEntry } from './incident-entry.ts'
import { incidentOperations } from './incidents.ts'
import { occurrence } from './occurrence.ts'
import { occurrenceOperations } from './occurrences.ts'
import { readIncidentTimeline } from './timeline.ts'

export const feature: Feature = {
  resources: [escalationStatus, eventStatus, eventStatusChange, incident, incidentEntry, occurrence],
  operations: (context) => [
    listIncidentGroups,
    ...incidentOperations,
    addIncidentDiagnostics,
    readIncidentTimeline,
    ...eventStatusOperations(context),
    ...eventHistoryOperations(context, createServiceOperationBuilder('history')),
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
