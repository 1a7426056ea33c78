import type { RequestListener } from 'node:http'
import type { FaultyServer } from '../faults/fault.ts'
import { webServer } from '../faults/servers.ts'

interface PageComponent {
  readonly id: string
  readonly name: string
  readonly status: unknown
}

interface PageContent {
  readonly indicator?: unknown
  readonly description?: unknown
  readonly components?: unknown
  readonly incidents?: unknown
}

/** The summary of a status page, as hosted status pages write it. */
export const writeSummary = ({
  indicator = 'none',
  description = 'All Systems Operational',
  components = [component('api', 'API'), component('pay', 'Payments')],
  incidents = [],
}: PageContent = {}): string =>
  JSON.stringify({
    page: {
      id: 'kctbh9vrtdwd',
      name: 'Example',
      url: 'https://status.example.com',
      updated_at: '2026-05-01T10:00:00Z',
    },
    components,
    incidents,
    scheduled_maintenances: [],
    status: { indicator, description },
  })

export const component = (id: string, name: string, status: unknown = 'operational'): PageComponent => ({
  id,
  name,
  status,
})

/** An incident with one update, at its start. */
export const incident = (name: string, created_at: string, changes: object = {}) => ({
  id: name,
  name,
  status: 'investigating',
  impact: 'major',
  created_at,
  incident_updates: [{ body: `We look into ${name}.`, status: 'investigating', created_at }],
  components: [],
  ...changes,
})

/** A status page with this summary. The service's address needs the scheme, which is HTTPS by default. */
export const statusPage = (summary: string | Buffer, headers: Record<string, string> = {}): Promise<FaultyServer> =>
  statusServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(summary),
  )

/** A web server that answers only on these paths, by default the one that status page checks request. */
export async function statusServer(
  serve: RequestListener,
  paths: readonly string[] = ['/api/v2/summary.json'],
): Promise<FaultyServer> {
  const { address, ...server } = await webServer((request, response) => {
    if (paths.includes(request.url ?? '')) serve(request, response)
    else response.writeHead(404).end()
  }, '')
  return { ...server, address: `http://${address}` }
}
