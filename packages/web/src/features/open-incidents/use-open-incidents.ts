import { useQuery } from '@tanstack/react-query'
import type { Incident, Service, ServiceStatus } from '@wachta/client'
import { useMemo } from 'react'
import { useActingAccount } from '../../app/client/me.ts'
import { useIsAdministrator } from '../../app/client/session-scope.ts'
import { useGroups } from '../groups/queries.ts'
import { maxOpenIncidents, openIncidentsQuery } from './queries.ts'

/** The open failures by service: a service has one at most. */
export function useOpenFailures(): ReadonlyMap<number, Incident> {
  const { data } = useQuery(openIncidentsQuery)
  return useMemo(
    () =>
      new Map((data ?? []).filter(({ kind }) => kind === 'failure').map((incident) => [incident.service_id, incident])),
    [data],
  )
}

/**
 * Returns a function that says whether a service is down without an open alert of any rule. It says so only of own
 * services, because only the owner of a service and administrators see its alerts.
 */
export function useUnalerted(): (service: Pick<Service, 'id' | 'group_id'> & Pick<ServiceStatus, 'status'>) => boolean {
  const { data } = useQuery(openIncidentsQuery)
  const groups = useGroups()
  const owner = useActingAccount()?.id
  const isAdministrator = useIsAdministrator()
  return useMemo(() => {
    const isComplete = data !== undefined && data.length < maxOpenIncidents
    const alerted = new Set(data?.map(({ service_id }) => service_id))
    return ({ id, group_id, status }) =>
      isComplete &&
      status === 'failure' &&
      !alerted.has(id) &&
      (isAdministrator || (owner !== undefined && groups.get(group_id)?.owner_id === owner))
  }, [data, groups, owner, isAdministrator])
}
