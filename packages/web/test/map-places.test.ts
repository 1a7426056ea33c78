import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { caspian, land } from '../src/features/sensors/land.ts'
import { findExtent, spreadPoints, toPoint } from '../src/features/sensors/map-places.ts'

const point = fc
  .record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  .map(toPoint)
const points = fc.array(point, { minLength: 1, maxLength: 40 })

test('north is up, and east is right', () => {
  assert.deepEqual(toPoint({ latitude: 52.2, longitude: 21 }), { x: 21, y: -52.2 })
})

test('the part of the world that is shown has every sensor in it, and nothing beyond the world', () => {
  fc.assert(
    fc.property(points, fc.constantFrom(2, 3), (all, ratio) => {
      const { x, y, width, height } = findExtent(all, ratio)
      assert.ok(
        [2, ratio].some((times) => Math.abs(width - times * height) < 1e-9),
        'as wide as asked for, or twice as wide',
      )
      assert.ok(width >= 60 && x >= -180 && x + width <= 180.000001 && y >= -90 && y + height <= 90.000001)
      for (const each of all)
        assert.ok(
          each.x >= x - 1e-6 && each.x <= x + width + 1e-6 && each.y >= y - 1e-6 && each.y <= y + height + 1e-6,
          JSON.stringify(each),
        )
    }),
  )
})

test('none hides another, and who has room stays in place', () => {
  const near = fc.array(fc.record({ x: fc.integer({ min: 0, max: 5 }), y: fc.integer({ min: 0, max: 5 }) }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(near, fc.double({ min: 0.5, max: 4, noNaN: true }), (all, apart) => {
      const placed = spreadPoints(all, apart)
      assert.equal(placed.length, all.length)
      for (const [at, one] of placed.entries())
        for (const other of placed.slice(at + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= apart)
    }),
  )
  const distant = [0, 10, 20].map((x) => ({ x, y: 0 }))
  assert.deepEqual(spreadPoints(distant, 9), distant)
  assert.deepEqual(
    spreadPoints(
      [
        { x: 1, y: 1 },
        { x: 1, y: 1 },
      ],
      2,
    )[0],
    { x: 1, y: 1 },
  )
})

test('coasts are corners of the world', () => {
  for (const coast of [...land, caspian]) {
    const corners = coast.split(/\s+/).map((corner) => corner.split(',').map(Number))
    assert.ok(corners.length >= 3, coast)
    for (const [longitude = Number.NaN, latitude = Number.NaN, ...more] of corners)
      assert.ok(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && more.length === 0, coast)
  }
})
