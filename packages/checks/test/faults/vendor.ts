import { gzipSync } from 'node:zlib'
import { component, incident, statusPage, statusServer, writeSummary } from '../support/status-page-server.ts'
import type { Fault } from './fault.ts'

const fault = (
  name: string,
  kind: string,
  server: Fault['server'],
  rest: Partial<Pick<Fault, 'settings' | 'timeout_ms'>> = {},
): Fault => ({ name, type_id: 'vendor_status', kind, server, ...rest })

const says = (name: string, kind: string, summary: Parameters<typeof writeSummary>[0], settings = {}): Fault =>
  fault(name, kind, () => statusPage(writeSummary(summary)), { settings })

const answers = (name: string, kind: string, body: string | Buffer, headers = {}): Fault =>
  fault(name, kind, () => statusPage(body, headers))

const status = (code: number, kind: string): Fault =>
  fault(`status ${code}`, kind, () => statusServer((_, response) => response.writeHead(code).end(writeSummary())))

const redirects = (name: string, kind: string, location: string): Fault =>
  fault(name, kind, () => statusServer((_, response) => response.writeHead(302, { location }).end()))

const broken = (status: unknown) => ({ components: [component('api', 'API', status)] })

export const vendorFaults: readonly Fault[] = [
  says('an indicator at the threshold', 'vendor_outage', { indicator: 'major' }),
  says('an indicator above the threshold', 'vendor_outage', { indicator: 'critical' }),
  says('a lower threshold', 'vendor_outage', { indicator: 'minor' }, { indicator_threshold: 'minor' }),
  says('a component at the threshold', 'vendor_component_outage', broken('partial_outage'), { components: ['API'] }),
  says('a lower threshold of components', 'vendor_component_outage', broken('degraded_performance'), {
    components: ['api'],
    component_threshold: 'degraded_performance',
  }),
  says(
    'maintenance that counts',
    'vendor_maintenance',
    { indicator: 'maintenance' },
    { fail_during_maintenance: true },
  ),
  says('maintenance of a component that counts', 'vendor_maintenance', broken('under_maintenance'), {
    components: ['API'],
    fail_during_maintenance: true,
  }),
  says('a component that is not there', 'vendor_component_unknown', {}, { components: ['API', 'Checkout'] }),
  says('components that no page has', 'vendor_component_unknown', { components: undefined }, { components: ['Mail'] }),
  says('a status that no component has', 'vendor_page_invalid', broken('on_fire'), { components: ['API'] }),
  says('an indicator that no page has', 'vendor_page_invalid', { indicator: 'purple' }),
  says('an indicator of another type', 'vendor_page_invalid', { indicator: 3 }),
  says('a description of another type', 'vendor_page_invalid', { description: { text: 'fine' } }),
  says('components of another type', 'vendor_page_invalid', { components: { api: 'operational' } }),
  says('a component of another type', 'vendor_page_invalid', { components: ['API'] }),
  says('a component without a name', 'vendor_page_invalid', { components: [{ id: 'a', status: 'operational' }] }),
  says('a status of another type', 'vendor_page_invalid', broken(['operational'])),
  says('incidents of another type', 'vendor_page_invalid', { incidents: 'none' }),
  says('an incident of another type', 'vendor_page_invalid', { incidents: [null] }),
  says('an update of another type', 'vendor_page_invalid', {
    incidents: [incident('a', '2026-05-01T10:00:00Z', { incident_updates: [{ body: 7 }] })],
  }),
  answers('another document', 'vendor_page_invalid', '{"status":"ok"}'),
  answers('a list', 'vendor_page_invalid', '[]'),
  answers('null', 'vendor_page_invalid', 'null'),
  answers('a number', 'vendor_page_invalid', '1e999'),
  answers('a prototype', 'vendor_page_invalid', '{"__proto__":{"status":{"indicator":"none"}}}'),
  answers('a web page', 'content_json_invalid', '<!doctype html><title>Status</title>'),
  answers('half a summary', 'content_json_invalid', writeSummary().slice(0, -1)),
  answers('endless nesting', 'vendor_page_invalid', `${'['.repeat(300_000)}${']'.repeat(300_000)}`),
  answers('nothing', 'content_empty', ''),
  answers('too much', 'http_body_too_large', writeSummary({ description: 'x'.repeat(1_100_000) })),
  answers('a bomb', 'http_body_too_large', gzipSync(Buffer.alloc(50_000_000, ' ')), { 'content-encoding': 'gzip' }),
  answers('rubbish in place of a packed summary', 'http_decompression_failed', 'abc', { 'content-encoding': 'gzip' }),
  status(404, 'http_not_found'),
  status(403, 'http_access_denied'),
  status(429, 'http_rate_limited'),
  status(500, 'http_status_server_error'),
  status(503, 'http_unavailable'),
  redirects('redirects without end', 'http_too_many_redirects', '/api/v2/summary.json'),
  redirects('a redirect to a file', 'http_redirect_forbidden', 'file:///etc/passwd'),
  redirects('a redirect to a port of mail', 'http_redirect_forbidden', 'http://127.0.0.1:25/'),
  fault('silence', 'timeout_first_byte', () => statusServer(() => undefined), { timeout_ms: 300 }),
  fault(
    'a byte now and then',
    'timeout_transfer',
    () =>
      statusServer((_, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      }),
    { timeout_ms: 300 },
  ),
]
