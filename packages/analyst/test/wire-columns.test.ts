import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { headers as emptyHeaders } from '@nats-io/nats-core'
import {
  decodeArtifactChunk,
  decodeSensorHeartbeat,
  encodeArtifactChunk,
  encodeSensorHeartbeat,
  readDiagnosticAnswer,
  readResults,
  writeDiagnosticAnswer,
  writeResults,
} from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'

/** Checks each field that a sensor may send against the range of its column: the database decides what fits. */
const place = await createTestDatabase()
const database = openDatabase(place.url)
after(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
type Path = readonly (string | number)[]

interface MessageForm {
  readonly example: Json
  /** Decodes the message as the centre does. */
  readonly read: (message: Json) => unknown
  /** Per message field: its path in the decoded message, and its column or the SQL type that readers cast it to. */
  readonly fields: Readonly<Record<string, { readonly at: string; readonly column: string; readonly is?: 'time' }>>
}

const bytesOf = (message: Json): Uint8Array => new TextEncoder().encode(JSON.stringify(message))
const jsonOf = (bytes: Uint8Array): Json => JSON.parse(new TextDecoder().decode(bytes))
const hash = '0'.repeat(64)

const beat: MessageForm = {
  example: jsonOf(
    encodeSensorHeartbeat({
      ...{ host: 'a1', version: '0.1.0', sent: 1, clock_offset_ms: -3, lag_ms: 5, digest: { count: 1, hash } },
      ...{ self_check: true, reference_networks: 4, running: 1, spooled: 2, spooled_bytes: 3, dropped_artifacts: 0 },
      ...{ complete_until: 1, disk_fault: false, browser: { able: false, reason: 'no chromium' } },
      share: { capacity: 1, isLeaving: false, buckets: [{ bucket: 1, from: 2, until: 3 }] },
    }),
  ),
  read: (message) => decodeSensorHeartbeat(bytesOf(message)),
  fields: {
    host: { at: 'host', column: 'sensor_watermark.host' },
    version: { at: 'version', column: 'sensor_state.version' },
    sent: { at: 'sent', column: 'sensor_state.report' },
    clock_offset_ms: { at: 'clock_offset_ms', column: 'sensor_state.clock_offset_ms' },
    lag_ms: { at: 'lag_ms', column: 'sensor_state.lag_ms' },
    'digest.count': { at: 'digest.count', column: 'sensor_state.report' },
    'digest.hash': { at: 'digest.hash', column: 'sensor_state.report' },
    self_check: { at: 'self_check', column: 'boolean' },
    reference_networks: { at: 'reference_networks', column: 'integer' },
    running: { at: 'running', column: 'integer' },
    spooled: { at: 'spooled', column: 'integer' },
    spooled_bytes: { at: 'spooled_bytes', column: 'bigint' },
    complete_until: { at: 'complete_until', column: 'sensor_state.report' },
    dropped_artifacts: { at: 'dropped_artifacts', column: 'bigint' },
    disk_fault: { at: 'disk_fault', column: 'boolean' },
    'browser.able': { at: 'browser.able', column: 'sensor_state.browser_able' },
    'browser.reason': { at: 'browser.reason', column: 'sensor_state.browser_reason' },
    // The share has no column of its own: it does not leave the planner.
    'share.capacity': { at: 'share.capacity', column: 'bigint' },
    'share.leaving': { at: 'share.isLeaving', column: 'boolean' },
    'share.buckets.0.0': { at: 'share.buckets.0.bucket', column: 'bigint' },
    'share.buckets.0.1': { at: 'share.buckets.0.from', column: 'bigint' },
    'share.buckets.0.2': { at: 'share.buckets.0.until', column: 'bigint' },
  },
}

const timings = { lookup: 1, connect: 2, tls: 3, first_byte: 4 }
const words = {
  ...{
    error_message: 'no',
    base_url: 'http://a/',
    content_type: 'text/html',
    file_name: 'a',
    response_headers: 'A: b',
  },
  ...{ metrics: { latency: 1.5 }, step_data: [{ step: 1, response_time: 5, data_size: 6 }] },
}
const detail = (name: string) => ({ at: `reports.0.words.${name}`, column: `check_detail.${name}` })
const phase = (name: string) => ({ at: `reports.0.timings.${name}`, column: 'integer' })

const results: MessageForm = {
  example: {
    ...(jsonOf(
      writeResults({
        ...{ host: 'a1', first: 17, oldest: 3 },
        reports: [
          {
            ...{ service_id: 42, slot: 1_700_000_040_000, revision: 3, sensor_id: 7, started: 12, result: 'error' },
            ...{ error_type_id: 1203, reason: null, path_step: 2, response_time: 120, data_size: 512, timings, words },
          },
        ],
      }),
    ) as { [name: string]: Json }),
  },
  read: (message) => {
    const batch = readResults(7, bytesOf(message))
    if (batch.faults.length > 0) throw new Error('refused')
    return batch
  },
  fields: {
    host: { at: 'host', column: 'sensor_watermark.host' },
    first: { at: 'first', column: 'sensor_watermark.sequence' },
    oldest: { at: 'oldest', column: 'sensor_watermark.sequence' },
    'service.0': { at: 'reports.0.service_id', column: 'analysis.service_id' },
    'slot.0': { at: 'reports.0.slot', column: 'analysis.time', is: 'time' },
    'rev.0': { at: 'reports.0.revision', column: 'analysis.revision' },
    'start.0': { at: 'reports.0.started', column: 'integer' },
    'result.0': { at: 'reports.0.result', column: 'text' },
    'code.0': { at: 'reports.0.error_type_id', column: 'service_state.error_type_id' },
    'step.0': { at: 'reports.0.path_step', column: 'integer' },
    'time.0': { at: 'reports.0.response_time', column: 'rollup.response_maximum' },
    'size.0': { at: 'reports.0.data_size', column: 'integer' },
    'lookup.0': phase('lookup'),
    'connect.0': phase('connect'),
    'tls.0': phase('tls'),
    'first_byte.0': phase('first_byte'),
    'words.0.0': { at: 'count', column: 'integer' },
    'words.0.1.error_message': detail('error_message'),
    'words.0.1.base_url': detail('base_url'),
    'words.0.1.content_type': detail('content_type'),
    'words.0.1.file_name': detail('file_name'),
    'words.0.1.response_headers': detail('response_headers'),
    'words.0.1.metrics.latency': { at: 'reports.0.words.metrics.latency', column: 'double precision' },
    'words.0.1.step_data.0.step': { at: 'reports.0.words.step_data.0.step', column: 'integer' },
    'words.0.1.step_data.0.response_time': { at: 'reports.0.words.step_data.0.response_time', column: 'integer' },
    'words.0.1.step_data.0.data_size': { at: 'reports.0.words.step_data.0.data_size', column: 'integer' },
  },
}

const answer: MessageForm = {
  example: jsonOf(
    writeDiagnosticAnswer({
      ...{ id: 'a', status: 'completed', results: [{ hop: 1, address: '192.0.2.1', name: 'gw', times: [0.5] }] },
    }),
  ),
  read: (message) => readDiagnosticAnswer(bytesOf(message)),
  fields: {
    id: { at: 'id', column: 'text' },
    status: { at: 'status', column: 'diagnostic.status' },
    'results.0.hop': { at: 'results.0.hop', column: 'diagnostic.results' },
    'results.0.address': { at: 'results.0.address', column: 'diagnostic.results' },
    'results.0.name': { at: 'results.0.name', column: 'diagnostic.results' },
    'results.0.times.0': { at: 'results.0.times.0', column: 'diagnostic.results' },
  },
}

const chunk = {
  ...{ service_id: 42, slot: 1_700_000_040_000, artifact_id: 'body', content_type: 'text/html', file_name: 'a.html' },
  ...{ sha256: hash, size: 1, is_cut: false, is_reference: true, index: 0, count: 1 },
}
const ofArtifact = (name: string) => ({ at: name, column: `artifact.${name}` })

const artifact: MessageForm = {
  example: chunk,
  read: (message) => {
    const head = emptyHeaders()
    for (const [name, value] of Object.entries({ ...(message as object), v: 1 }))
      head.set(`Wachta-${name}`, encodeURIComponent(String(value).toWellFormed()))
    const { is_cut: isTruncated, is_reference: isReference, ...metadata } = chunk
    const written = encodeArtifactChunk({ ...metadata, isTruncated, isReference, bytes: Uint8Array.of(1) })
    assert.deepEqual(written.headers.keys().toSorted(), head.keys().toSorted())
    return decodeArtifactChunk(head, Uint8Array.of(1))
  },
  fields: {
    service_id: ofArtifact('service_id'),
    slot: { at: 'slot', column: 'artifact.time', is: 'time' },
    artifact_id: ofArtifact('artifact_id'),
    content_type: ofArtifact('content_type'),
    file_name: ofArtifact('file_name'),
    sha256: { at: 'sha256', column: 'text' },
    size: ofArtifact('size'),
    is_cut: { at: 'isTruncated', column: 'artifact.is_cut' },
    is_reference: { at: 'isReference', column: 'artifact.is_reference' },
    index: { at: 'index', column: 'integer' },
    count: { at: 'count', column: 'integer' },
  },
}

const numbers = [
  -1,
  0,
  2 ** 15,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  9e12,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e300,
  -1e300,
  0.5,
]
const texts = ['', '\0', 'a\0b', '\ud800', 'ż', 'x'.repeat(300), 'x'.repeat(70_000), '1e999', '99999999999999999999']
const hostile: readonly Json[] = [...numbers, ...texts, true, null, [], {}, [[]]]

test('every field of every message that a sensor sends is bounded by its column', async () => {
  for (const form of [beat, results, answer, artifact]) {
    assert.deepEqual(leaves(form.example).sort(), Object.keys(form.fields).sort(), 'no field is left out')
    const { accepted, faults } = await tryAll(form)
    assert.deepEqual(faults, [])
    assert.ok(accepted > 10, `${accepted}`)
  }
})

test('the same test detects a reader without bounds', async () => {
  const trusting: MessageForm = { ...beat, read: (message) => message }
  const { faults } = await tryAll(trusting)
  assert.ok(faults.includes('lag_ms = 9000000000000 is no integer'), faults.join('; '))
  assert.ok(faults.some((fault) => fault.startsWith('version =')))
})

async function tryAll({ example, read, fields }: MessageForm) {
  let accepted = 0
  const faults: string[] = []
  for (const [name, { at, column, is }] of Object.entries(fields)) {
    const type = await typeOf(column)
    for (const value of hostile) {
      let found: unknown
      try {
        found = valueAt(read(replaced(example, pathOf(name), value)), pathOf(at))
      } catch {
        continue
      }
      accepted += 1
      const stored = is === 'time' && typeof found === 'number' ? new Date(found).toISOString() : found
      if (!(await fits(stored, type))) faults.push(`${name} = ${JSON.stringify(value).slice(0, 40)} is no ${type}`)
    }
  }
  return { accepted, faults }
}

/** Whether the database accepts the value as one of this type. */
async function fits(value: unknown, type: string): Promise<boolean> {
  if (value === undefined || value === null) return true
  const given =
    type === 'jsonb' ? JSON.stringify(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  try {
    await database.query(sql`select cast(${given}::text as ${sql.raw(type)})`)
    return type !== 'text' || given.length <= 65_536
  } catch {
    return false
  }
}

const types = new Map<string, string>()

async function typeOf(column: string): Promise<string> {
  const [table, name] = column.split('.')
  if (name === undefined) return column
  const known = types.get(column)
  if (known) return known
  const [row] = await database.query(sql<{ data_type: string }>`select data_type from information_schema.columns
where table_schema = 'public' and table_name = ${table} and column_name = ${name}`)
  assert.ok(row, `there is no column ${column}`)
  types.set(column, row.data_type)
  return row.data_type
}

const pathOf = (name: string): Path => name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

function leaves(value: Json, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return path === 'v' ? [] : [path]
  return Object.entries(value).flatMap(([name, part]) => leaves(part, path === '' ? name : `${path}.${name}`))
}

function replaced(value: Json, [first, ...rest]: Path, by: Json): Json {
  if (first === undefined) return by
  const copy = structuredClone(value) as Record<string | number, Json>
  copy[first] = replaced(copy[first] ?? null, rest, by)
  return copy as Json
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((part, name) => (part as Record<string | number, unknown> | null | undefined)?.[name], value)
