import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createSearcher, type RowRef, type SearchRequest } from '../src/index.ts'
import { book, customer, type Library, openLibrary, registry, shelf } from './fixtures/library.ts'

let library: Library
let ids: { novels: number; poems: number; tag: number; bobsTag: number }
const searcher = createSearcher(registry)
const ada = customer(1)
const administrator = customer(3, { scope: 'administrator' })

before(async () => {
  library = await openLibrary()
  const novels = await library.insert('library_shelf', { owner_id: 1, name: 'novels' })
  const poems = await library.insert('library_shelf', { owner_id: 2, name: 'poems' })
  const tag = await library.insert('library_tag', { owner_id: 1, name: 'old' })
  const bobsTag = await library.insert('library_tag', { owner_id: 2, name: 'new' })
  ids = { novels, poems, tag, bobsTag }
  const add = (owner_id: number, shelf_id: number, title: string, more = {}) =>
    library.insert('library_book', { owner_id, shelf_id, title, ...more })
  await add(1, novels, 'Żółty tydzień', { pages: 100, language_id: 'pl', weight: 0.5, tag_ids: [tag, bobsTag] })
  await add(1, novels, '100% pure_wool', { pages: 200, is_lent: true, printed_at: '2020-06-01T00:00:00Z' })
  await add(1, novels, 'Solaris', { pages: 300, language_id: 'en', printed_at: '2021-06-01T00:00:00Z' })
  await add(2, poems, 'Secret poems', { pages: 50 })
  // A book of Ada on a shelf of Bob: she may read the book, not the shelf.
  await add(1, poems, 'Astray', { pages: 400 })
})
after(() => library[Symbol.asyncDispose]())

async function search(
  request: SearchRequest,
  caller = ada,
): Promise<{ rows: Record<string, unknown>[]; total: number }> {
  const { rows, total } = await library.run(caller, (call) => searcher.search({ resource: book, request }, call))
  return { rows: JSON.parse(rows), total }
}
const titles = async (request: SearchRequest, caller = ada) =>
  (await search({ sort: [{ field: 'pages' }], fields: ['title'], ...request }, caller)).rows.map(({ title }) => title)
const filter = (name: string, type: string, argument: unknown) =>
  titles({ filters: { [name]: [{ type, argument }] } } as SearchRequest)

const all = ['Żółty tydzień', '100% pure_wool', 'Solaris', 'Astray']

test('a caller finds its own rows, an administrator all', async () => {
  assert.deepEqual(await titles({}), all)
  assert.deepEqual(await titles({}, administrator), ['Secret poems', ...all])
  assert.deepEqual(await titles({}, customer(9)), [])
})

test('each kind of field has its filters', async () => {
  assert.deepEqual(await filter('title', 'equals', 'Solaris'), ['Solaris'])
  assert.deepEqual(await filter('title', 'contains', 'TYDZIEN'), ['Żółty tydzień'], 'without case and accents')
  assert.deepEqual(await filter('title', 'contains', '%'), ['100% pure_wool'], 'literally')
  assert.deepEqual(await filter('title', 'starts_with', 'pure'), [])
  assert.deepEqual(await filter('pages', 'greater_than', 200), ['Solaris', 'Astray'])
  assert.deepEqual(await filter('pages', 'not_greater_than', 200), ['Żółty tydzień', '100% pure_wool'])
  assert.deepEqual(await filter('pages', 'one_of', [100, 300]), ['Żółty tydzień', 'Solaris'])
  assert.deepEqual(await filter('weight', 'lower_than', 0.6), ['Żółty tydzień'])
  assert.deepEqual(await filter('is_lent', 'equals', true), ['100% pure_wool'])
  assert.deepEqual(await filter('language_id', 'is_null', true), ['100% pure_wool', 'Astray'])
  assert.deepEqual(await filter('language_id', 'not_equals', 'en'), ['Żółty tydzień', '100% pure_wool', 'Astray'])
  assert.deepEqual(await filter('printed_at', 'not_lower_than', '2021-06-01T02:00:00+02:00'), ['Solaris'])
  assert.deepEqual(await filter('permissions.delete', 'equals', false), ['100% pure_wool'])
})

test('a filter or a sort by a related field reveals nothing that the caller may not read', async () => {
  assert.deepEqual(await filter('shelf.name', 'equals', 'poems'), [])
  assert.deepEqual(await filter('shelf.name', 'is_null', true), ['Astray'])
  const sorted = await titles({ sort: [{ field: 'shelf.name' }, { field: 'pages', order: 'descending' }] })
  assert.deepEqual(sorted, ['Solaris', '100% pure_wool', 'Żółty tydzień', 'Astray'], 'as null, it comes last')
})

test('every word of a query must occur', async () => {
  assert.deepEqual(await titles({ query: 'tydz  zolty' }), ['Żółty tydzień'])
  assert.deepEqual(await titles({ query: 'tydz solaris' }), [])
  assert.deepEqual(await titles({ query: '_' }), ['100% pure_wool'])
})

test('embedded rows are those that the caller may read', async () => {
  const { rows } = await search({
    fields: ['title'],
    embed: ['shelf', 'tags.name', 'permissions.update', 'permissions.delete'],
    sort: [{ field: 'pages' }],
  })
  assert.deepEqual(rows.at(0), {
    title: 'Żółty tydzień',
    shelf: { id: ids.novels, owner_id: 1, name: 'novels', is_full: false },
    tags: [{ name: 'old' }],
    permissions: { update: true, delete: true },
  })
  assert.deepEqual([rows.at(-1)?.['shelf'], rows.at(-1)?.['tags']], [null, []])
})

test('the total counts all rows, whichever page is read', async () => {
  const page = async (limit: number, offset: number) => {
    const { rows, total } = await search({ limit, offset })
    return [rows.length, total]
  }
  assert.deepEqual(await page(10, 0), [4, 4])
  assert.deepEqual(await page(2, 0), [2, 4])
  assert.deepEqual(await page(3, 3), [1, 4])
  assert.deepEqual(await page(2, 10), [0, 4])
  assert.deepEqual(await page(0, 0), [0, 4])
})

test('a search with a query gives the same pages and totals as the same rows without one', async () => {
  const having = (argument: string) => ({ title: [{ type: 'contains' as const, argument }] })
  for (const caller of [ada, administrator])
    for (const sort of [
      [],
      [{ field: 'pages', order: 'descending' }],
      [{ field: 'shelf.name' }, { field: 'title' }],
    ] as const)
      for (const [limit, offset] of [
        [10, 0],
        [2, 0],
        [2, 1],
        [1, 2],
        [2, 9],
        [0, 0],
      ]) {
        const request = { sort, limit, offset, embed: ['shelf', 'permissions'] } as SearchRequest
        const found = await search({ ...request, query: 'o' }, caller)
        assert.deepEqual(found, await search({ ...request, filters: having('o') }, caller))
        assert.equal(found.total, caller === ada ? 3 : 4)
      }
})

test('a statement gives the same once it is prepared, with other values', async () => {
  for (let count = 0; count < 5; count += 1) {
    assert.deepEqual(await filter('pages', 'equals', 100), ['Żółty tydzień'])
    assert.deepEqual(await filter('pages', 'equals', 300), ['Solaris'])
    assert.deepEqual(await titles({ filters: { pages: [{ type: 'equals', argument: 100 }] } }, customer(2)), [])
  }
})

test('one row is read as JSON, or not at all', async () => {
  const within = { cacheKey: 'one', condition: (row: RowRef) => sql<boolean>`${row('id')} = ${ids.poems}` }
  const read = (caller = ada) =>
    library.run(caller, (call) => searcher.read({ resource: shelf, request: { fields: ['name'] }, within }, call))
  assert.equal(await read(), undefined)
  assert.deepEqual(JSON.parse((await read(customer(2))) ?? ''), { name: 'poems' })
})
