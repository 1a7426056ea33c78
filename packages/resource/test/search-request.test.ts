import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findArgumentViolation, isFilterType, listFilterTypes, parseArgument } from '../src/filters.ts'
import { findSearchViolations, readQueryString, splitQueryWords, toCanonicalSearch } from '../src/search-request.ts'
import { book, registry } from './fixtures/library.ts'

const violations = (request: unknown) =>
  findSearchViolations({ resource: book, registry }, request, 'data').map(({ symbol, field }) => `${symbol} ${field}`)

test('short filters are expanded, everything else is unchanged', () => {
  assert.deepEqual(
    toCanonicalSearch({ filters: { title: ['x', { type: 'contains', argument: 'y' }], pages: 3 }, limit: 5 }),
    {
      filters: {
        title: [
          { type: 'equals', argument: 'x' },
          { type: 'contains', argument: 'y' },
        ],
        pages: 3,
      },
      limit: 5,
    },
  )
  for (const body of [undefined, null, 'text', [], { filters: [] }]) assert.deepEqual(toCanonicalSearch(body), body)
})

test('arguments are checked by the kind of the field', () => {
  assert.deepEqual(
    violations({
      filters: {
        id: [{ type: 'equals', argument: 'a' }],
        title: [
          { type: 'contains', argument: 'fine' },
          { type: 'one_of', argument: ['a', 1] },
        ],
        printed_at: [{ type: 'greater_than', argument: 'yesterday' }],
        'shelf.name': [{ type: 'equals', argument: 1 }],
        'permissions.update': [{ type: 'equals', argument: 'yes' }],
        pages: [{ type: 'is_null', argument: 0 }],
      },
    }),
    [
      'wrong_type data.filters.id.0.argument',
      'wrong_type data.filters.title.1.argument',
      'wrong_format data.filters.printed_at.0.argument',
      'wrong_type data.filters.shelf.name.0.argument',
      'wrong_type data.filters.permissions.update.0.argument',
      'wrong_type data.filters.pages.0.argument',
    ],
  )
})

test('what the schema rejects anyway is not reported twice', () => {
  assert.deepEqual(
    violations({ filters: { nothing: [{ type: 'equals', argument: 1 }], pages: 'x', tag_ids: [1] } }),
    [],
  )
  assert.deepEqual(violations({ filters: { pages: [{ type: 'contains', argument: 'x' }] } }), [])
  assert.deepEqual(violations({ filters: { constructor: [{ type: 'equals', argument: 1 }] } }), [])
  for (const request of [undefined, null, 'text', []]) assert.deepEqual(violations(request), [])
})

test('a query has at most 16 words', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join('  ')
  assert.equal(splitQueryWords(words(16)).length, 16)
  assert.deepEqual(violations({ query: words(16) }), [])
  assert.deepEqual(violations({ query: words(17) }), ['too_many_items data.query'])
  assert.deepEqual(splitQueryWords(undefined), [])
})

test('a query string is converted to a search request', () => {
  const read = (query: Record<string, string | string[]>) => readQueryString(query, { resource: book, registry })
  assert.deepEqual(
    read({
      fields: 'id,title',
      embed: '',
      sort: '-pages,title',
      limit: '5',
      offset: 'x',
      'filter.pages': ['greater_than:100', 'lower_than:200'],
      'filter.title': 'one_of:a,b',
      'filter.language_id': 'is_null:true',
      'filter.shelf.name': 'a:b',
      'filter.nothing': '7',
    }),
    {
      fields: ['id', 'title'],
      embed: [],
      sort: [
        { field: 'pages', order: 'descending' },
        { field: 'title', order: 'ascending' },
      ],
      limit: 5,
      offset: 'x',
      filters: {
        pages: [
          { type: 'greater_than', argument: 100 },
          { type: 'lower_than', argument: 200 },
        ],
        title: [{ type: 'one_of', argument: ['a', 'b'] }],
        language_id: [{ type: 'is_null', argument: true }],
        'shelf.name': [{ type: 'equals', argument: 'a:b' }],
        nothing: [{ type: 'equals', argument: '7' }],
      },
    },
  )
})

test('a query string cannot forge what it must not contain', () => {
  const request = readQueryString({ filters: 'x', 'filter.title': 'y' }, { resource: book, registry })
  assert.deepEqual(request, { filters: 'x' }, 'a parameter of this name stays, to be rejected')
  const forged = readQueryString(Object.fromEntries([['__proto__', 'x']]), { resource: book, registry }) as object
  assert.equal(Object.getPrototypeOf(forged), Object.prototype)
  assert.deepEqual(Object.keys(forged), ['__proto__'])
  assert.deepEqual(
    readQueryString({ limit: ['1', '2'] }, { resource: book, registry }),
    { limit: ['1', '2'] },
    'repeated',
  )
})

test('filters follow from the kind of a field', () => {
  assert.deepEqual(listFilterTypes('flag', false), ['equals'])
  assert.deepEqual(listFilterTypes('id', true), ['equals', 'not_equals', 'one_of', 'is_null'])
  assert.deepEqual([isFilterType('contains'), isFilterType('is_null'), isFilterType('like')], [true, true, false])
})

test('an argument that does not fit its kind is a violation', () => {
  const fits = (kind: Parameters<typeof findArgumentViolation>[0], argument: unknown) =>
    findArgumentViolation(kind, 'equals', argument)
  assert.equal(fits('id', 3), undefined)
  assert.equal(fits('id', 2 ** 53), 'wrong_type')
  assert.equal(fits('decimal', 1.5), undefined)
  assert.equal(fits('decimal', Number.POSITIVE_INFINITY), 'wrong_type')
  assert.equal(fits('time', '2026-02-30T00:00:00Z'), 'wrong_format')
  assert.equal(fits('time', 5), 'wrong_type')
  assert.equal(findArgumentViolation('id', 'one_of', Array(1000).fill(1)), undefined)
  assert.equal(findArgumentViolation('id', 'one_of', Array(1001).fill(1)), 'too_many_items')
  assert.equal(findArgumentViolation('id', 'one_of', 1), 'wrong_type')
})

test('text of a query string becomes a value of its kind, or stays text', () => {
  assert.deepEqual(parseArgument('id', 'one_of', '1,x,3'), [1, 'x', 3])
  assert.deepEqual(
    ['-5', '1e3', '12345678901234567'].map((text) => parseArgument('number', 'equals', text)),
    [-5, '1e3', '12345678901234567'],
  )
  assert.equal(parseArgument('decimal', 'equals', '1.25'), 1.25)
  assert.deepEqual(
    ['true', 'false', 'yes'].map((text) => parseArgument('flag', 'equals', text)),
    [true, false, 'yes'],
  )
})
