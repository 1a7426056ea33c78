import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  cellMarkPattern,
  createApiKey,
  findCellOfId,
  findCellOfSecret,
  getShownPrefix,
  isWellFormedApiKey,
  jobSensorId,
  maxCellNumber,
  toCellMark,
  toIdRange,
} from '../src/index.ts'

const cells = fc.integer({ min: 0, max: maxCellNumber })

test('the ids of two cells never meet, and each leads to its cell', () => {
  fc.assert(
    fc.property(cells, cells, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, place) => {
      const { first, last } = toIdRange(one)
      const id = first + Math.floor(place * (last - first))
      assert.equal(findCellOfId(id), one)
      assert.ok(one === other || toIdRange(other).first > last || toIdRange(other).last < first)
    }),
  )
})

test('every id fits the six bytes of a spool, and the ids that stand for no sensor stay in cell 0', () => {
  assert.ok(toIdRange(maxCellNumber).last < 2 ** 48)
  assert.equal(findCellOfId(jobSensorId), 0)
})

test('a secret says which cell made it, and one without a mark is of cell 0', () => {
  fc.assert(
    fc.property(cells, (cell) => {
      const key = createApiKey(randomBytes, cell)
      assert.ok(isWellFormedApiKey(key))
      assert.equal(findCellOfSecret(key), cell)
      assert.equal(findCellOfSecret(`${toCellMark(cell)}${randomBytes(16).toString('hex')}`), cell)
      assert.match(toCellMark(cell), new RegExp(`^${cellMarkPattern}$`))
      assert.equal(getShownPrefix(key), `wak_${toCellMark(cell)}${getShownPrefix(key).slice(-6)}`)
      // The checksum covers the cell's mark, so a key cannot be mistaken for one of another cell.
      assert.ok(!isWellFormedApiKey(`wak_${toCellMark((cell % maxCellNumber) + 1)}${key.slice(-36)}`))
    }),
  )
})
