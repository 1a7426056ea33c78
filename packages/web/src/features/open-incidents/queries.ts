import { queryOptions } from '@tanstack/react-query'
import { client, queryClient } from '../../app/client/client.ts'
import { liveness } from '../../app/client/liveness.ts'

export const incidentKeys = {
  all: ['incidents'],
  open: ['incidents', 'open'],
  groups: ['incidents', 'groups'],
  list: ['incidents', 'list'],
  one: (id: number) => ['incidents', id] as const,
} as const

/** Loads every view of incidents again, after a change by the user or one that the live stream reports. */
export const refreshIncidents = (): Promise<void> => queryClient.invalidateQueries({ queryKey: incidentKeys.all })

/** Incidents are polled while the live stream is down. */
const pollIntervalMs = 20_000
export const getPollInterval = (): number | false => (liveness.get().kind === 'live' ? false : pollIntervalMs)

export const isNullFilter = { type: 'is_null', argument: true } as const
export const incidentEmbeds = ['permissions.update', 'service.name'] as const

export const newestFirst = [{ field: 'start_time' as const, order: 'descending' as const }]

/** With more open incidents than this, use the list of incidents, which has pages. */
export const maxOpenIncidents = 1000

/** All open incidents. Dashboard, wall and the pages of services show them from this one query. */
export const openIncidentsQuery = queryOptions({
  queryKey: incidentKeys.open,
  queryFn: ({ signal }) =>
    client.call(
      'search_incidents',
      {
        body: {
          filters: { end_time: [isNullFilter] },
          embed: [...incidentEmbeds],
          sort: newestFirst,
          limit: maxOpenIncidents,
        },
      },
      { signal },
    ),
  refetchInterval: getPollInterval,
})

export const incidentQuery = (id: number) =>
  queryOptions({
    queryKey: [...incidentKeys.one(id), 'record'],
    queryFn: ({ signal }) =>
      client.call('read_incident', { path: { _id: id }, query: { embed: [...incidentEmbeds] } }, { signal }),
    refetchInterval: getPollInterval,
  })
