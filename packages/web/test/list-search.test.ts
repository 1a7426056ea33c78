import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import {
  clampPage,
  mergeSearch,
  parsePage,
  pickSearchParameters,
  type SearchChange,
  toPageText,
  toSorting,
  toSortText,
} from '../src/app/routing/search.ts'

test('a change of the search keeps the other parameters, and takes away those that are empty', () => {
  const before = { query: 'shop', state: 'failure', page: '3' }
  assert.deepEqual(mergeSearch(before, { state: 'ok', page: '' }), { query: 'shop', state: 'ok' })
  assert.deepEqual(mergeSearch(before, { query: undefined }), { state: 'failure', page: '3' })
})

test('people count pages from one, and what is no page is the first', () => {
  assert.deepEqual([0, 1, 9].map(toPageText), ['', '2', '10'])
  assert.deepEqual(['2', '10', undefined, '0', '-1', '1.5', 'two', '9999999'].map(parsePage), [1, 9, 0, 0, 0, 0, 0, 0])
  assert.equal(clampPage(5, 20, 41), 2)
  assert.equal(clampPage(1, 20, 41), 1)
  assert.equal(clampPage(3, 20, 0), 0)
})

test('an order is the name of a column, with a minus when it is turned', () => {
  for (const text of ['name', '-name']) assert.equal(toSortText(toSorting(text) ?? assert.fail()), text)
  assert.deepEqual(toSorting('-name'), { column: 'name', descending: true })
  assert.equal(toSorting(undefined), null)
})

test('filters of a list are kept by Back and by a copied link', async () => {
  const names = ['query', 'state', 'page'] as const
  const open = async (address: string) => {
    const root = createRootRoute()
    const list = createRoute({
      getParentRoute: () => root,
      path: '/list/$id',
      validateSearch: (search) => pickSearchParameters(search, names),
    })
    const history = createMemoryHistory({ initialEntries: [address] })
    const router = createRouter({ routeTree: root.addChildren([list]), history })
    await router.load()
    const said = () => pickSearchParameters(router.state.location.search, names)
    // Outside a browser, the router builds an address but does not go there.
    const change = async (next: SearchChange, how: 'push' | 'replace') => {
      history[how](router.buildLocation({ to: '.', search: (before: SearchChange) => mergeSearch(before, next) }).href)
      await router.load()
    }
    return { router, history, said, change }
  }
  const { router, history, said, change } = await open('/list/7')
  await change({ query: '007' }, 'replace')
  await change({ state: 'failure', page: '' }, 'replace')
  await change({ page: '2' }, 'push')
  assert.deepEqual(said(), { query: '007', state: 'failure', page: '2' })
  const copied = await open(router.state.location.href)
  assert.deepEqual(copied.said(), { query: '007', state: 'failure', page: '2' })
  assert.equal(router.state.location.pathname, '/list/7')
  history.back()
  await router.load()
  assert.deepEqual(said(), { query: '007', state: 'failure' })
  await change({ query: '401' }, 'replace')
  assert.deepEqual((await open(router.state.location.href)).said(), { query: '401', state: 'failure' })
})
