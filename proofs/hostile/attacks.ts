import { headers } from '@nats-io/nats-core'
import { createRandom, type Random } from './random.ts'
import type { Rig } from './rig.ts'
import { hostileSensor, hostileService } from './tenants.ts'

/** Messages of a sensor, written by hand, independent of the product's code. */
function createExamples(now: number): Record<string, unknown>[] {
  const digest = { count: 1, hash: '0'.repeat(64) }
  const results = (service: number, slot: number) => ({
    ...{ v: 1, host: 'a1-b2', first: 17, service: [service], slot: [slot], rev: [1], start: [12], result: [0] },
    ...{ time: [120], size: [512], words: [[0, { error_message: 'no', metrics: { latency: 1.5 } }]] },
  })
  return [
    results(hostileService, now - (now % 5_000)),
    results(1, now + 1),
    results(5, now - 77_777),
    {
      ...{ v: 1, host: 'a1-b2', version: '0.1.0', sent: now, clock_offset_ms: 3, lag_ms: 5, digest, self_check: true },
      ...{ reference_networks: 3, running: 1, spooled: 1, spooled_bytes: 1, dropped_artifacts: 0, disk_fault: false },
      complete_until: now,
    },
    { v: 1, id: '0'.repeat(40), status: 'completed', results: [{ hop: 1, address: null, name: null, times: [1] }] },
    { v: 1, kind: 'resync' },
  ]
}

/** Values that no field expects. */
export const extremes: readonly unknown[] = [
  ...[-1, 0, 9e12, 2 ** 31, 2 ** 53, 1e300, -1e300, 0.5, null, true, [], {}, [[]], '', '\0', '\ud800'],
  ...['x'.repeat(5_000), 'x'.repeat(300_000), Array.from({ length: 1_001 }, () => 1)],
]

export interface Attack {
  readonly subject: string
  readonly body: Uint8Array
  readonly reply?: string
  readonly head?: Readonly<Record<string, string>>
}

/**
 * Yields one attack after another, over every subject, kind of message and field; the same seed gives the same attacks.
 */
export function* generateAttacks(seed: number, now: () => number): Generator<Attack> {
  const random = createRandom(seed)
  for (;;) {
    const example = structuredClone(random.pick(createExamples(now())))
    const subject = random.pick(subjects)
    const body = createBody(example, random)
    const reply = random.next() < 0.4 ? random.pick(replies) : undefined
    const head = subject.startsWith('art.') ? createArtifactHeaders(now(), random) : undefined
    yield { subject, body, ...(reply && { reply }), ...(head && { head }) }
  }
}

const subjects = [
  ...[0, 3, 7].flatMap((group) => [
    `own.live.main.${group}.${hostileSensor}`,
    `own.backlog.main.${group}.${hostileSensor}`,
  ]),
  ...['art', 'beat', 'ans', 'want'].map((kind) => `${kind}.main.${hostileSensor}`),
  `$JS.API.CONSUMER.MSG.NEXT.ASSIGNMENTS_MAIN.sensor-${hostileSensor}-0`,
]

const streams = [
  'ASSIGNMENTS_MAIN',
  'RESULTS_LIVE_MAIN',
  'RESULTS_BACKLOG_MAIN',
  'RESULTS_PRIVATE_LIVE_MAIN',
  'ARTIFACTS_MAIN',
]
const replies = [
  ...streams.flatMap((stream) =>
    ['PURGE', 'DELETE', 'MSG.DELETE', 'UPDATE'].map((call) => `$JS.API.STREAM.${call}.${stream}`),
  ),
  ...streams.map((stream) => `$JS.API.CONSUMER.DELETE.${stream}.evidence`),
  ...[1, 2].flatMap((sensor) => [
    ...[1, 2, 3, 4].map((service) => `asg.main.${sensor}.${service}`),
    ...['cmd', 'beat', 'want', 'art', 'ans'].map((kind) => `${kind}.main.${sensor}`),
    `res.live.main.0.${sensor}`,
    `own.live.main.0.${sensor}`,
    `_INBOX_${sensor}.x`,
  ]),
]

function createBody(example: Record<string, unknown>, random: Random): Uint8Array {
  const draw = random.next()
  if (draw < 0.5) return replaceWithExtreme(example, random)
  if (draw < 0.85) return damage(example, random)
  if (draw < 0.87) return new Uint8Array(1_000_000).fill(0x20)
  if (draw < 0.9) return random.bytes(500)
  if (draw < 0.95) return createPackedResults(random)
  return encodeMessage(example)
}

const encodeMessage = (example: object): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(example))

/** Returns a message in which one field is extreme. */
function replaceWithExtreme(example: Record<string, unknown>, random: Random): Uint8Array {
  const key = random.pick(Object.keys(example))
  return encodeMessage({ ...example, [key]: random.pick(extremes) }).slice(0, 1_000_000)
}

/** Returns results in the packed format, of some service and any sensor, followed by random bytes. */
function createPackedResults(random: Random): Uint8Array {
  const now = Date.now()
  const header = encodeMessage({ host: 'a1-b2', first: 17, slot: now - (now % 5_000), layout: 1 })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(random.next() < 0.9 ? header.length : random.below(2 ** 31))
  const results = Array.from({ length: 1 + random.below(20) }, () => {
    const target = [random.pick([1, 5, hostileService]), 0, 1]
    const check = [0, random.pick([1, hostileSensor, 255]), random.below(255), ...random.bytes(random.below(20))]
    return [target.length + check.length, ...target, ...check].map((byte) => byte & 255)
  })
  return Uint8Array.from([2, ...length, ...header, ...results.flat()])
}

/** Returns a message that is cut off, or in which bits are flipped. */
function damage(example: object, random: Random): Uint8Array {
  const bytes = encodeMessage(example)
  if (random.next() < 0.4) return bytes.slice(0, random.below(bytes.length))
  for (let flips = 0; flips < 4; flips += 1) {
    const offset = random.below(bytes.length)
    bytes[offset] = (bytes[offset] ?? 0) ^ (1 << random.below(8))
  }
  return bytes
}

/** Any message with one extreme field, including assignments, which only the centre can publish. */
export const createExtremeBody = (now: number, random: Random): Uint8Array =>
  replaceWithExtreme(random.pick([...createExamples(now), createAssignment(now)]), random)

export const createDamagedBody = (now: number, random: Random): Uint8Array =>
  damage(random.pick([...createExamples(now), createAssignment(now)]), random)

const createAssignment = (now: number): Record<string, unknown> => ({
  ...{ v: 1, service_id: 1, group: 0 },
  revisions: [
    {
      ...{ revision: 1, effective_from: now, effective_to: null, is_active: true, type_id: 'http', interval_ms: 5_000 },
      ...{ phase_ms: 0, sensor_ids: [1], timeout_ms: 2_000, spread_ms: 0, address: 'http://127.0.0.1:1/' },
      ...{ extended_settings: {}, secrets: null },
    },
  ],
})

export const createArtifactHeaders = (now: number, random: Random): Record<string, string> => ({
  ...{ v: '1', service_id: random.pick(['1', String(hostileService), '9e99']), slot: String(now - (now % 5_000)) },
  ...{ artifact_id: random.pick(['content', 'anything', '../x']), content_type: 'text/html', file_name: 'a' },
  ...{ sha256: '0'.repeat(64), size: random.pick(['1', '33554432', '-1']), is_cut: 'false', index: '0' },
  count: random.pick(['1', '2', '64']),
})

export function send({ thief }: Rig, { subject, body, reply, head }: Attack): void {
  const messageHeaders = headers()
  for (const [name, value] of Object.entries(head ?? {})) messageHeaders.set(`Wachta-${name}`, value)
  thief.connection.publish(subject, body, { ...(reply && { reply }), ...(head && { headers: messageHeaders }) })
}
