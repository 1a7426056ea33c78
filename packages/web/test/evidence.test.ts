import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEvidence, toEvidenceText } from '../src/features/checks-and-history/evidence/evidence-address.ts'
import { buildWaterfall } from '../src/features/checks-and-history/evidence/har.ts'
import { detectPictureType } from '../src/features/checks-and-history/evidence/picture-type.ts'

const jobSensorId = 2_147_483_647

const entry = (at: string, time: unknown, status: unknown = 200) => ({
  startedDateTime: at,
  time,
  request: { method: 'GET', url: 'https://example.com/' },
  response: { status },
})
const archive = (entries: unknown) => JSON.stringify({ log: { entries } })

test('requests are placed in time, whatever their order in the archive', () => {
  const waterfall = buildWaterfall(
    archive([entry('2026-11-15T00:00:01.500Z', 300, 503), entry('2026-11-15T00:00:01.000Z', 200)]),
  )
  assert.deepEqual(
    waterfall?.rows.map(({ start, length, status }) => [start, length, status]),
    [
      [0, 200, 200],
      [500, 300, 503],
    ],
  )
  assert.equal(waterfall?.length, 800)
})

test('what is no archive is none, and what is odd in one does no harm', () => {
  for (const text of ['', '{', 'null', '[]', '{"log":{}}', '{"log":{"entries":3}}'])
    assert.equal(buildWaterfall(text), null)
  assert.deepEqual(buildWaterfall(archive([])), { rows: [], count: 0, marks: [], length: 0 })
  const odd = buildWaterfall(archive([null, 7, { startedDateTime: 'never' }, entry('2026-11-15T00:00:00Z', -5, 'x')]))
  assert.deepEqual(
    odd?.rows.map(({ length, status }) => [length, status]),
    [[0, 0]],
  )
})

test('a picture is one by its own bytes, and never one that can hold a script', () => {
  assert.equal(detectPictureType(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])), 'image/png')
  assert.equal(detectPictureType(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])), 'image/jpeg')
  assert.equal(detectPictureType(Buffer.from('RIFF1234WEBPVP8 ')), 'image/webp')
  assert.equal(detectPictureType(Buffer.from('<svg onload="alert(1)"/>')), null)
  assert.equal(detectPictureType(new Uint8Array()), null)
})

test('the evidence of a check is named by its service, analysis and sensor', () => {
  const check = { service_id: 1042, analysis_id: '261115120000250', sensor_id: 4 }
  assert.equal(toEvidenceText(check), '1042.261115120000250.4')
  assert.deepEqual(parseEvidence('1042.261115120000250.4'), check)
  // A heartbeat is reported by the job itself, with the largest possible sensor id.
  assert.equal(parseEvidence(`1042.261115120000250.${jobSensorId}`)?.sensor_id, jobSensorId)
})

test('an address that names no check is recognized', () => {
  for (const text of [
    undefined,
    '',
    '1042',
    '1042.261115120000250',
    '1042.26111512.4',
    'x.261115120000250.4',
    '0.261115120000250.4',
  ])
    assert.equal(parseEvidence(text), null, text)
})
