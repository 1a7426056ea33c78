import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { component, flag, id, idList, key, keyList, minuteOfWeek, nullable, number, text, value } from '../src/field.ts'
import { buildResourceSchemas, compileSchema } from '../src/index.ts'
import { book, registry } from './fixtures/library.ts'

const violations = (schema: object, given: unknown) =>
  compileSchema(schema as never)(given, 'data').map(({ symbol, field, params }) => ({ symbol, field, ...params }))
const symbols = (schema: object, given: unknown) => violations(schema, given).map(({ symbol }) => symbol)

test('fields accept what their columns can store', () => {
  assert.deepEqual(symbols(id().schema, 1), [])
  assert.deepEqual(symbols(id().schema, 0), ['too_small'])
  assert.deepEqual(symbols(number().schema, 2_147_483_648), ['too_large'])
  assert.deepEqual(symbols(number().schema, 1.5), ['wrong_type'])
  assert.deepEqual(symbols(key().schema, 'a b'), ['wrong_format'])
  assert.deepEqual(symbols(text({ min: 2, max: 3 }).schema, 'abcd'), ['too_long'])
  assert.deepEqual(symbols(text({ enum: ['a'] }).schema, 'b'), ['not_an_allowed_value'])
  assert.deepEqual(symbols(flag().schema, 'true'), ['wrong_type'])
  assert.deepEqual(symbols(idList({ max: 2 }).schema, [1, 2, 3]), ['too_many_items'])
  assert.deepEqual(symbols(idList().schema, [1, 1]), ['repeated_item'])
  assert.deepEqual(symbols(keyList({ min: 1 }).schema, []), ['too_few_items'])
  assert.deepEqual(symbols(minuteOfWeek().schema, { day_of_week: 8, hour: 0, minute: 0 }), ['too_large'])
})

test('only nullable fields accept null, and messages do not suggest it', () => {
  assert.deepEqual(symbols(text().schema, null), ['wrong_type'])
  assert.deepEqual(symbols(nullable(text()).schema, null), [])
  assert.deepEqual(violations(nullable(text()).schema, 5), [
    { symbol: 'wrong_type', field: 'data', expected: 'string' },
  ])
})

test('kinds of values follow from their schemas', () => {
  assert.equal(value(Type.Array(Type.String())).kind, 'list')
  assert.equal(value(Type.Object({})).kind, 'object')
  assert.equal(value(Type.Object({})).json, true)
  assert.equal(nullable(id()).nullable, true)
})

test('a violation contains the field, with its limit or choices', () => {
  const schema = Type.Object(
    { 'a/b': Type.Array(Type.Object({ size: Type.Integer({ maximum: 3 }) })), kind: Type.Unsafe({ enum: ['x', 'y'] }) },
    { additionalProperties: false },
  )
  assert.deepEqual(violations(schema, { 'a/b': [{ size: 1 }, { size: 4 }], kind: 'z', more: 1 }), [
    { symbol: 'unknown_field', field: 'data.more' },
    { symbol: 'too_large', field: 'data.a/b.1.size', limit: 3 },
    { symbol: 'not_an_allowed_value', field: 'data.kind', allowed: 'x, y' },
  ])
  assert.deepEqual(violations(schema, {}), [
    { symbol: 'missing_field', field: 'data.a/b' },
    { symbol: 'missing_field', field: 'data.kind' },
  ])
})

test('a request gets at most a hundred violations', () => {
  const many = Array.from({ length: 500 }, () => 'x')
  assert.equal(violations(Type.Array(Type.Integer()), many).length, 100)
})

test('a pattern is not matched against an overlong text', () => {
  const schema = Type.String({ pattern: '^(a+)+$' })
  assert.deepEqual(symbols(schema, 'a'.repeat(8192)), [])
  assert.deepEqual(symbols(schema, 'a'.repeat(8193)), ['wrong_format'])
})

test('formats are those of each schema', () => {
  const even = { even: (given: string) => given.length % 2 === 0 }
  const validate = compileSchema(Type.String({ format: 'even' }), even)
  assert.deepEqual([validate('ab', 'data').length, validate('abc', 'data').length], [0, 1])
  const odd = compileSchema(Type.String({ format: 'even' }), { even: (given) => given.length % 2 === 1 })
  assert.deepEqual([odd('ab', 'data').length, odd('abc', 'data').length], [1, 0])
  assert.deepEqual(symbols(component('named', Type.String({ format: 'dateTime' })), '2026-01-01'), ['wrong_format'])
})

test('the schemas of a resource accept a record that is sent back', () => {
  const { createData, updateData, search } = buildResourceSchemas(book, registry)
  assert.ok(createData && updateData)
  assert.deepEqual(symbols(createData.schema, { shelf_id: 1, title: 'x' }), [])
  assert.deepEqual(violations(createData.schema, { title: '', owner_id: 1 }), [
    { symbol: 'missing_field', field: 'data.shelf_id' },
    { symbol: 'unknown_field', field: 'data.owner_id' },
    { symbol: 'too_short', field: 'data.title', limit: 1 },
  ])
  assert.deepEqual(symbols(updateData.schema, { id: 1, owner_id: 1, shelf_id: 1, title: 'x', is_lent: true }), [])
  const request = { fields: ['title'], sort: [{ field: 'shelf.name', order: 'descending' }], limit: 1000 }
  assert.deepEqual(symbols(search.schema, request), [])
  assert.deepEqual(symbols(search.schema, { limit: 1001, sort: [{ field: 'tag_ids' }] }), [
    'not_an_allowed_value',
    'too_large',
  ])
})
