import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, reject, type Violation } from '../src/index.ts'
import { toAuditEntry } from '../src/record.ts'
import { keepAddedReferences, prepareWith } from '../src/references.ts'
import { findChanges } from '../src/update-row.ts'
import { book, loan, shelf } from './fixtures/library.ts'

test('changes are what differs, apart from fields that cannot change', () => {
  const before = { title: 'a', owner_id: 1, notes: ['x', 'y'], printed_at: '2020-01-01T00:00:00Z', pages: null }
  assert.deepEqual(findChanges(book, before, before), { changes: {}, readOnly: [] })
  assert.deepEqual(findChanges(book, { title: 'b', owner_id: 2, notes: ['x', 'y'], pages: 0 }, before), {
    changes: { title: 'b', pages: 0 },
    readOnly: ['owner_id'],
  })
  assert.deepEqual(
    findChanges(book, { printed_at: '2020-01-01T01:00:00+01:00' }, before).changes,
    {},
    'the same instant',
  )
  assert.deepEqual(findChanges(book, { printed_at: null }, before).changes, { printed_at: null })
})

test('of a changed list only the added references remain', () => {
  const changes = { title: 'b', tag_ids: [1, 2, 3] }
  assert.deepEqual(keepAddedReferences(book, changes, { tag_ids: [1, 3] }), { title: 'b', tag_ids: [2] })
  assert.deepEqual(keepAddedReferences(book, changes, {}), changes)
  assert.deepEqual(keepAddedReferences(book, { title: 'b' }, { tag_ids: [1] }), { title: 'b' })
})

test('violations of `prepare` are added to the known ones, except those below a known field', async () => {
  const known = [{ symbol: 'unknown_reference', field: 'data.tag_ids' }]
  const found: Violation[] = [
    { symbol: 'a', field: 'data.tag_ids' },
    { symbol: 'b', field: 'data.tag_ids.0' },
    { symbol: 'c', field: 'data.tag_ids_too' },
    { symbol: 'd' },
  ]
  const rejected = async (work: Promise<unknown>) => {
    const error = await work.catch((caught: unknown) => caught)
    return error instanceof ApiError ? error.violations.map(({ symbol }) => symbol) : error
  }
  const failing = async () => {
    throw new ApiError(found)
  }
  assert.deepEqual(await rejected(prepareWith(known, failing)), ['unknown_reference', 'c', 'd'])
  assert.deepEqual(await rejected(prepareWith(known, async () => 1)), ['unknown_reference'])
  assert.deepEqual(await rejected(prepareWith([], async () => reject('x'))), ['x'])
  assert.equal(await prepareWith([], async () => 1), 1)
  await assert.rejects(
    prepareWith(known, async () => {
      throw new RangeError('not about the request')
    }),
    RangeError,
  )
})

test('a write is recorded for the account that owned the row before', () => {
  assert.deepEqual(toAuditEntry({ resource: shelf, key: 3 }, { before: { owner_id: 1 }, after: { owner_id: 2 } }), {
    ...{ resource: 'shelf', id: 3, accountId: 1 },
    ...{ before: { owner_id: 1 }, after: { owner_id: 2 } },
  })
  assert.deepEqual(toAuditEntry({ resource: loan, key: [3, 4] }, { before: null, after: { owner_id: 2 } }), {
    ...{ resource: 'loan', id: '3/4', accountId: 2, before: null, after: { owner_id: 2 } },
  })
})
