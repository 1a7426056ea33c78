import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  DerError,
  DerFields,
  decodeOid,
  encodeBitString,
  encodeDer,
  encodedNull,
  encodedTrue,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSet,
  encodeUnsigned,
  getOnlyChild,
  readChildren,
  readDer,
  readFirstDer,
  tags,
  toContextTag,
} from '../src/der.ts'

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))

/** Any tree of elements, encoded. */
const { tree } = fc.letrec<{ tree: Buffer }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    bytes.map(encodeOctetString),
    bytes.map((array) => encodeBitString(array)),
    bytes.filter((array) => array.length > 0).map(encodeUnsigned),
    fc.constantFrom(encodedNull, encodedTrue),
    fc.array(tie('tree'), { maxLength: 5 }).map((parts) => encodeSequence(...parts)),
    fc.array(tie('tree'), { maxLength: 5 }).map((parts) => encodeSet(...parts)),
    fc.tuple(fc.nat({ max: 30 }), tie('tree')).map(([number, part]) => encodeDer(toContextTag(number), part)),
  ),
}))

const encodeAgain = (encoded: Buffer): Buffer => {
  const { tag, body } = readDer(encoded)
  const parts = (tag & 0x20) === 0 ? [body] : readChildren(readDer(encoded)).map((child) => encodeAgain(child.bytes))
  return encodeDer(tag, ...parts)
}

describe('DER', () => {
  test('what is written reads as the same tree', () => {
    fc.assert(fc.property(tree, (encoded) => assert.deepEqual(encodeAgain(encoded), encoded)))
  })

  test('no byte can be cut off or added', () => {
    fc.assert(
      fc.property(tree, fc.nat(), (encoded, at) => {
        assert.throws(() => readDer(encoded.subarray(0, at % encoded.length)), DerError)
        assert.throws(() => readDer(Buffer.concat([encoded, Buffer.of(at % 256)])), DerError)
      }),
    )
  })

  test('garbage is an error or reads as what it encodes', () => {
    fc.assert(
      fc.property(bytes, (garbage) => {
        try {
          const { element } = readFirstDer(garbage)
          assert.deepEqual(encodeAgain(element.bytes), element.bytes)
        } catch (error) {
          assert.ok(error instanceof DerError, String(error))
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('object identifiers come back', () => {
    const part = fc.nat({ max: 2 ** 31 - 1 })
    fc.assert(
      fc.property(
        fc.constantFrom('0.9', '1.2', '2.5', '2.47'),
        fc.array(part, { minLength: 1, maxLength: 9 }),
        (head, rest) => {
          const text = [head, ...rest].join('.')
          assert.equal(decodeOid(readDer(encodeOid(text))), text)
        },
      ),
    )
  })

  test('unsigned integers are the shortest that are not negative', () => {
    assert.equal(encodeUnsigned(0).toString('hex'), '020100')
    assert.equal(encodeUnsigned(128).toString('hex'), '02020080')
    assert.equal(encodeUnsigned(Buffer.from('0000ff', 'hex')).toString('hex'), '020200ff')
    assert.equal(encodeUnsigned(65_537).toString('hex'), '0203010001')
  })

  for (const [what, hex] of [
    ['nothing', ''],
    ['a tag alone', '30'],
    ['an indefinite length', '30800000'],
    ['a length in more bytes than needed', '04810100'],
    ['a length with a leading zero', `04820080${'00'.repeat(128)}`],
    ['a length of five bytes', '0485000000000100'],
    ['a length beyond the end', '0405ffff'],
    ['a length of almost four gigabytes', '0484ffffffff00'],
    ['a cut-off length', '0482ff'],
    ['a tag of several bytes', '1f810100'],
    ['the type zero', '0000'],
    ['an octet string in pieces', '24030401ff'],
    ['a NULL with a value', '050100'],
    ['a BOOLEAN of two bytes', '0102ffff'],
    ['a BOOLEAN that is 1', '010101'],
    ['an empty INTEGER', '0200'],
    ['an INTEGER with a leading zero', '0202007f'],
    ['a negative INTEGER with a leading 255', '0202ff80'],
    ['an empty object identifier', '0600'],
    ['a cut-off object identifier', '06022a86'],
    ['an object identifier with a leading zero', '06032a8001'],
    ['a BIT STRING without its first byte', '0300'],
    ['a BIT STRING of nothing with unused bits', '030103'],
    ['a BIT STRING with nine unused bits', '03020900'],
    ['a BIT STRING with set unused bits', '03020701'],
    ['something wrong inside', '3004040200'],
    ['something left over inside', '3003050001'],
  ] as const)
    test(`${what} is rejected`, () => assert.throws(() => readDer(Buffer.from(hex, 'hex')), DerError))

  test('depth and size are limited', () => {
    const nest = (depth: number): Buffer => (depth === 0 ? encodedNull : encodeSequence(nest(depth - 1)))
    readDer(nest(32))
    assert.throws(() => readDer(nest(33)), DerError)
    assert.throws(() => readDer(encodeOctetString(Buffer.alloc(1_000_000))), DerError)
  })

  test('fields are taken in order, and none may be left', () => {
    const fields = () => new DerFields(readDer(encodeSequence(encodedTrue, encodeUnsigned(5))))
    assert.throws(() => fields().next(tags.integer), DerError)
    assert.throws(() => fields().end(), DerError)
    const all = fields()
    assert.equal(all.optional(tags.integer), undefined)
    assert.equal(all.optional(tags.boolean)?.body[0], 0xff)
    assert.equal(all.next(tags.integer).body[0], 5)
    all.end()
    assert.throws(() => all.next(), DerError)
    assert.throws(() => new DerFields(readDer(encodeSet())), DerError)
    assert.throws(() => getOnlyChild(readDer(encodeSequence(encodedTrue, encodedTrue))), DerError)
    assert.throws(() => readChildren(readDer(encodedTrue)), DerError)
    assert.throws(() => decodeOid(readDer(encodedTrue)), DerError)
  })
})
