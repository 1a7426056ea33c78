import type { Row, Table } from './table.ts'

const hex = (length: number): string => 'a1'.repeat(length).slice(0, length)
const id: Row = [
  'id',
  'string',
  { min: 40, max: 40, sized: hex, accepts: ['0123456789'.repeat(4)], refuses: [hex(40).toUpperCase(), 'g'.repeat(40)] },
]
const sensor: Row = ['sensor_id', 'integer', { min: 1 }]

export const dnsDiagnostic: Table = {
  schema: 'dns_diagnostic',
  closed: false,
  rows: [
    id,
    sensor,
    ['settings', 'object'],
    ['status', 'string', { oneOf: ['pending', 'in_progress', 'completed'] }],
    ['results', 'string|null'],
  ],
}

export const dnsDiagnosticSettings: Table = {
  schema: 'dns_diagnostic.settings',
  closed: true,
  required: ['dns_server', 'address', 'record_type'],
  rows: [
    [
      'dns_server',
      'string',
      {
        sized: () => '192.0.2.53',
        accepts: ['192.0.2.53', '999.0.00.000'],
        refuses: ['192.0.2', '192.0.2.53.1', '1920.0.2.5', '2001:db8::1', '192.0.2.53 '],
      },
    ],
    [
      'address',
      'string',
      {
        min: 1,
        max: 256,
        sized: (length) => 'a'.repeat(length),
        accepts: ['Example-1.com', '192.0.2.1', '-.'],
        refuses: ['a_b', 'żółw.pl', 'a b', 'a/b'],
      },
    ],
    ['record_type', 'string', { oneOf: ['A', 'MX', 'TXT', 'NS', 'SOA', 'AAAA', 'CNAME', 'PTR', 'MBOXFW'] }],
  ],
}

export const dnsDiagnosticCreateData: Table = {
  schema: 'dns_diagnostic_create_data',
  closed: true,
  required: ['sensor_id', 'settings'],
  rows: [
    sensor,
    ['settings', 'object', { such: { dns_server: '192.0.2.53', address: 'example.com', record_type: 'A' } }],
  ],
}

export const dnsDiagnosticCreateResult: Table = {
  schema: 'dns_diagnostic_create_result',
  closed: true,
  required: ['id'],
  rows: [id],
}
