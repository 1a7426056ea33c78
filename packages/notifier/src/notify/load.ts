import type { Transaction } from '@wachta/database'
import { type LoadedOccurrence, loadExplanations } from './occurrences.ts'
import { loadContactAddresses, loadEscalations, loadGroupAddresses, loadSuspensions } from './recipients.ts'
import { loadProgress, loadStatuses } from './record.ts'
import { type Loaded, quietTimesOf } from './rounds.ts'

/** Reads all that the rules need, a statement for each kind of it however many occurrences there are. */
export async function load(tx: Transaction, occurrences: readonly LoadedOccurrence[]): Promise<Loaded> {
  const ids = occurrences.map(({ id }) => id)
  const eventIds = unique(occurrences.map(({ event_id }) => event_id))
  const older = occurrences.filter(({ event_id }) => event_id === null)
  const ofRules = occurrences.filter(({ event_id }) => event_id !== null)
  const escalations = eventIds.length > 0 ? await loadEscalations(tx, eventIds) : []
  const escalationIds = escalations.map(({ id }) => id)
  const contactAddresses = escalations.length > 0 ? await loadContactAddresses(tx, escalationIds, ids) : []
  const groupAddresses =
    older.length > 0 ? await loadGroupAddresses(tx, unique(older.map(({ group_id }) => group_id))) : []
  const suspensions = await loadSuspensions(tx, {
    services: unique(occurrences.map(({ service_id }) => service_id)),
    escalations: escalationIds,
    contacts: unique(contactAddresses.map(({ contact_id }) => contact_id)),
    since: new Date(Math.min(...occurrences.map(({ start_time }) => start_time))),
  })
  const explanations =
    ofRules.length > 0
      ? await loadExplanations(
          tx,
          ofRules.map(({ id }) => id),
        )
      : []
  const progress = Map.groupBy(await loadProgress(tx, ids), ({ occurrence_id, escalation_id }) =>
    keyOf(occurrence_id, escalation_id),
  )
  const statuses = new Map(
    (escalations.length > 0 ? await loadStatuses(tx, ids) : []).map((status) => [
      keyOf(status.occurrence_id, status.escalation_id),
      status,
    ]),
  )
  return {
    explanations: Map.groupBy(explanations, ({ occurrence_id }) => occurrence_id),
    escalations: Map.groupBy(escalations, ({ event_id }) => event_id),
    contactAddresses: Map.groupBy(contactAddresses, ({ via }) => via),
    groupAddresses: Map.groupBy(groupAddresses, ({ via }) => via),
    quietTimes: quietTimesOf(suspensions),
    progress: (occurrenceId, escalationId) => progress.get(keyOf(occurrenceId, escalationId)) ?? [],
    statuses: (occurrenceId, escalationId) => statuses.get(keyOf(occurrenceId, escalationId)),
  }
}

const keyOf = (occurrenceId: number, escalationId: number | null): string => `${occurrenceId} ${escalationId}`

const unique = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))]
