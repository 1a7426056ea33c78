import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Incident } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { getLastPeriod, type RangeName } from '../../app/client/ranges.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { toWireTime } from '../../app/client/wire-time.ts'
import type { ScreenLanguage } from '../../app/i18n/preferences.ts'
import { hourMs } from '../../ui/time-units.ts'
import type { RuleKind } from '../alert-rules/queries.ts'
import { getPollInterval, incidentEmbeds, incidentKeys, isNullFilter, newestFirst } from '../open-incidents/queries.ts'

/** Groups of open incidents that probably have one cause. */
export const incidentGroupsQuery = queryOptions({
  queryKey: incidentKeys.groups,
  queryFn: ({ signal }) => client.call('list_incident_groups', {}, { signal }),
  refetchInterval: getPollInterval,
})

export interface IncidentFilters {
  readonly state: 'current' | 'ended'
  readonly kind: RuleKind | null
  readonly service: number | null
  readonly range: RangeName
}

export const incidentsPerPage = 25

/** A page of incidents, newest first. The range limits only resolved incidents, by their end. */
export const incidentsQuery = (filters: IncidentFilters, page: number) =>
  queryOptions({
    queryKey: [...incidentKeys.list, filters, page],
    queryFn: ({ signal }) => {
      const { state, kind, service, range } = filters
      const { from } = getLastPeriod(range)
      return client.list(
        'search_incidents',
        {
          body: {
            filters: {
              end_time: state === 'current' ? [isNullFilter] : [{ type: 'greater_than', argument: from }],
              ...(kind && { kind: [kind] }),
              ...(service && { service_id: [service] }),
            },
            embed: [...incidentEmbeds],
            sort: newestFirst,
            limit: incidentsPerPage,
            offset: page * incidentsPerPage,
          },
        },
        { signal, count: 'bounded' },
      )
    },
    placeholderData: keepPreviousData,
    refetchInterval: () => (page === 0 ? getPollInterval() : false),
  })

/** Everything that happened in an incident. */
export const timelineQuery = (id: number, language: ScreenLanguage) =>
  queryOptions({
    queryKey: [...incidentKeys.one(id), 'timeline', language],
    queryFn: ({ signal }) => client.call('read_incident_timeline', { path: { _id: id } }, { signal }),
    // Notifications are sent without a change of the incident.
    refetchInterval: 20_000,
  })

/** One alert, for links that name it. */
export const alertQuery = (id: number) =>
  queryOptions({
    queryKey: ['alert', id],
    queryFn: ({ signal }) => client.call('read_occurrence', { path: { _id: id } }, { signal }),
  })

type Period = Pick<Incident, 'service_id' | 'start_time' | 'end_time'>

/** The analyses that decided the incident: the last ones before its start and, if it is resolved, before its end. */
export const decidingAnalysesQuery = ({ service_id, start_time, end_time }: Period) =>
  queryOptions({
    queryKey: [...serviceKeys.one(service_id), 'judged_by', start_time, end_time],
    queryFn: async ({ signal }) => {
      const listAnalysesBefore = (time: string, limit: number) => {
        const at = Date.parse(time)
        const query = { from: toWireTime(at - hourMs), to: toWireTime(at + 1000), sort: '-time' as const, limit }
        return client.call('list_analyses', { path: { _id: service_id }, query }, { signal })
      }
      const [start, end] = await Promise.all([
        listAnalysesBefore(start_time, 3),
        end_time === null ? [] : listAnalysesBefore(end_time, 1),
      ])
      return { start: start.toReversed(), end }
    },
    staleTime: 5 * 60_000,
  })

/** Corrections of the service that concern the period of the incident. */
export const correctionsOfIncidentQuery = ({ service_id, start_time, end_time }: Period) =>
  queryOptions({
    queryKey: [...serviceKeys.one(service_id), 'corrections', start_time, end_time],
    queryFn: ({ signal }) =>
      client.call(
        'search_corrections',
        {
          body: {
            filters: {
              service_id: [service_id],
              end_time: [{ type: 'greater_than', argument: start_time }],
              ...(end_time !== null && { start_time: [{ type: 'lower_than', argument: end_time }] }),
            },
            sort: [{ field: 'created_at' }],
            limit: 100,
          },
        },
        { signal },
      ),
  })

/** Escalation steps by id, with their contacts and contact groups. */
export const stepsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['escalations', ids],
    queryFn: ({ signal }) =>
      client.call(
        'search_escalations',
        {
          body: {
            filters: { id: [{ type: 'one_of', argument: ids }] },
            embed: ['contacts.name', 'contact_groups.name'],
            limit: 1000,
          },
        },
        { signal },
      ),
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
