import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { compileSchema } from '../src/index.ts'

const symbols = (schema: object, value: unknown) =>
  compileSchema(schema as never)(value, 'data').map(({ symbol, field }) => `${symbol} ${field}`)

const milliseconds = (work: () => unknown): number => {
  work()
  const started = performance.now()
  work()
  return performance.now() - started
}

test('a list that is too long is rejected without validating its items', () => {
  const list = Type.Object({
    ids: Type.Array(Type.Integer(), { maxItems: 3, uniqueItems: true }),
    keys: Type.Array(Type.Object({ id: Type.Integer() }), { minItems: 2, maxItems: 3 }),
  })
  assert.deepEqual(symbols(list, { ids: [1, 1, 'a'], keys: [{ id: 'a' }] }).sort(), [
    'repeated_item data.ids',
    'too_few_items data.keys',
    'wrong_type data.ids.2',
    'wrong_type data.keys.0.id',
  ])
  assert.deepEqual(symbols(list, { ids: ['a', 1, 1, 1], keys: Array.from({ length: 4 }, () => ({})) }).sort(), [
    'too_many_items data.ids',
    'too_many_items data.keys',
  ])
})

test('a text that is too long is not matched against its pattern', () => {
  const text = Type.String({ minLength: 2, maxLength: 3, pattern: '^[a-z]+$', format: 'dateTime' })
  assert.deepEqual(symbols(text, 'ABCD'), ['too_long data'])
  assert.deepEqual(symbols(text, 'AB'), ['wrong_format data', 'wrong_format data'])
  assert.deepEqual(symbols(text, 'A').sort(), ['too_short data', 'wrong_format data', 'wrong_format data'])
})

test('a list without a published bound gets a default one', () => {
  const names = Type.Array(Type.Unsafe<string>({ type: 'string', enum: ['a', 'b'] }), { uniqueItems: true })
  assert.deepEqual(symbols(names, ['a', 'a']), ['repeated_item data'])
  const many = Array.from({ length: 300_000 }, () => 'x')
  assert.deepEqual(symbols(names, many), ['too_many_items data'])
  assert.deepEqual(symbols(Type.Array(Type.Integer()), many), ['too_many_items data'])
  const validate = compileSchema(names)
  assert.ok(milliseconds(() => validate(many, 'data')) < 50)
})

test('a schema with unique objects in a list is rejected', () => {
  const object = Type.Object({ a: Type.Integer() })
  const costly = [
    Type.Array(object, { uniqueItems: true }),
    Type.Array(Type.Unknown(), { uniqueItems: true }),
    Type.Object({ deep: Type.Array(Type.Array(Type.Array(Type.String()), { uniqueItems: true })) }),
  ]
  for (const schema of costly) assert.throws(() => compileSchema(schema), /uniqueItems/)
  compileSchema(Type.Array(Type.Unsafe({ type: ['string', 'null'] }), { uniqueItems: true }))
})
