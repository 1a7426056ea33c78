import type { Transaction } from '@wachta/database'
import { type LoadedAlert, loadExplanations } from './alerts.ts'
import { loadContactAddresses, loadEscalations, loadGroupAddresses, loadSuspensions } from './recipients.ts'
import { loadProgress, loadStatuses } from './record.ts'
import { groupQuietTimes, type RoundData } from './rounds.ts'

/** Loads everything that the rules need, with one statement per kind of data for all alerts. */
export async function loadNotificationData(tx: Transaction, alerts: readonly LoadedAlert[]): Promise<RoundData> {
  const ids = alerts.map(({ id }) => id)
  const eventIds = unique(alerts.map(({ event_id }) => event_id))
  const legacyAlerts = alerts.filter(({ event_id }) => event_id === null)
  const ruleAlerts = alerts.filter(({ event_id }) => event_id !== null)
  const escalations = eventIds.length > 0 ? await loadEscalations(tx, eventIds) : []
  const escalationIds = escalations.map(({ id }) => id)
  const contactAddresses = escalations.length > 0 ? await loadContactAddresses(tx, escalationIds, ids) : []
  const groupAddresses =
    legacyAlerts.length > 0 ? await loadGroupAddresses(tx, unique(legacyAlerts.map(({ group_id }) => group_id))) : []
  const suspensions = await loadSuspensions(tx, {
    services: unique(alerts.map(({ service_id }) => service_id)),
    escalations: escalationIds,
    contacts: unique(contactAddresses.map(({ contact_id }) => contact_id)),
    since: new Date(Math.min(...alerts.map(({ start_time }) => start_time))),
  })
  const explanations =
    ruleAlerts.length > 0
      ? await loadExplanations(
          tx,
          ruleAlerts.map(({ id }) => id),
        )
      : []
  const progress = Map.groupBy(await loadProgress(tx, ids), ({ occurrence_id, escalation_id }) =>
    toKey(occurrence_id, escalation_id),
  )
  const statuses = new Map(
    (escalations.length > 0 ? await loadStatuses(tx, ids) : []).map((status) => [
      toKey(status.occurrence_id, status.escalation_id),
      status,
    ]),
  )
  return {
    explanations: Map.groupBy(explanations, ({ occurrence_id }) => occurrence_id),
    escalations: Map.groupBy(escalations, ({ event_id }) => event_id),
    contactAddresses: Map.groupBy(contactAddresses, ({ via }) => via),
    groupAddresses: Map.groupBy(groupAddresses, ({ via }) => via),
    quietTimes: groupQuietTimes(suspensions),
    getProgress: (alertId, escalationId) => progress.get(toKey(alertId, escalationId)) ?? [],
    findStatus: (alertId, escalationId) => statuses.get(toKey(alertId, escalationId)),
  }
}

const toKey = (alertId: number, escalationId: number | null): string => `${alertId} ${escalationId}`

const unique = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))]
