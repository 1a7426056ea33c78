import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import {
  ApiError,
  createRow,
  createRows,
  deleteRow,
  deleteRows,
  holdsPermission,
  lockRow,
  lockRows,
  putRow,
  readRecord,
  requirePermission,
  updateRow,
  updateRows,
  type Values,
} from '../src/index.ts'
import { book, customer, type Library, loan, openLibrary, shelf } from './fixtures/library.ts'

let library: Library
let ids: { shelf: number; full: number; tag: number; bobsShelf: number; bobsTag: number }

before(async () => {
  library = await openLibrary()
  ids = {
    shelf: await library.insert('library_shelf', { owner_id: 1, name: 'novels' }),
    full: await library.insert('library_shelf', { owner_id: 1, name: 'full', is_full: true }),
    tag: await library.insert('library_tag', { owner_id: 1, name: 'old' }),
    bobsShelf: await library.insert('library_shelf', { owner_id: 2, name: 'poems' }),
    bobsTag: await library.insert('library_tag', { owner_id: 2, name: 'new' }),
  }
})
after(() => library[Symbol.asyncDispose]())
afterEach(() => {
  library.written.length = 0
})

const ada = customer(1)
const create = (data: Values, caller = ada) =>
  library.run(caller, async (call) => {
    const answer = await createRow(book, data, call)
    return Number((answer?.value as { id: number } | undefined)?.id)
  })
const update = (id: number, data: Values, caller = ada) =>
  library.run(caller, (call) => updateRow({ resource: book, key: id }, data, call))
const read = (id: number) => library.run(ada, (call) => readRecord({ resource: book, key: id }, call))

/** The violations that the work is rejected with. */
async function violations(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error.violations.map(({ symbol, field }) => (field === undefined ? symbol : `${symbol} ${field}`))
}

describe('createRow', () => {
  test('creates under a parent, for the owner of the parent, and records it', async () => {
    const id = await create({ shelf_id: ids.shelf, title: 'Solaris', tag_ids: [ids.tag] })
    const record = await read(id)
    assert.deepEqual([record['title'], record['owner_id'], record['tag_ids']], ['Solaris', 1, [ids.tag]])
    assert.deepEqual(library.written, [{ resource: 'book', id, accountId: 1, before: null, after: record }])
  })

  test('writes JSON, times and minutes of the week as their columns need them', async () => {
    const read_aloud_at = { day_of_week: 2, hour: 18, minute: 30 }
    const printed_at = '1961-01-02T00:00:00+02:00'
    const id = await create({ shelf_id: ids.shelf, title: 'Eden', notes: ['a', 'b'], read_aloud_at, printed_at })
    const record = await read(id)
    assert.deepEqual([record['notes'], record['read_aloud_at']], [['a', 'b'], read_aloud_at])
    assert.equal(Date.parse(String(record['printed_at'])), Date.parse(printed_at))
    assert.equal((await read(await create({ shelf_id: ids.shelf, title: 'x', notes: null })))['notes'], null)
  })

  test('rejects a parent that the caller may not read like one that does not exist', async () => {
    const expected = ['unknown_reference data.shelf_id']
    assert.deepEqual(await violations(create({ shelf_id: ids.bobsShelf, title: 'x' })), expected)
    assert.deepEqual(await violations(create({ shelf_id: 999_999, title: 'x' })), expected)
  })

  test('rejects a parent that the caller may read and not create under', async () => {
    assert.deepEqual(await violations(create({ shelf_id: ids.full, title: 'x' })), ['forbidden'])
    const reader = customer(1, { readOnly: true })
    assert.deepEqual(await violations(create({ shelf_id: ids.shelf, title: 'x' }, reader)), ['forbidden'])
  })

  test('reports unreadable references together with what `prepare` finds', async () => {
    const data = { shelf_id: ids.shelf, title: 'banned', tag_ids: [ids.tag, ids.bobsTag] }
    assert.deepEqual(await violations(create(data)), [
      'unknown_reference data.tag_ids',
      'not_an_allowed_value data.title',
    ])
    assert.deepEqual(await violations(create({ ...data, title: 'fine' })), ['unknown_reference data.tag_ids'])
    assert.deepEqual(library.written, [])
  })

  test('calls `by` if there is no parent', async () => {
    const data = { owner_id: 1, name: 'atlases' }
    const reader = customer(1, { readOnly: true })
    assert.deepEqual(await violations(library.run(reader, (call) => createRow(shelf, data, call))), ['forbidden'])
    await library.run(ada, (call) => createRow(shelf, data, call))
    assert.equal(library.written.length, 1)
  })
})

describe('updateRow', () => {
  test('changes what differs, and records the record before and after', async () => {
    const id = await create({ shelf_id: ids.shelf, title: 'Fiasco', pages: 300 })
    const record = await read(id)
    library.written.length = 0
    await update(id, { ...record, title: 'Fiasko' })
    assert.deepEqual(library.written, [
      { resource: 'book', id, accountId: 1, before: record, after: { ...record, title: 'Fiasko' } },
    ])
    assert.deepEqual(await read(id), { ...record, title: 'Fiasko' })
  })

  test('accepts a whole record unchanged, in any notation of its times', async () => {
    const id = await create({ shelf_id: ids.shelf, title: 'a', printed_at: '2020-01-01T12:00:00Z' })
    library.written.length = 0
    await update(id, { ...(await read(id)), printed_at: '2020-01-01T13:00:00+01:00' })
    assert.deepEqual(library.written, [])
  })

  test('rejects changes of read-only fields and unreadable references at once', async () => {
    const id = await create({ shelf_id: ids.shelf, title: 'a' })
    assert.deepEqual(await violations(update(id, { owner_id: 2, is_lent: true, tag_ids: [ids.bobsTag] })), [
      'read_only_field data.owner_id',
      'read_only_field data.is_lent',
      'unknown_reference data.tag_ids',
    ])
  })

  test('checks only the references that a list gains', async () => {
    const id = await library.insert('library_book', {
      ...{ owner_id: 1, shelf_id: ids.shelf, title: 'shared', tag_ids: [ids.bobsTag] },
    })
    await update(id, { tag_ids: [ids.bobsTag, ids.tag] })
    assert.deepEqual((await read(id))['tag_ids'], [ids.bobsTag, ids.tag])
  })

  test('answers 404 for a row that the caller may not read, 403 for one that it may', async () => {
    const id = await create({ shelf_id: ids.shelf, title: 'a' })
    assert.deepEqual(await violations(update(id, { title: 'b' }, customer(2))), ['not_found'])
    const administrator = customer(2, { scope: 'administrator' })
    assert.deepEqual(await violations(update(id, { title: 'b' }, administrator)), ['forbidden'])
    assert.deepEqual(await violations(update(id, { title: 'b' }, customer(1, { observerId: 2 }))), ['forbidden'])
  })
})

test('deleteRow deletes with permission, and records what was there', async () => {
  const id = await create({ shelf_id: ids.shelf, title: 'gone' })
  const record = await read(id)
  const remove = (key: number) => library.run(ada, (call) => deleteRow({ resource: book, key }, call))
  library.written.length = 0
  await remove(id)
  assert.deepEqual(library.written, [{ resource: 'book', id, accountId: 1, before: record, after: null }])
  assert.deepEqual(await violations(remove(id)), ['not_found'])
  const lent = await library.insert('library_book', { owner_id: 1, shelf_id: ids.shelf, title: 'lent', is_lent: true })
  assert.deepEqual(await violations(remove(lent)), ['forbidden'])
})

test('putRow creates a row under its key, then updates it', async () => {
  const bookId = await create({ shelf_id: ids.shelf, title: 'borrowed' })
  const key = [ids.shelf, bookId]
  const put = (data: Values, where = key) =>
    library.run(ada, (call) => putRow({ resource: loan, key: where }, data, call))
  library.written.length = 0
  assert.deepEqual(await violations(put({})), ['missing_field data.reader'])
  assert.deepEqual(await violations(put({ reader: 'Eve', book_id: 1 })), ['read_only_field data.book_id'])
  assert.deepEqual(await violations(put({ reader: 'Eve' }, [ids.bobsShelf, bookId])), ['not_found'])
  assert.deepEqual(await violations(put({ reader: 'Eve' }, [ids.shelf, 999_999])), ['not_found'])
  await put({ reader: 'Eve' })
  await put({ reader: 'Zoe' })
  assert.deepEqual(
    library.written.map(({ id, before, after }) => [id, before?.['reader'], after?.['reader']]),
    [
      [key.join('/'), undefined, 'Eve'],
      [key.join('/'), 'Eve', 'Zoe'],
    ],
  )
})

test('holds and demand see a row only with the permission to read it', async () => {
  const id = await create({ shelf_id: ids.shelf, title: 'a' })
  await library.run(ada, async (call) => {
    assert.equal(await holdsPermission({ resource: book, key: id }, 'update', call), true)
    await requirePermission({ resource: book, key: id }, 'update', call)
  })
  await library.run(customer(2), async (call) => {
    assert.equal(await holdsPermission({ resource: book, key: id }, 'read', call), false)
    assert.deepEqual(await violations(requirePermission({ resource: book, key: id }, 'update', call)), ['not_found'])
  })
  await library.run(customer(1, { readOnly: true }), async (call) => {
    assert.deepEqual(await violations(requirePermission({ resource: book, key: id }, 'update', call)), ['forbidden'])
  })
})

describe('lockRow', () => {
  test('checks permissions after the lock is acquired', async () => {
    const id = await library.insert('library_book', { owner_id: 1, shelf_id: ids.shelf, title: 'contested' })
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const first = library.database.transaction(async (tx) => {
      await tx.query(sql`update library_book set is_lent = true where id = ${id}`)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const second = violations(library.run(ada, (call) => lockRow({ resource: book, key: id }, 'delete', call)))
    release.resolve()
    await first
    assert.deepEqual(await second, ['forbidden'])
  })
})

describe('many rows', () => {
  test('lockRows reports every rejected id', async () => {
    const lent = await library.insert('library_book', { owner_id: 1, shelf_id: ids.shelf, title: 'a', is_lent: true })
    const free = await create({ shelf_id: ids.shelf, title: 'b' })
    const bobs = await library.insert('library_book', { owner_id: 2, shelf_id: ids.bobsShelf, title: 'c' })
    const lock = (...chosen: number[]) =>
      library.run(ada, (call) => lockRows({ resource: book, ids: chosen, fieldPath: 'data.ids' }, 'delete', call))
    assert.deepEqual(await violations(lock(free, lent, bobs)), ['forbidden data.ids.1', 'unknown_reference data.ids.2'])
    const other = await create({ shelf_id: ids.shelf, title: 'd' })
    assert.deepEqual(
      (await lock(other, free)).before.map(({ title }) => title),
      ['d', 'b'],
      'in the order of the ids',
    )
  })

  test('are created, updated and deleted with one record of each', async () => {
    const rows = ['x', 'y'].map((title) => ({ owner_id: 1, shelf_id: ids.shelf, title, notes: [title] }))
    const created = await library.run(ada, (call) => createRows(book, rows, call))
    assert.deepEqual(await Promise.all(created.map(async (id) => (await read(id))['title'])), ['x', 'y'])
    await library.run(ada, async (call) => {
      await updateRows(
        await lockRows({ resource: book, ids: created, fieldPath: 'data.ids' }, 'update', call),
        { pages: 7 },
        call,
      )
    })
    await library.run(ada, async (call) => {
      await deleteRows(await lockRows({ resource: book, ids: created, fieldPath: 'data.ids' }, 'delete', call), call)
    })
    assert.deepEqual(
      library.written.map(({ id, before, after, accountId }) => [id, accountId, before?.['pages'], after?.['pages']]),
      [
        ...created.map((id) => [id, 1, undefined, null]),
        ...created.map((id) => [id, 1, null, 7]),
        ...created.map((id) => [id, 1, 7, undefined]),
      ],
    )
    assert.deepEqual(await library.run(ada, (call) => createRows(book, [], call)), [])
  })
})
