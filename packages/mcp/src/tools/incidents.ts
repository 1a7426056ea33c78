import type { Incident, IncidentTimeline } from '@wachta/client'
import { Type } from 'typebox'
import { loadErrorNames, resolveService } from '../find.ts'
import { incidentInput, limitInput, noOtherInputs, noteInput, serviceInput } from '../inputs.ts'
import { type ToolApi, tool } from '../tool.ts'
import { markUntrusted } from '../untrusted.ts'

const unresolvedFilter = 'one_of:open,acknowledged,flapping'
const maxNotifications = 30

export const listIncidents = tool({
  name: 'list_incidents',
  title: 'Incidents',
  description:
    'Incidents, newest first: what failed, since when, who acknowledged it. Unresolved ones unless state is given.',
  input: Type.Object(
    {
      state: Type.Optional(Type.Enum(['unresolved', 'resolved', 'all'], { description: 'Default unresolved' })),
      service: Type.Optional(serviceInput),
      limit: limitInput(25),
    },
    noOtherInputs,
  ),
  operations: ['list_incidents', 'list_services', 'list_error_types'],
  effect: 'none',
  showsUntrusted: true,
  async run({ state = 'unresolved', service, limit = 25 }, { api }) {
    const { items, total } = await api.list('list_incidents', {
      query: {
        ...(state !== 'all' && { 'filter.state': state === 'resolved' ? 'resolved' : unresolvedFilter }),
        ...(service !== undefined && { 'filter.service_id': (await resolveService(api, service)).id }),
        embed: ['service.name'],
        sort: ['-start_time'],
        limit,
      },
    })
    const errorName = await loadErrorNames(
      api,
      items.map(({ error_type_id }) => error_type_id),
    )
    return { incidents: items.map((incident) => summarize(incident, errorName(incident.error_type_id))), total }
  },
})

export const getIncident = tool({
  name: 'get_incident',
  title: 'Incident with timeline',
  description: 'One incident with its timeline: alerts, notifications sent or suppressed and why, notes, diagnostics.',
  input: Type.Object({ incident: incidentInput }, noOtherInputs),
  operations: ['read_incident', 'read_incident_timeline', 'list_error_types'],
  effect: 'none',
  showsUntrusted: true,
  async run({ incident: id }, { api }) {
    const incident = await readIncident(api, id)
    const timeline = await api.call('read_incident_timeline', { path: { _id: id } })
    const errorName = await loadErrorNames(api, [incident.error_type_id])
    return { ...summarize(incident, errorName(incident.error_type_id)), ...shortenTimeline(timeline) }
  },
})

export const acknowledgeIncident = tool({
  name: 'acknowledge_incident',
  title: 'Acknowledge an incident',
  description:
    'Acknowledge an incident: stops its escalation; people are notified only of the recovery. Ask the user first.',
  input: Type.Object({ incident: incidentInput, note: noteInput }, noOtherInputs),
  operations: ['acknowledge_incident', 'read_incident'],
  effect: 'change',
  showsUntrusted: true,
  idempotent: true,
  async run({ incident: id, note = '' }, { api }) {
    await api.call('acknowledge_incident', { path: { _id: id }, body: { note } })
    return summarize(await readIncident(api, id))
  },
})

export const unacknowledgeIncident = tool({
  name: 'unacknowledge_incident',
  title: 'Undo an acknowledgement',
  description: 'Undo an acknowledgement: escalation continues and people are notified again.',
  input: Type.Object({ incident: incidentInput, note: noteInput }, noOtherInputs),
  operations: ['unacknowledge_incident', 'read_incident'],
  effect: 'change',
  showsUntrusted: true,
  idempotent: true,
  async run({ incident: id, note = '' }, { api }) {
    await api.call('unacknowledge_incident', { path: { _id: id }, body: { note } })
    return summarize(await readIncident(api, id))
  },
})

export const addIncidentNote = tool({
  name: 'add_incident_note',
  title: 'Add a note to an incident',
  description: 'Add a note to the timeline of an incident, such as a finding or what is being done.',
  input: Type.Object({ incident: incidentInput, text: Type.String({ minLength: 1, maxLength: 1000 }) }, noOtherInputs),
  operations: ['add_incident_note'],
  effect: 'change',
  async run({ incident: id, text }, { api }) {
    await api.call('add_incident_note', { path: { _id: id }, body: { text } })
    return { incident: id, added: true }
  },
})

const readIncident = (api: ToolApi<'read_incident'>, id: number): Promise<Incident> =>
  api.call('read_incident', { path: { _id: id }, query: { embed: ['service.name'] } })

const summarize = (incident: Incident, error?: string | null) => ({
  id: incident.id,
  service_id: incident.service_id,
  service: incident.service?.name,
  kind: incident.kind,
  state: incident.state,
  start: incident.start_time,
  end: incident.end_time,
  end_reason: incident.end_reason,
  ...(error && { error }),
  ...(incident.acknowledged_at !== null && {
    acknowledged_at: incident.acknowledged_at,
    ...markUntrusted({ acknowledged_by: incident.acknowledged_by }),
  }),
})

/** The timeline without addresses of people: a model does not need them. */
const shortenTimeline = ({ alerts, causes, notifications, entries, escalations }: IncidentTimeline) => ({
  alerts: alerts.map(({ event_name, start_time, end_time, end_reason }) => ({
    rule: event_name ?? 'legacy notifications',
    start: start_time,
    end: end_time,
    end_reason,
  })),
  causes: causes.map(({ incident_id, service_id, service_name, event_name, start_time, end_time, error_message }) => ({
    incident: incident_id,
    service_id,
    rule: event_name,
    start: start_time,
    end: end_time,
    ...markUntrusted({ service: service_name, error_message }),
  })),
  escalation: escalations.map(({ name, status, next_time }) => ({ step: name, status, next_time })),
  notifications: notifications
    .slice(-maxNotifications)
    .map(({ time, kind, channel_id, contact_name, status, explanation }) => ({
      time,
      kind,
      channel: channel_id,
      contact: contact_name,
      status,
      reason: explanation,
    })),
  entries: entries.map(({ created_at, kind, author, text, diagnostic_id, diagnostic_kind }) => ({
    time: created_at,
    kind,
    ...(diagnostic_id && { diagnostic_id, diagnostic_kind }),
    ...markUntrusted({ author, text }),
  })),
})
