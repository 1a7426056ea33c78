import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Occurrence, OccurrenceDetails } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { lastPeriod, type RangeName } from '../../app/client/ranges.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { wireTimestamp } from '../../app/client/wire-time.ts'
import type { ScreenLanguage } from '../../app/i18n/preferences.ts'
import type { RuleKind } from '../alert-rules/queries.ts'
import { ruleKeys } from '../alert-rules/queries.ts'
import { serviceNames } from '../services/queries.ts'

export const incidentKeys = { one: (id: number) => ['alert', id] as const } as const

export interface AlertFilters {
  readonly state: 'current' | 'ended'
  readonly kind: RuleKind | null
  readonly service: number | null
  readonly range: RangeName
}

export const alertsPerPage = 25

const often = 20_000

/** A page of alerts, newest first, with the names of their services. */
export const alertsQuery = (filters: AlertFilters, page: number) =>
  queryOptions({
    queryKey: [...ruleKeys.alerts, filters, page],
    queryFn: async ({ signal }) => {
      const { state, kind, service, range } = filters
      const query = {
        ...lastPeriod(range),
        state,
        ...(kind && { kind }),
        ...(service && { service_id: String(service) }),
        sort: '-start_time' as const,
        limit: alertsPerPage,
        offset: page * alertsPerPage,
      }
      const found = await client.list(
        'list_account_occurrences',
        { path: { _account_id: 'my_account' }, query },
        { signal },
      )
      const names = await serviceNames(
        found.items.map(({ service_id }) => service_id),
        signal,
      )
      return { ...found, names }
    },
    placeholderData: keepPreviousData,
    refetchInterval: page === 0 ? often : false,
  })

/** One alert with its notifications, sent and suppressed. */
export const alertQuery = (id: number, language: ScreenLanguage) =>
  queryOptions({
    queryKey: [...incidentKeys.one(id), language],
    queryFn: ({ signal }) => client.call('read_occurrence', { path: { _id: id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.end_time === null ? often : false),
  })

type AlertPeriod = Pick<Occurrence, 'service_id' | 'start_time' | 'end_time'>

/** The analyses that the alert was decided by: the last ones before its start and, if it has ended, before its end. */
export const judgedByQuery = ({ service_id, start_time, end_time }: AlertPeriod) =>
  queryOptions({
    queryKey: [...serviceKeys.one(service_id), 'judged_by', start_time, end_time],
    queryFn: async ({ signal }) => {
      const before = (time: string, limit: number) => {
        const at = Date.parse(time)
        const query = {
          from: wireTimestamp(at - hour),
          to: wireTimestamp(at + 1000),
          sort: '-time' as const,
          limit: limit,
        }
        return client.call('list_analyses', { path: { _id: service_id }, query }, { signal })
      }
      const [start, end] = await Promise.all([before(start_time, 3), end_time === null ? [] : before(end_time, 1)])
      return { start: start.toReversed(), end }
    },
    staleTime: 5 * 60_000,
  })

const hour = 3_600_000

/** Corrections of the service that concern the period of the alert. */
export const correctionsOfAlertQuery = ({ service_id, start_time, end_time }: AlertPeriod) =>
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

/** The escalation steps of an alert, with their contacts. */
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

/** Whether the caller may acknowledge the alert: it is open and not acknowledged, and the rule is theirs. */
export const mayAcknowledgeQuery = ({
  id,
  service_id,
  event_id,
}: Pick<OccurrenceDetails, 'id' | 'service_id' | 'event_id'>) =>
  queryOptions({
    queryKey: [...incidentKeys.one(id), 'may_acknowledge'],
    queryFn: async ({ signal }) => {
      const statuses = await client.call(
        'search_event_statuses',
        {
          body: {
            filters: {
              service_id: [service_id],
              event_id: [event_id ?? 0],
              status: ['active'],
              'permissions.update': [true],
            },
            limit: 1000,
          },
        },
        { signal },
      )
      return statuses.some(({ occurrence_id }) => occurrence_id === id)
    },
    enabled: event_id !== null,
  })
