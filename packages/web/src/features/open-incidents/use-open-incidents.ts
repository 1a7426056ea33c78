import { useQuery } from '@tanstack/react-query'
import type { Incident } from '@wachta/client'
import { useMemo } from 'react'
import { openIncidentsQuery } from './queries.ts'

/** The open failures by service: a service has one at most. */
export function useOpenFailures(): ReadonlyMap<number, Incident> {
  const { data } = useQuery(openIncidentsQuery)
  return useMemo(
    () =>
      new Map((data ?? []).filter(({ kind }) => kind === 'failure').map((incident) => [incident.service_id, incident])),
    [data],
  )
}
