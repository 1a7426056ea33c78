import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { id, key, nullable, text } from '../src/field.ts'
import {
  buildResourceSchemas,
  buildSearchStatement,
  compileSchema,
  createRegistry,
  defineResource,
  getSearchNames,
  isTime,
  one,
} from '../src/index.ts'
import {
  administrator,
  all,
  always,
  any,
  type CallerRef,
  never,
  no,
  own,
  type RowRef,
  writer,
  yes,
} from '../src/permission.ts'
import { bind, mergeParameters, parameter } from '../src/statement.ts'

const owner = defineResource('owner', {
  fields: { id: id(), name: text({ min: 1, max: 10 }), secret_note: { ...text(), unlisted: true as const } },
  owner: 'id',
  permissions: { own: own('id'), read: own('id') },
})
const thing = defineResource('thing', {
  fields: { id: id(), owner_id: id(), label: nullable(text({ max: 5, default: 'x' })), kind_id: key() },
  relations: { owner: one('owner', 'owner_id') },
  paths: ['owner.name'],
  unfiltered: ['label'],
  query: ['label'],
  owner: 'owner_id',
  permissions: { own: own(), read: any(own(), administrator), update: all(own(), writer), internal: never },
  unlistedPermissions: ['internal'],
  create: { required: ['owner_id'], optional: ['label'] },
  update: { fields: ['label'] },
})
const registry = createRegistry([owner, thing])
const customer = {
  accountId: 7,
  actsFor: 7,
  packageId: 1,
  sessionId: null,
  scope: 'customer',
  readOnly: false,
  role: 'owner',
  language: 'en',
} as const

test('the names of a search follow from the definition', () => {
  assert.deepEqual(getSearchNames(thing, registry), {
    fields: ['id', 'owner_id', 'label', 'kind_id'],
    embeds: [
      'permissions',
      'permissions.own',
      'permissions.read',
      'permissions.update',
      'owner',
      'owner.id',
      'owner.name',
    ],
    sorts: [
      'id',
      'owner_id',
      'label',
      'kind_id',
      'owner.name',
      'permissions.own',
      'permissions.read',
      'permissions.update',
    ],
    filters: ['id', 'owner_id', 'kind_id', 'owner.name', 'permissions.own', 'permissions.read', 'permissions.update'],
  })
})

test('a registry reports every wrong name at once', () => {
  const wrong = defineResource('wrong', {
    fields: { id: id(), a: id() },
    relations: { gone: one('nothing', 'a'), missing: one('owner', 'b') },
    paths: ['missing.nope'],
    owner: 'a',
    permissions: { own: never, read: never },
    serve: { path: '/wrongs', tag: 'wrongs', operations: ['create', 'update', 'delete'] },
    create: undefined as never,
  })
  assert.throws(
    () => createRegistry([owner, wrong, wrong]),
    (error: Error) =>
      [
        'refers to an unknown resource: nothing',
        'has no field b',
        'unknown path missing.nope',
        'serves create',
        'serves update',
        'serves delete',
        'share a name',
      ].every((part) => error.message.includes(part)),
  )
})

test('an undeclared name never reaches SQL, even past its schema', () => {
  const build = (request: object) => () =>
    buildSearchStatement({ registry, resource: thing, request, caller: customer })
  assert.throws(build({ fields: ['password'] }), /has no field password/)
  assert.throws(build({ sort: [{ field: 'constructor' }] }), /has no field constructor/)
  assert.throws(build({ sort: [{ field: 'permissions.toString' }] }), /has no permission toString/)
  assert.throws(build({ sort: [{ field: 'nothing.name' }] }), /has no relation nothing/)
  assert.throws(build({ embed: ['nothing'] }), /has no relation nothing/)
})

test('constant predicates are simplified, and anonymous callers own nothing', () => {
  const row = Object.assign((name: string) => sql.ref(name), { related: () => no }) as RowRef
  const as = (caller: object) => caller as CallerRef
  const admin = as({ scope: 'administrator', readOnly: false, role: 'owner' })
  assert.equal(any(own(), administrator)(row, admin), yes)
  assert.equal(all(own(), writer)(row, as({ scope: 'customer', readOnly: true, role: 'owner' })), no)
  assert.equal(any(never, never)(row, admin), no)
  assert.equal(all(always)(row, admin), yes)
  assert.equal(own()(row, as({ scope: 'anonymous' })), no)
})

test('a parameter is read when the statement runs, and equal ones are merged', () => {
  const account = handedOver(parameter(({ caller }) => caller.accountId))
  const limit = handedOver(parameter(({ request }) => request.limit))
  const compiled = mergeParameters({
    text: 'a = $1 or b = $2 or c = $3 or d = $4',
    values: [account, limit, account, 'x'],
  })
  assert.equal(compiled.text, 'a = $1 or b = $2 or c = $1 or d = $3')
  assert.deepEqual(bind(compiled, { caller: customer, request: { limit: 5 }, keys: [] }).values, [7, 5, 'x'])
})

/** The value that a fragment with one parameter passes to the driver. */
const handedOver = (fragment: RawBuilder<unknown>): unknown =>
  (fragment.toOperationNode().parameters[0] as { value?: unknown }).value

test('create and update schemas are closed; updates have no defaults; read-only fields may be repeated', () => {
  const { createData, updateData } = buildResourceSchemas(thing, registry)
  assert.deepEqual(JSON.parse(JSON.stringify(createData?.schema)), {
    type: 'object',
    required: ['owner_id'],
    properties: {
      owner_id: { type: 'integer', minimum: 1 },
      label: { type: ['string', 'null'], maxLength: 5, default: 'x' },
    },
    additionalProperties: false,
  })
  const update = JSON.parse(JSON.stringify(updateData?.schema))
  assert.equal(update.properties.label.default, undefined)
  assert.equal(update.properties.id.readOnly, true)
  assert.equal(update.additionalProperties, false)
})

test('a validator finds every violation and its field', () => {
  const { search } = buildResourceSchemas(thing, registry)
  const faults = compileSchema(search.schema)(
    { limit: '5', fields: ['id', 'id'], filters: { label: [] }, sort: [{ order: 'up' }] },
    'data',
  )
  assert.deepEqual(faults.map(({ symbol, field }) => `${symbol} ${field}`).sort(), [
    'missing_field data.sort.0.field',
    'not_an_allowed_value data.sort.0.order',
    'repeated_item data.fields',
    'unknown_field data.filters.label',
    'wrong_type data.limit',
  ])
})

test('times are RFC 3339 with existing days', () => {
  for (const good of [
    '2026-11-15T10:00:00Z',
    '2024-02-29T23:59:59.999+14:00',
    '0001-01-03T00:00:00z',
    '9999-12-30T23:59:59Z',
  ])
    assert.ok(isTime(good), good)
  for (const bad of [
    '2026-11-15',
    '2026-11-15T10:00:00',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-15T24:00:00Z',
    '2026-11-15T23:59:60Z',
    '2026-11-15T10:00:00+16:00',
    '9999-12-31T23:59:59-12:00',
    '0000-01-01T00:00:00Z',
    '2026-11-15 10:00:00Z',
    '',
  ])
    assert.ok(!isTime(bad), bad)
})
