import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileSchema } from '@wachta/resource'
import type { TSchema } from 'typebox'
import { differences, unlike } from './compare.ts'
import { fitting, probes } from './probe.ts'
import { forms, operations, type Schema, schemaAt } from './published.ts'
import * as accounts from './tables/accounts.ts'
import * as catalogues from './tables/catalogues.ts'
import { permissions } from './tables/permissions.ts'
import type { Table } from './tables/table.ts'

const tables: readonly Table[] = [...Object.values(accounts), ...Object.values(catalogues).flat()]
const bodies = new Set(operations.map(({ body }) => body?.name))
const requests = tables.filter(({ schema }) => bodies.has(schema.split('.')[0]))

for (const table of tables)
  test(`${table.schema} is published as the interface has it`, () => {
    for (const form of forms) assert.deepEqual(differences(table, schemaAt(form, table.schema), form), [], form)
  })

for (const table of tables)
  test(`each field of ${table.schema} takes what lies within its bounds and refuses what does not`, () => {
    for (const form of forms)
      for (const row of table.rows) {
        const isValid = validator(schemaAt(form, table.schema).properties?.[row[0]] ?? {})
        for (const { value, passes } of probes(row))
          assert.equal(isValid(value), passes, `${form}: ${row[0]} ${JSON.stringify(value).slice(0, 80)}`)
      }
  })

for (const table of requests)
  test(`${table.schema} asks for what is required, and is as closed as the interface says`, () => {
    const { required = [], rows, closed } = table
    const full = Object.fromEntries(rows.map((row) => [row[0], filling(table, row)]))
    const least = Object.fromEntries(required.map((name) => [name, full[name]]))
    for (const form of forms) {
      const isValid = validator(schemaAt(form, table.schema))
      assert.equal(isValid(full), true, `${form}: everything`)
      assert.equal(isValid(least), true, `${form}: no more than what is required`)
      for (const name of required) assert.equal(isValid(without(least, name)), false, `${form}: without ${name}`)
      assert.equal(isValid({ ...least, unheard_of: 1 }), !closed, `${form}: with an unknown property`)
    }
  })

for (const [name, { flags, ours = [] }] of Object.entries(permissions))
  test(`${name} has the flags of the interface, all of them boolean`, () => {
    for (const form of forms) {
      const { properties = {}, additionalProperties, required } = schemaAt(form, name)
      assert.deepEqual(unlike('flags', Object.keys(properties), [...flags, ...ours]), [])
      assert.deepEqual([...new Set(Object.values(properties).map(({ type }) => type))], ['boolean'])
      assert.deepEqual({ additionalProperties, required }, { additionalProperties: undefined, required: undefined })
    }
  })

test('each shape stands at the operation that it belongs to', () => {
  const bound: [operation: string, body: string | undefined, result: string | undefined][] = [
    ['POST /accounts', 'account_create_data', 'account_create_result'],
    ['POST /accounts/register', 'account_create_data', 'account_create_result'],
    ['POST /accounts/search', 'account_search', 'account[]'],
    ['GET /accounts', undefined, 'account[]'],
    ['GET /accounts/{_id}', undefined, 'account'],
    ['GET /accounts/{_id}/permissions', undefined, 'account_permission'],
    ['GET /accounts/{_id}/activate', undefined, 'account_activation_result'],
    ['POST /accounts/{_id}/close', 'close_account_data', undefined],
    ['POST /admin/accounts', 'admin_account_create_data', 'admin_account_create_result'],
    ['POST /admin/accounts/search', 'admin_account_search', 'admin_account[]'],
    ['GET /admin/accounts/{_id}', undefined, 'admin_account'],
    ['GET /admin/accounts/{_id}/permissions', undefined, 'admin_account_permission'],
    ['POST /admin/packages/search', 'admin_package_search', 'admin_package[]'],
    ['GET /admin/packages/{_id}', undefined, 'admin_package'],
    ['GET /admin/packages/{_id}/permissions', undefined, 'admin_package_permission'],
    ['POST /auth_token', 'auth_token_create_data', 'auth_token_create_result'],
    ['POST /sessions', 'auth_token_create_data', 'session_create_result'],
    ['POST /error_types/search', 'error_type_search', 'error_type[]'],
    ['GET /error_types/{_id}', undefined, 'error_type'],
    ['GET /error_types/{_id}/permissions', undefined, 'error_type_permission'],
    ['GET /user_data/{_id}', undefined, 'user_data'],
    ['GET /accounts/{_account_id}/logs/authentications', undefined, 'authentication[]'],
  ]
  const actual = bound.map(([name]) => {
    const { body, result } = operations.find(({ method, path }) => `${method} ${path}` === name) ?? {}
    const answer = Array.isArray(result) ? `${result[0].name}[]` : (result as { name: string } | undefined)?.name
    return [name, body?.name, answer]
  })
  assert.deepEqual(actual, bound)
})

test('GET /accounts/:id/activate takes the parameters token and account_id', () => {
  const activate = operations.find(({ path }) => path === '/accounts/{_id}/activate')
  assert.deepEqual(activate?.query?.map(({ name }) => name).sort(), ['account_id', 'token'])
})

test('a published schema that differs from the interface in anything is found out', () => {
  const { accountCreateData: table } = accounts
  const changes: [difference: string, change: (schema: Schema) => void][] = [
    ['additionalProperties: undefined instead of false', (schema) => delete schema.additionalProperties],
    ['fields: name is missing', (schema) => delete schema.properties?.['name']],
    ['fields: nickname is not in the interface', (schema) => Object.assign(propertiesOf(schema), { nickname: {} })],
    ['required: password is missing', (schema) => schema.required?.splice(schema.required.indexOf('password'), 1)],
    ['required: package_id is not in the interface', (schema) => schema.required?.push('package_id')],
    ['name.maxLength: 256 instead of 255', (schema) => Object.assign(field(schema, 'name'), { maxLength: 256 })],
    ['name.maxLength: undefined instead of 255', (schema) => delete field(schema, 'name')['maxLength']],
    [
      'package_id.maximum: 9 instead of undefined',
      (schema) => Object.assign(field(schema, 'package_id'), { maximum: 9 }),
    ],
    ['name.type: "integer" instead of "string"', (schema) => Object.assign(field(schema, 'name'), { type: 'integer' })],
    ['is_read_only.default: undefined instead of false', (schema) => delete field(schema, 'is_read_only').default],
    ['name.default: "x" instead of undefined', (schema) => Object.assign(field(schema, 'name'), { default: 'x' })],
    ['username: the rule on characters is missing', (schema) => delete field(schema, 'username').pattern],
    ['name: ^a is not in the interface', (schema) => Object.assign(field(schema, 'name'), { pattern: '^a' })],
    [
      'parent_account_id.type: "integer" instead of ["integer","null"]',
      (schema) => Object.assign(field(schema, 'parent_account_id'), { type: 'integer' }),
    ],
  ]
  const known = new Set(differences(table, schemaAt('swagger', table.schema), 'swagger'))
  for (const [difference, change] of changes) {
    const schema = structuredClone(schemaAt('swagger', table.schema))
    change(schema)
    const found = differences(table, schema, 'swagger').filter((one) => !known.has(one))
    assert.ok(found.includes(difference), `${difference}: ${found}`)
  }
})

test('each form has its own way of writing null, and the other one is found out', () => {
  const { account: table } = accounts
  const swapped = differences(table, schemaAt('swagger', 'account'), 'openapi')
  assert.deepEqual(swapped, [
    'parent_account_id.type: ["integer","null"] instead of "integer"',
    'parent_account_id.nullable: undefined instead of true',
  ])
})

function validator(schema: Schema): (value: unknown) => boolean {
  const validate = compileSchema(schema as unknown as TSchema)
  return (value) => validate(value, 'data').length === 0
}

/** The one object inside a request has a table of its own. */
function filling(table: Table, row: Table['rows'][number]): unknown {
  return row[1] === 'object' && table === accounts.accountCreateData
    ? Object.fromEntries(accounts.userDataCreateData.rows.map((inner) => [inner[0], fitting(inner)]))
    : fitting(row)
}

const without = (values: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))

const propertiesOf = (schema: Schema): Record<string, Schema> => schema.properties ?? {}
const field = (schema: Schema, name: string): Schema => propertiesOf(schema)[name] ?? {}
