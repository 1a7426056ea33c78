import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { align } from '../src/seal/align.ts'
import { compareWithSeal } from '../src/seal/compare.ts'
import { digestLength, leafLength, readSealedServices, writeServices } from '../src/seal/content.ts'
import { computeSeal, type StoredRecord } from '../src/seal/digest.ts'

const record = (time: number, content = ''): StoredRecord => ({
  time,
  sha256: hash('sha256', `${time} ${content}`, 'buffer'),
})
const history = fc
  .uniqueArray(fc.nat(900), { minLength: 1, maxLength: 60 })
  .map((times) => times.toSorted((one, other) => one - other).map((time) => record(time)))
/** Whether all short digests of a history differ; another test covers random collisions. */
const areTold = (records: readonly StoredRecord[]): boolean => {
  const all = records.flatMap((each) => [each, record(each.time, 'changed')])
  return new Set(all.map(({ sha256 }) => sha256.toString('hex', 0, leafLength))).size === all.length
}
const seal = (records: readonly StoredRecord[]) => computeSeal(1, records)

test('unchanged records do not differ from their seal; a single changed record is identified', () => {
  fc.assert(
    fc.property(history.filter(areTold), fc.nat(), (records, chosen) => {
      assert.deepEqual(compareWithSeal(seal(records), records), [])
      const at = chosen % records.length
      const { time } = records[at] ?? record(0)
      const changed = records.with(at, record(time, 'changed'))
      assert.deepEqual(compareWithSeal(seal(records), changed), [{ fault: 'changed', time }])
      const without = records.toSpliced(at, 1)
      const [after, before] = [records[at - 1]?.time ?? null, records[at + 1]?.time ?? null]
      assert.deepEqual(compareWithSeal(seal(records), without), [{ fault: 'missing', after, before }])
      assert.deepEqual(compareWithSeal(seal(without), records), [{ fault: 'added', time }])
    }),
  )
})

test('of several changes at once each is reported, and no unchanged record is', () => {
  const edits = fc.array(fc.constantFrom('keep', 'keep', 'change', 'drop'), { minLength: 60, maxLength: 60 })
  fc.assert(
    fc.property(history.filter(areTold), edits, (records, what) => {
      const edited = records.flatMap((each, at) =>
        what[at] === 'drop' ? [] : what[at] === 'change' ? [record(each.time, 'changed')] : [each],
      )
      const found = compareWithSeal(seal(records), edited)
      const count = (edit: string) => records.filter((_, at) => what[at] === edit).length
      assert.equal(found.filter(({ fault }) => fault === 'changed').length, count('change'))
      assert.equal(found.filter(({ fault }) => fault === 'missing').length, count('drop'))
      const changed = records.filter((_, at) => what[at] === 'change').map(({ time }) => time)
      for (const each of found) if ('time' in each) assert.ok(changed.includes(each.time))
    }),
  )
})

test('an amendment explains the change of one sealed record and no other', () => {
  const edits = fc.array(fc.constantFrom('keep', 'amend', 'amend', 'add'), { minLength: 60, maxLength: 60 })
  const unlucky = (records: readonly StoredRecord[]) =>
    // Many records have equal short digests here: amendments must not be reported because of that.
    records.map(({ time, sha256 }) => ({ time, sha256: Buffer.concat([Buffer.of(0, (sha256[0] ?? 0) % 4), sha256]) }))
  fc.assert(
    fc.property(history.filter(areTold), edits, fc.nat(), fc.boolean(), (records, what, chosen, isUnlucky) => {
      const known = isUnlucky ? unlucky : (given: readonly StoredRecord[]) => given
      const before = records.filter((_, at) => what[at] !== 'add')
      const after = records.map((each, at) => (what[at] === 'amend' ? record(each.time, 'changed') : each))
      const amended = new Set(records.filter((_, at) => what[at] === 'amend').map(({ time }) => time))
      const isAmended = ({ time }: StoredRecord) => amended.has(time)
      const gone = (stored: readonly StoredRecord[]) =>
        compareWithSeal(computeSeal(1, known(before)), known(stored), isAmended).filter(
          ({ fault }) => fault !== 'added',
        )
      assert.deepEqual(gone(after), [])
      // Control: a change without an amendment is reported, if no late record can be mistaken for it.
      const plain = before.filter(({ time }) => !amended.has(time))
      const victim = plain[chosen % plain.length]
      if (isUnlucky || !victim || what.slice(0, records.length).includes('add')) return
      const forged = after.map((each) => (each.time === victim.time ? record(each.time, 'changed') : each))
      assert.deepEqual(gone(forged), [{ fault: 'changed', time: victim.time }])
    }),
  )
})

test('sequences too long for one table are divided, with the same result', () => {
  const digests = fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 40 })
  fc.assert(
    fc.property(
      digests.map((given) => given.map(Math.abs)),
      digests,
      (...given) => {
        const [sealed, present] = given.map((each) => Int32Array.from(each)) as [Int32Array, Int32Array]
        const [whole, divided] = [align({ sealed, present }), align({ sealed, present }, 10)]
        assert.equal(divided.length, whole.length)
        for (const [index, [sealedIndex, presentIndex]] of divided.entries()) {
          assert.ok(present[presentIndex] === -1 || present[presentIndex] === sealed[sealedIndex])
          const [lastSealed, lastPresent] = divided[index - 1] ?? [-1, -1]
          assert.ok(sealedIndex > lastSealed && presentIndex > lastPresent)
        }
      },
    ),
  )
  // A service checked every second by several sensors: four thousand details, and one sensor in ten reports late.
  const all = Array.from({ length: 4000 }, (_, time) => record(time))
  const sealed = seal(all.filter((_, time) => time % 10 !== 5))
  const found = compareWithSeal(sealed, all.with(2322, record(2322, 'changed')))
  assert.deepEqual(
    found.filter(({ fault }) => fault !== 'added'),
    [{ fault: 'changed', time: 2322 }],
  )
  assert.equal(found.length, 401)
})

test('a change with the same short digest is detected by the digest of the window, but not located', () => {
  const records = [record(1), record(2)]
  const sealed = seal(records)
  let forged = record(2, '0')
  for (let tries = 1; !forged.sha256.subarray(0, leafLength).equals(sealed.leaves.subarray(leafLength)); tries += 1)
    forged = record(2, String(tries))
  assert.deepEqual(compareWithSeal(sealed, [record(1), forged]), [{ fault: 'unfound' }])
})

test('reading a link returns the services that were written, and a truncated link is rejected', () => {
  const service = fc.record({
    service_id: fc.integer({ min: 1, max: 2 ** 50 }),
    count: fc.nat(300),
    replaces: fc.nat(2 ** 40),
  })
  const bytes = (length: number) => Buffer.alloc(length, 7)
  fc.assert(
    fc.property(
      fc.uniqueArray(service, { selector: ({ service_id }) => service_id }),
      fc.boolean(),
      (given, isAmended) => {
        const services = given
          .toSorted((one, other) => one.service_id - other.service_id)
          .map((each) => ({ ...each, digest: bytes(digestLength), leaves: bytes(each.count * leafLength) }))
        const content = writeServices(services, { isAmended })
        const read = isAmended ? services : services.map((each) => ({ ...each, replaces: 0 }))
        assert.deepEqual(readSealedServices(content), read)
        if (services.length > 0)
          assert.throws(() => readSealedServices(content.subarray(0, -1)), /ends too early|no end/)
      },
    ),
  )
})
