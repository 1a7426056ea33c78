import type { Addition } from '../additions.ts'

/** Alerts are seeded in incidents, so the rows of both are in kinds-notifications.ts. */
export const addition: Addition = {
  kinds: {},
  operations: {
    'GET /incidents': 'one outage is one incident, however many alert rules it matches',
    'POST /incidents/search': 'as above',
    'GET /incidents/{_id}': 'as above',
    'GET /incidents/{_id}/permissions': 'as above',
    'GET /services/{_id}/incidents': 'as above, of one service',
    'GET /incidents/{_id}/entries': 'who acknowledged it, and what they noted',
    'GET /incidents/{_id}/timeline': 'everything that happened, read at one instant',
    'GET /incidents/groups': 'many failures of one cause are looked at together',
    'POST /incidents/{_id}/acknowledge': 'one acknowledgement stops the escalations of all its alerts',
    'POST /incidents/{_id}/unacknowledge': 'as above, undone',
    'POST /incidents/bulk_acknowledge': 'as above, for several',
    'POST /incidents/{_id}/diagnostics': 'what was run because of an outage is in its timeline, with the results',
    'POST /incidents/{_id}/notes': 'what was found is written where the next shift looks',
  },
}
