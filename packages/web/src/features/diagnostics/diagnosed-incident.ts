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

/** Returns the incident that diagnostics are run for; undefined while it is loading. */
export function useDiagnosedIncident(id: number | null): DiagnosedIncident | null | undefined {
  const incident = useQuery({ ...incidentQuery(id ?? 0), enabled: id !== null })
  const serviceId = incident.data?.service_id
  const service = useQuery({ ...serviceQuery(serviceId ?? 0), enabled: serviceId !== undefined })
  if (id === null) return null
  // An error while it is read again changes nothing: the form would start anew and lose what was entered.
  if (!incident.data || !service.data) return incident.error || service.error ? null : undefined
  // Only users who may acknowledge an incident can add to its timeline.
  if (!incident.data.permissions?.update) return null
  return { id, serviceName: service.data.name, host: toDiagnosedHost(service.data.address) }
}
