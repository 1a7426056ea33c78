import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowPublicOnly, createGuard } from '@wachta/egress'
import { omitHiddenRecords, rejectHiddenName } from '../../src/dns/hidden-names.ts'

const hidden = [
  'printer.local',
  'db.internal',
  'LOCALHOST',
  'nas.home.arpa.',
  'router.lan',
  '1.0.0.10.in-addr.arpa',
  '10.in-addr.arpa',
  '168.192.in-addr.arpa',
  '1.0.0.127.in-addr.arpa',
  '254.169.254.169.in-addr.arpa',
  'x.10.in-addr.arpa',
  `${'0.'.repeat(30)}d.f.ip6.arpa`,
  'd.f.ip6.arpa',
]
const shown = ['example.com', 'local.example.com', 'lan.example', 'in-addr.arpa', '8.8.8.8.in-addr.arpa', 'pl']
const question = (name: string) => ({ name, type: 'A' as const })

for (const name of hidden)
  test(`the resolver of a sensor is not asked for ${name}`, () => {
    assert.throws(() => rejectHiddenName(question(name), { allows: allowPublicOnly }), { kind: 'address_forbidden' })
  })

for (const name of shown)
  test(`it is asked for ${name}`, () => rejectHiddenName(question(name), { allows: allowPublicOnly }))

test('a sensor that may look into a network may ask for its names', () => {
  const allows = createGuard({ allow: ['10.0.0.0/8'] })
  rejectHiddenName(question('db.internal'), { allows })
  rejectHiddenName(question('1.0.0.10.in-addr.arpa'), { allows })
  assert.throws(() => rejectHiddenName(question('1.0.168.192.in-addr.arpa'), { allows }))
})

test('private addresses are left out of an answer', () => {
  const record = (type: string, value: string) => ({ name: 'example.com', type, ttl: 60, value })
  const records = [record('A', '10.0.0.5'), record('A', '8.8.8.8'), record('AAAA', 'fd00::1'), record('MX', '10 mail')]
  const answer = { rcode: 'NOERROR', truncated: false, authoritative: false, records, authorities: records }
  const clean = omitHiddenRecords(answer, { allows: allowPublicOnly })
  for (const left of [clean.records, clean.authorities])
    assert.deepEqual(
      left.map(({ value }) => value),
      ['8.8.8.8', '10 mail'],
    )
})
