import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { headers, type MsgHdrs } from '@nats-io/nats-core'
import { toReported } from '@wachta/testing/check-reports'
import {
  decodeArtifactChunk,
  decodeSensorHeartbeat,
  decodeSensorHeartbeatReply,
  digestRevisions,
  encodeArtifactChunk,
  encodeSensorHeartbeat,
  encodeSensorHeartbeatReply,
  getCellSubjects,
  getShardOfService,
  isAllowedReplySubject,
  parseLastId,
  type ReadBatch,
  readAssignment,
  readCommand,
  readConfiguration,
  readDiagnosticAnswer,
  readResults,
  shardCount,
  WireError,
  writeAssignment,
  writeCommand,
  writeDiagnosticAnswer,
  writeResults,
} from '../src/index.ts'
import { artifact, golden, type WireForm } from './golden.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** The functions that write and read each kind of message. */
const codecs: { readonly [Form in WireForm]: { write(message: never): Uint8Array; read(bytes: Uint8Array): unknown } } =
  {
    assignment: { write: writeAssignment, read: readAssignment },
    command: { write: writeCommand, read: readCommand },
    beat: { write: encodeSensorHeartbeat, read: decodeSensorHeartbeat },
    beat_answer: { write: encodeSensorHeartbeatReply, read: decodeSensorHeartbeatReply },
    answer: { write: writeDiagnosticAnswer, read: readDiagnosticAnswer },
    results: { write: writeResults, read: (bytes) => withReports(readResults(7, bytes)) },
  }

/** A batch with the reports in the form in which the sensor made them. */
const withReports = ({ reports, ...batch }: ReadBatch) => ({
  ...batch,
  reports: reports.map((report) => report && toReported(report)),
})

describe('the wire, version 1', () => {
  for (const { form, bytes, message } of golden) {
    test(`${form} ${bytes.slice(0, 40)}: these bytes for good`, () => {
      assert.deepEqual(codecs[form].read(encode(bytes)), message)
    })

    test(`${form} ${bytes.slice(0, 40)}: what is written can be read by the version before`, () => {
      if (form === 'results') return
      const written = JSON.parse(decode(codecs[form].write(message as never)))
      assert.deepEqual(written, JSON.parse(bytes))
    })

    test(`${form} ${bytes.slice(0, 40)}: fields of the version after are ignored`, () => {
      const newer = { ...JSON.parse(bytes), added: { deep: [1, 2, 3] }, other: 'x'.repeat(100) }
      assert.deepEqual(codecs[form].read(encode(JSON.stringify(newer))), message)
    })

    test(`${form} ${bytes.slice(0, 40)}: another version is refused`, () => {
      for (const v of [0, 2, '1', null, undefined])
        assert.throws(() => codecs[form].read(encode(JSON.stringify({ ...JSON.parse(bytes), v }))), WireError)
    })
  }

  test('results are written as they are read', () => {
    for (const { form, bytes } of golden.filter((one) => one.form === 'results')) {
      const read = readResults(7, encode(bytes))
      const reports = read.reports.flatMap((report) => (report ? [toReported(report)] : []))
      assert.equal(form, 'results')
      assert.equal(decode(writeResults({ host: read.host, first: read.first, reports })), bytes)
    }
  })

  test('a command of an unknown kind is not an error', () => {
    assert.equal(readCommand(encode('{"v":1,"kind":"dance"}')), undefined)
    assert.equal(readCommand(encode('{"v":1,"kind":"constructor"}')), undefined)
  })

  test('an artifact travels with its name in any script', () => {
    const { headers: sent, bytes } = encodeArtifactChunk(artifact)
    assert.deepEqual(decodeArtifactChunk(sent, bytes), artifact)
    const reference = { ...artifact, isReference: true }
    assert.deepEqual(decodeArtifactChunk(encodeArtifactChunk(reference).headers, bytes), reference)
    assert.equal(encodeArtifactChunk({ ...artifact, isReference: false }).headers.has('Wachta-is_reference'), false)
    assert.throws(() => decodeArtifactChunk(undefined, bytes), WireError)
    for (const name of sent.keys()) {
      const less = headers()
      for (const other of sent.keys()) less.set(other, other === name ? '%' : sent.get(other))
      assert.throws(() => decodeArtifactChunk(less, bytes), WireError, name)
    }
  })
})

/** Values that are difficult for JSON parsers. */
const corners = [
  ...['', ' ', 'null', 'true', '[]', '{}', '0', '"v"', '{"v":1', '{"v":1}}', '{"v":1,}', "{'v':1}", '{v:1}', 'NaN'],
  ...[
    '{"v":1e0}',
    '{"v":1.0}',
    '{"v":1,"v":2}',
    '{"v":2,"v":1}',
    '{"__proto__":{"v":1}}',
    '\ufeff{"v":1}',
    '[{"v":1}]',
  ],
  ...['{"v":1,"host":{}}', '{"v":1,"first":1e308}', '{"v":1,"service":[[]]}', '[1,2,3', '{"v":1,"kind":["force"]}'],
  ...['['.repeat(100_000), '{"a":'.repeat(50_000), `{"v":1,"host":"${'x'.repeat(100_000)}"}`, '"\\ud800"', '"\\u0000"'],
]
const values = [
  ...[null, true, false, 0, -0, -1, 0.5, 1e-7, 1e21, 2 ** 31, 2 ** 53, -(2 ** 53), Number.MAX_VALUE, '', '0', 'x'],
  ...[
    '\0',
    '\ud800',
    '\u202e',
    '__proto__',
    'x'.repeat(70_000),
    [],
    {},
    [[]],
    [null],
    { length: 3 },
    { __proto__: null },
  ],
]

describe('hostile bytes', () => {
  test('corner cases of JSON in every place of every form', () => {
    let tried = 0
    for (const { form, bytes } of golden) {
      for (const corner of corners) tried += harmless(form, encode(corner))
      for (const place of placesOf(JSON.parse(bytes))) {
        for (const value of values)
          tried += harmless(form, encode(JSON.stringify(put(JSON.parse(bytes), place, value))))
      }
    }
    assert.ok(tried > 2_000, `${tried}`)
  })

  test('random changes', () => {
    const count = Number(process.env['FUZZ_COUNT'] ?? 20_000)
    const random = generator(20_261_115)
    const forms = Map.groupBy(golden, ({ form }) => form)
    for (const [form, vectors] of forms) {
      for (let index = 0; index < count; index += 1) {
        const vector = vectors[random(vectors.length)]
        if (vector) harmless(form, mutated(encode(vector.bytes), random))
      }
    }
  })

  test('random headers of artifacts', () => {
    const random = generator(7)
    const { headers: sent, bytes } = encodeArtifactChunk(artifact)
    for (let index = 0; index < 5_000; index += 1) {
      const changed: MsgHdrs = headers()
      const chosen = random(sent.keys().length)
      for (const [place, name] of sent.keys().entries()) {
        const value = sent.get(name)
        changed.set(name, place === chosen ? printable(mutated(encode(value), random)) : value)
      }
      onlyWireErrors(() => decodeArtifactChunk(changed, bytes))
    }
  })

  test('texts are stored by the database wherever they are cut, and members of steps that nobody knows are left out', () => {
    const bytes = golden.find(({ bytes: text }) => text.includes('step_data'))?.bytes ?? ''
    const step = { step: 1, response_time: 5, data_size: null }
    const error_message = `${'x'.repeat(4_095)}\u{1f600}`
    const step_data = [{ ...step, note: '\0', '\0': '\ud800', list: Array.from({ length: 1_000 }, () => step) }]
    const words = [[1, { error_message, step_data }]]
    const { reports } = readResults(7, encode(JSON.stringify({ ...JSON.parse(bytes), words })))
    assert.deepEqual(reports[1]?.words, { error_message: `${'x'.repeat(4_095)}\ufffd`, step_data: [step] })
  })

  test('the control: a reader that trusts its bytes is caught', () => {
    const trusting = (bytes: Uint8Array) => JSON.parse(decode(bytes)).revisions.length
    assert.throws(() => onlyWireErrors(() => trusting(encode('{"v":1}'))), /TypeError/)
  })
})

function harmless(form: WireForm, bytes: Uint8Array): number {
  onlyWireErrors(() => codecs[form].read(bytes))
  return 1
}

function onlyWireErrors(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof WireError)) throw new Error(`${error}`, { cause: error })
  }
}

type FieldPath = readonly (string | number)[]

function placesOf(value: unknown, place: FieldPath = []): FieldPath[] {
  if (typeof value !== 'object' || value === null) return [place]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    placesOf(one, [...place, Array.isArray(value) ? Number(key) : key]),
  )
  return place.length === 0 ? inner : [place, ...inner]
}

function put(whole: Record<string | number, unknown>, [key, ...rest]: FieldPath, value: unknown): unknown {
  if (key === undefined) return value
  whole[key] = rest.length === 0 ? value : put(whole[key] as Record<string | number, unknown>, rest, value)
  return whole
}

function mutated(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let changed = [...bytes]
  const changes = 1 + random(4)
  for (let index = 0; index < changes; index += 1) {
    const at = random(changed.length + 1)
    const alphabet = '{}[]",:-.0123456789eEnulltruefalse\\u\0 \n'
    const letter = random(4) === 0 ? random(256) : alphabet.charCodeAt(random(alphabet.length))
    const ways = [
      () => changed.splice(at, 1, letter),
      () => changed.splice(at, 0, letter),
      () => changed.splice(at, 1 + random(8)),
      () => changed.splice(at, 0, ...changed.slice(random(changed.length), random(changed.length) + 16)),
      () => (changed = random(20) === 0 ? changed.slice(0, at) : changed),
    ]
    ways[random(ways.length)]?.()
  }
  return Uint8Array.from(changed)
}

const printable = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\r\n\0]/g, '')

/** Pseudo-random numbers, the same in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('subjects', () => {
  test('a cell has a plain name', () => {
    for (const name of ['', 'A', 'a.b', 'a*', '>', 'a b', 'x'.repeat(33)])
      assert.throws(() => getCellSubjects(name), RangeError)
    assert.equal(getCellSubjects('eu-1').result({ urgency: 'live', group: 3, sensor_id: 7 }), 'res.live.eu-1.3.7')
  })

  test('the sensor is the last part of the subject', () => {
    assert.equal(parseLastId('res.live.eu-1.3.7'), 7)
    for (const subject of ['', 'a', 'a.', 'a.0', 'a.-1', 'a.1.5x', 'a.*']) assert.equal(parseLastId(subject), undefined)
  })

  test('every group has its share of the services', () => {
    const sizes = Array.from({ length: shardCount }, () => 0)
    for (let service_id = 1; service_id <= 10_240; service_id += 1) {
      const group = getShardOfService(service_id)
      sizes[group] = (sizes[group] ?? 0) + 1
    }
    assert.deepEqual(new Set(sizes), new Set([1_280]))
  })

  test('replies go to the inbox of the requester', () => {
    assert.ok(isAllowedReplySubject(7, '_INBOX_7.abc'))
    assert.ok(isAllowedReplySubject(7, '_INBOX.abc'))
    assert.ok(isAllowedReplySubject(7, '_R_.abc'))
    for (const reply of [undefined, '', '_INBOX_70.a', '_INBOX_8.a', 'cmd.one.8', '$JS.API.STREAM.PURGE.X', '_INBOX_7'])
      assert.equal(isAllowedReplySubject(7, reply), false)
  })
})

describe('digest', () => {
  test('is of the sorted pairs', () => {
    const hash = createHash('sha256').update('2:1\n10:4\n').digest('hex')
    assert.deepEqual(
      digestRevisions([
        [10, 4],
        [2, 1],
      ]),
      { count: 2, hash },
    )
    assert.deepEqual(
      digestRevisions(
        new Map([
          [2, 1],
          [10, 4],
        ]),
      ),
      { count: 2, hash },
    )
    assert.notEqual(
      digestRevisions([
        [10, 5],
        [2, 1],
      ]).hash,
      hash,
    )
  })
})

test('a beat says whether there is a browser, unless the sensor is still trying', () => {
  const bytes = golden.find(({ bytes: text }) => text.includes('"browser"'))?.bytes ?? ''
  const said = (browser: string) =>
    decodeSensorHeartbeat(encode(bytes.replace('{"able":false,"reason":"no chromium"}', browser))).browser
  assert.equal(said('null'), null)
  assert.deepEqual(said('{"able":true,"reason":null,"version":"144"}'), { able: true, reason: null })
  for (const wrong of ['true', '{}', '{"able":1,"reason":null}', `{"able":false,"reason":"${'x'.repeat(501)}"}`])
    assert.throws(() => said(wrong), WireError, wrong)
})

test('settings hold lists and objects within limits', () => {
  const reads = (extended_settings: unknown) => {
    try {
      return readConfiguration({ address: 'a', extended_settings }).extended_settings
    } catch {
      return 'refused'
    }
  }
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)])
  for (const settings of [
    { request_headers: ['Accept: text/html'], blocked_hosts: [] },
    { steps: [{ name: 'Open', actions: [{ fill: { selector: '#a', value: '' } }], cleanup: true }] },
    { deep: nested(8) },
    { long: 'x'.repeat(65_536), list: ['x'.repeat(131_068)] },
  ])
    assert.deepEqual(reads(settings), settings)
  for (const settings of [
    { deep: nested(9) },
    { list: ['x'.repeat(131_069)] },
    { list: ['\ud800'] },
    { list: [{ 'Bad key': 1 }] },
    { text: 'x'.repeat(65_537) },
  ])
    assert.equal(reads(settings), 'refused')
})

test('a beat of an earlier version is read, and what it does not say is not known', () => {
  const bytes = golden.find(({ form }) => form === 'beat')?.bytes ?? ''
  const later = ['"reference_networks":4,', '"complete_until":1700000010000,', '"disk_fault":false,']
  const earlier = later.reduce((text, field) => text.replace(field, ''), bytes)
  assert.notEqual(earlier, bytes)
  assert.equal(decodeSensorHeartbeat(encode(earlier)).reference_networks, null)
  assert.equal(decodeSensorHeartbeat(encode(earlier)).complete_until, null)
  assert.equal(decodeSensorHeartbeat(encode(earlier)).disk_fault, false)
  assert.equal('browser' in decodeSensorHeartbeat(encode(earlier)), false)
  for (const wrong of ['-1', '10001', '1.5', '"3"', 'true'])
    assert.throws(
      () => decodeSensorHeartbeat(encode(bytes.replace('"reference_networks":4', `"reference_networks":${wrong}`))),
      WireError,
    )
})
