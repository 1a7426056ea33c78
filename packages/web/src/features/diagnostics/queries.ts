import { queryOptions } from '@tanstack/react-query'
import type { Client, DnsDiagnostic, TracerouteDiagnostic } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { getResultPollInterval } from './poll-interval.ts'

export type DnsSettings = DnsDiagnostic['settings']
export const recordTypes = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'PTR',
  'SOA',
  'TXT',
  'MBOXFW',
] as const satisfies readonly DnsSettings['record_type'][]

export type RequestedDiagnostic =
  | { readonly kind: 'dns'; readonly settings: DnsSettings }
  | { readonly kind: 'traceroute'; readonly settings: TracerouteDiagnostic['settings'] }

/** Starts a diagnostic on one sensor and returns its id. */
export async function startDiagnostic(
  via: Client,
  diagnostic: RequestedDiagnostic,
  sensor_id: number,
): Promise<string> {
  const { id } =
    diagnostic.kind === 'dns'
      ? await via.call('create_dns_diagnostic', { body: { sensor_id, settings: diagnostic.settings } })
      : await via.call('create_traceroute_diagnostic', { body: { sensor_id, settings: diagnostic.settings } })
  return id
}

/** Adds diagnostics to the timeline of an incident. */
export const addToIncident = (via: Client, incident: number, ids: readonly string[]): Promise<unknown> =>
  via.call('add_incident_diagnostics', { path: { _id: incident }, body: { diagnostic_ids: [...ids] } })

/** The result of a diagnostic, polled until it is complete. */
export const diagnosticResultQuery = (kind: RequestedDiagnostic['kind'], id: string) =>
  queryOptions({
    queryKey: ['diagnostics', kind, id],
    queryFn: async ({ signal }): Promise<DnsDiagnostic | TracerouteDiagnostic> => {
      const input = { path: { _id: id } }
      return kind === 'dns'
        ? client.call('read_dns_diagnostic', input, { signal })
        : client.call('read_traceroute_diagnostic', input, { signal })
    },
    refetchInterval: ({ state }) => getResultPollInterval(state.data?.status, state.error),
    staleTime: Number.POSITIVE_INFINITY,
  })
