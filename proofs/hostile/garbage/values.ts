import { createRandom } from '../random.ts'

/** JSON that no process writes: other types, null, deep nesting, and the usual keys with values of other types. */
export const garbageJson: readonly string[] = [
  '"garbage"',
  'null',
  '-1e300',
  '{}',
  '[null, {"outcome": {}}, 5, "x", [[]]]',
  `${'['.repeat(500)}${']'.repeat(500)}`,
  JSON.stringify({
    ...{ address: { a: 1 }, extended_settings: ['x'], secrets: 'x', all_services: 'no', group_ids: 7 },
    ...{ service_ids: { a: 1 }, dns_server: [], record_type: null, errors: 'x', response_time: -1, default: 'x' },
    ...{
      tree_id: 'x',
      owner_id: null,
      certificate_days_left: 'x',
      domain_days_left: {},
      targets: -1,
      excess: 1e308,
      checks: {},
      occurrences: {},
      notifications: {},
    },
    ...{ daily: 'x', monthly: {}, scope: 'x', recipients: {}, section_ids: 'x', time_zone_id: 'x', version: 1 },
    ...{ media_type: 5, content: {}, en: 'x', pl: [], status_changes: {}, rollups: 'x', incidents: 5, suspensions: {} },
  }),
  JSON.stringify({
    ...{ address: null, extended_settings: { grace: 1e300, port: 'x'.repeat(70_000) }, secrets: { password: 'x' } },
    ...{ all_services: false, group_ids: [null, 'x', 2 ** 53], service_ids: null, default: [null, 'x', -1] },
    ...{ errors: [{ error_type_id: 'x', count: 1e300 }], notifications: [2 ** 53 - 1, -1], occurrences: [2 ** 53 - 1] },
    ...{ daily: '-infinity', monthly: null, scope: { all_services: 'x', service_ids: 'x' }, recipients: [null, {}] },
    ...{ section_ids: ['x', null], media_type: 'image/png', content: '%', en: { incident_title: {} }, version: 1 },
    ...{ status_changes: [{ start_time: 'x' }], rollups: [{ start: 'x', parts: 5 }], incidents: [null], report: {} },
  }),
]

const random = createRandom(4_711)

/** Bytes that no process writes: none, a known layout followed by nonsense, an endless number, and noise. */
export const garbageBytes: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from([1]),
  Buffer.from([1, 3, 3, 3]),
  Buffer.from([1, 0, ...Array.from({ length: 60 }, () => 0xff)]),
  Buffer.concat([Buffer.from([1]), random.bytes(40)]),
  Buffer.from([2, 0, 1]),
  Buffer.from(random.bytes(64)),
  Buffer.from(random.bytes(4_000)),
]
