import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildWaterfall } from '../src/features/checks-and-history/evidence/har.ts'
import { pictureType } from '../src/features/checks-and-history/evidence/picture-type.ts'

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
  assert.deepEqual(buildWaterfall(archive([])), { rows: [], length: 0 })
  const odd = buildWaterfall(archive([null, 7, { startedDateTime: 'never' }, entry('2026-11-15T00:00:00Z', -5, 'x')]))
  assert.deepEqual(
    odd?.rows.map(({ length, status }) => [length, status]),
    [[0, 0]],
  )
})

test('a picture is one by its own bytes, and never one that can hold a script', () => {
  assert.equal(pictureType(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])), 'image/png')
  assert.equal(pictureType(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])), 'image/jpeg')
  assert.equal(pictureType(Buffer.from('RIFF1234WEBPVP8 ')), 'image/webp')
  assert.equal(pictureType(Buffer.from('<svg onload="alert(1)"/>')), null)
  assert.equal(pictureType(new Uint8Array()), null)
})
