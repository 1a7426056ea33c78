import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import type { ScreenLanguage } from '../../app/i18n/preferences.ts'
import { countLimitedServices } from '../accounts/limited-services.ts'
import { findAnalysis } from '../checks-and-history/forced.ts'

/** The group for new services, the available check types, and the limits of the package. */
export const onboardingQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['room_for_services', language],
    queryFn: ({ signal }) => loadAllowance(signal),
    staleTime: 0,
  })

export type ServiceAllowance = Awaited<ReturnType<typeof loadAllowance>>

async function loadAllowance(signal: AbortSignal) {
  const path = { _id: 'my_account' }
  const [account, stats, types, group] = await Promise.all([
    client.call('read_account', { path, query: { embed: ['package'] } }, { signal }),
    client.call('read_account_stats', { path }, { signal }),
    client.call('list_account_available_service_types', { path, query: { limit: 1000 } }, { signal }),
    client.call('read_account_default_group', { path, query: { embed: ['permissions'] } }, { signal }),
  ])
  const limit = account.package?.maximum_services ?? null
  return {
    types,
    group,
    maxSensors: account.package?.maximum_sensors ?? null,
    limit,
    isFull: limit !== null && countLimitedServices(stats) >= limit,
    mayCreate: group.permissions?.create_services === true,
  }
}

export const usableSensorsQuery = (group: number, type: string) =>
  queryOptions({
    queryKey: ['usable_sensors', group, type],
    queryFn: ({ signal }) =>
      client.call(
        'list_group_available_sensors_by_service_type',
        { path: { _id: group, _service_type_id: type }, query: { limit: 1000 } },
        { signal },
      ),
    staleTime: 60_000,
  })

/** The checks of the first analysis; empty until it is stored. */
export const firstChecksQuery = (service: number, analysis: string, sensors: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(service), 'first_checks', analysis],
    queryFn: async ({ signal }) => {
      if (!(await findAnalysis(service, analysis, signal))) return []
      const path = { _id: service, _analysis_id: analysis }
      return client.call('list_analysis_checks', { path, query: { limit: 1000 } }, { signal })
    },
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) < sensors ? 1500 : false),
  })
