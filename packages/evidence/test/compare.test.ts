import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { align } from '../src/seal/align.ts'
import { compare } from '../src/seal/compare.ts'
import { digestLength, leafLength, readSealedServices, writeServices } from '../src/seal/content.ts'
import { computeSeal, type StoredRecord } from '../src/seal/digest.ts'

const record = (time: number, content = ''): StoredRecord => ({
  time,
  sha256: hash('sha256', `${time} ${content}`, 'buffer'),
})
const history = fc
  .uniqueArray(fc.nat(900), { minLength: 1, maxLength: 60 })
  .map((times) => times.toSorted((one, other) => one - other).map((time) => record(time)))
/** Short digests are short: histories in which two happen to be the same are another test's business. */
const areTold = (records: readonly StoredRecord[]): boolean => {
  const all = records.flatMap((each) => [each, record(each.time, 'changed')])
  return new Set(all.map(({ sha256 }) => sha256.toString('hex', 0, leafLength))).size === all.length
}
const seal = (records: readonly StoredRecord[]) => computeSeal(1, records)

test('what is as it was sealed does not differ; one record that differs is named', () => {
  fc.assert(
    fc.property(history.filter(areTold), fc.nat(), (records, chosen) => {
      assert.deepEqual(compare(seal(records), records), [])
      const at = chosen % records.length
      const { time } = records[at] ?? record(0)
      const changed = records.with(at, record(time, 'changed'))
      assert.deepEqual(compare(seal(records), changed), [{ fault: 'changed', time }])
      const without = records.toSpliced(at, 1)
      const [after, before] = [records[at - 1]?.time ?? null, records[at + 1]?.time ?? null]
      assert.deepEqual(compare(seal(records), without), [{ fault: 'missing', after, before }])
      assert.deepEqual(compare(seal(without), records), [{ fault: 'added', time }])
    }),
  )
})

test('of any changes at once each is accounted for, and nothing else is blamed', () => {
  const edits = fc.array(fc.constantFrom('keep', 'keep', 'change', 'drop'), { minLength: 60, maxLength: 60 })
  fc.assert(
    fc.property(history.filter(areTold), edits, (records, what) => {
      const edited = records.flatMap((each, at) =>
        what[at] === 'drop' ? [] : what[at] === 'change' ? [record(each.time, 'changed')] : [each],
      )
      const found = compare(seal(records), edited)
      const count = (edit: string) => records.filter((_, at) => what[at] === edit).length
      assert.equal(found.filter(({ fault }) => fault === 'changed').length, count('change'))
      assert.equal(found.filter(({ fault }) => fault === 'missing').length, count('drop'))
      const changed = records.filter((_, at) => what[at] === 'change').map(({ time }) => time)
      for (const each of found) if ('time' in each) assert.ok(changed.includes(each.time))
    }),
  )
})

test('an amendment stands for one that was sealed in its place, and excuses nothing else', () => {
  const edits = fc.array(fc.constantFrom('keep', 'amend', 'amend', 'add'), { minLength: 60, maxLength: 60 })
  const unlucky = (records: readonly StoredRecord[]) =>
    // Short digests so short that many are the same: honest amendments must not be blamed for it.
    records.map(({ time, sha256 }) => ({ time, sha256: Buffer.concat([Buffer.of(0, (sha256[0] ?? 0) % 4), sha256]) }))
  fc.assert(
    fc.property(history.filter(areTold), edits, fc.nat(), fc.boolean(), (records, what, chosen, isUnlucky) => {
      const known = isUnlucky ? unlucky : (given: readonly StoredRecord[]) => given
      const before = records.filter((_, at) => what[at] !== 'add')
      const after = records.map((each, at) => (what[at] === 'amend' ? record(each.time, 'changed') : each))
      const amended = new Set(records.filter((_, at) => what[at] === 'amend').map(({ time }) => time))
      const isAmended = ({ time }: StoredRecord) => amended.has(time)
      const gone = (stored: readonly StoredRecord[]) =>
        compare(computeSeal(1, known(before)), known(stored), isAmended).filter(({ fault }) => fault !== 'added')
      assert.deepEqual(gone(after), [])
      // Control: one that nobody has amended is named, where late ones cannot be taken for it.
      const plain = before.filter(({ time }) => !amended.has(time))
      const victim = plain[chosen % plain.length]
      if (isUnlucky || !victim || what.slice(0, records.length).includes('add')) return
      const forged = after.map((each) => (each.time === victim.time ? record(each.time, 'changed') : each))
      assert.deepEqual(gone(forged), [{ fault: 'changed', time: victim.time }])
    }),
  )
})

test('what is too long for one look is divided, and found as well', () => {
  const digests = fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 40 })
  fc.assert(
    fc.property(
      digests.map((given) => given.map(Math.abs)),
      digests,
      (...given) => {
        const [sealed, there] = given.map((each) => Int32Array.from(each)) as [Int32Array, Int32Array]
        const [whole, divided] = [align({ sealed, there }), align({ sealed, there }, 10)]
        assert.equal(divided.length, whole.length)
        for (const [index, [place, at]] of divided.entries()) {
          assert.ok(there[at] === -1 || there[at] === sealed[place])
          const [lastPlace, lastAt] = divided[index - 1] ?? [-1, -1]
          assert.ok(place > lastPlace && at > lastAt)
        }
      },
    ),
  )
  // A service of one-second checks, from several sensors: four thousand words, and one sensor in ten comes late.
  const all = Array.from({ length: 4000 }, (_, time) => record(time))
  const sealed = seal(all.filter((_, time) => time % 10 !== 5))
  const found = compare(sealed, all.with(2322, record(2322, 'changed')))
  assert.deepEqual(
    found.filter(({ fault }) => fault !== 'added'),
    [{ fault: 'changed', time: 2322 }],
  )
  assert.equal(found.length, 401)
})

test('a change with the same short digest is found by the digest of all, but not named', () => {
  const records = [record(1), record(2)]
  const sealed = seal(records)
  let forged = record(2, '0')
  for (let tries = 1; !forged.sha256.subarray(0, leafLength).equals(sealed.leaves.subarray(leafLength)); tries += 1)
    forged = record(2, String(tries))
  assert.deepEqual(compare(sealed, [record(1), forged]), [{ fault: 'unfound' }])
})

test('services are read from a link as they were written, and a link that is cut short is refused', () => {
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
