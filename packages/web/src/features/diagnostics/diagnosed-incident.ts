import { useQuery } from '@tanstack/react-query'
import { incidentQuery } from '../open-incidents/queries.ts'
import { serviceQuery } from '../services/queries.ts'
import { toDiagnosedHost } from './diagnosed-host.ts'

export interface DiagnosedIncident {
  readonly id: number
  readonly serviceName: string
  /** The host that the service checks, without a path; empty if it has none. */
  readonly host: string
}

/** Returns the incident that diagnostics are added to; undefined while it is loading, null if there is none. */
export function useDiagnosedIncident(id: number | null): DiagnosedIncident | null | undefined {
  const incident = useQuery({ ...incidentQuery(id ?? 0), enabled: id !== null })
  const serviceId = incident.data?.service_id
  const service = useQuery({ ...serviceQuery(serviceId ?? 0), enabled: serviceId !== undefined })
  if (id === null) return null
  // An error matters only before the first data: later, null would reset the form and lose what was entered.
  if (!incident.data || !service.data) return incident.error || service.error ? null : undefined
  // Only users who may acknowledge an incident can add to its timeline.
  if (!incident.data.permissions?.update) return null
  return { id, serviceName: service.data.name, host: toDiagnosedHost(service.data.address) }
}
