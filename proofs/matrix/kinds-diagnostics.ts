import { createHash } from 'node:crypto'
import { formatFlagTable } from './flag-tables.ts'
import type { Kind } from './kind.ts'
import { sensorsFor } from './sensors.ts'

/** Only the account that requested it sees the result, not even administrators. */
const createDiagnosticKind = (kind: 'dns' | 'traceroute'): Kind => ({
  table: 'diagnostic',
  parentResource: 'account',
  serves: 'read delete',
  unflagged: true,
  flags: formatFlagTable('owner', [
    ['read', 'read'],
    ['delete', 'write'],
  ]),
  columns: (word, { owner, find }) => ({
    id: createHash('sha1').update(word).digest('hex'),
    kind,
    sensor_id: sensorsFor(owner, find)[0],
    settings: JSON.stringify({ address: word }),
    status: 'completed',
    results: JSON.stringify(word),
    expires_at: '2100-01-01T00:00:00Z',
  }),
})

/** Diagnostics that people run from sensors. */
export const diagnosticKinds: Readonly<Record<string, Kind>> = {
  dns_diagnostic: createDiagnosticKind('dns'),
  traceroute_diagnostic: createDiagnosticKind('traceroute'),
}
