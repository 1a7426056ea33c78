import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileSchema } from '@wachta/resource'
import {
  type DocumentFormat,
  documentFormats,
  findSchema,
  operations,
  type Schema,
} from '@wachta/testing/api/published'
import type { TSchema } from 'typebox'
import { differences, listNameDifferences } from './compare.ts'
import { fitting, probes } from './probe.ts'
import * as accounts from './tables/accounts.ts'
import * as catalogues from './tables/catalogues.ts'
import * as contacts from './tables/contacts.ts'
import * as corrections from './tables/corrections.ts'
import * as diagnostics from './tables/diagnostics.ts'
import * as history from './tables/history.ts'
import { permissions } from './tables/permissions.ts'
import * as services from './tables/services.ts'
import * as statistics from './tables/statistics.ts'
import type { Table } from './tables/table.ts'
import * as templates from './tables/templates.ts'

const tables: readonly Table[] = [
  ...Object.values(accounts),
  ...Object.values(catalogues).flat(),
  ...Object.values(corrections),
  ...Object.values(contacts),
  ...Object.values(diagnostics),
  ...Object.values(history),
  ...Object.values(templates),
  services.accountsScope,
  services.bulkGroupChangeData,
  services.service,
  ...Object.values(statistics),
]
const bodies = new Set(operations.map(({ body }) => body?.name))
const requests = tables.filter(({ schema }) => bodies.has(schema.split('.')[0]))

for (const table of tables)
  test(`${table.schema} is published as the interface has it`, () => {
    for (const form of documentFormats)
      assert.deepEqual(differences(table, findSchema(form, table.schema), form), [], form)
  })

for (const table of tables)
  test(`each field of ${table.schema} takes what lies within its bounds and refuses what does not`, () => {
    for (const form of documentFormats)
      for (const row of table.rows) {
        const isValid = validator(findSchema(form, table.schema).properties?.[row[0]] ?? {})
        for (const { value, passes } of probes(row))
          assert.equal(isValid(value), passes, `${form}: ${row[0]} ${JSON.stringify(value).slice(0, 80)}`)
      }
  })

for (const table of requests)
  test(`${table.schema} asks for what is required, and is as closed as the interface says`, () => {
    const { required = [], rows, closed } = table
    const full = Object.fromEntries(rows.map((row) => [row[0], filling(table, row)]))
    const least = Object.fromEntries(required.map((name) => [name, full[name]]))
    for (const form of documentFormats) {
      const isValid = validator(findSchema(form, table.schema))
      assert.equal(isValid(full), true, `${form}: everything`)
      assert.equal(isValid(least), true, `${form}: no more than what is required`)
      for (const name of required) assert.equal(isValid(without(least, name)), false, `${form}: without ${name}`)
      assert.equal(isValid({ ...least, unheard_of: 1 }), !closed, `${form}: with an unknown property`)
    }
  })

for (const [name, { flags, ours = [] }] of Object.entries({ ...permissions, ...services.servicePermissions }))
  test(`${name} has the flags of the interface, all of them boolean`, () => {
    for (const form of documentFormats) {
      const { properties = {}, additionalProperties, required } = findSchema(form, name)
      assert.deepEqual(listNameDifferences('flags', Object.keys(properties), [...flags, ...ours]), [])
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
    ['GET /accounts/{_id}/stats', undefined, 'account_stats'],
    ['GET /accounts/{_id}/stats/by_service_type_category', undefined, 'account_stats_by_service_type_category[]'],
    ['POST /accounts/{_id}/copy_group_shares', 'accounts_scope', undefined],
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
    ['POST /corrections', 'correction_create_data', 'correction_create_result'],
    ['POST /corrections/bulk_create', 'correction_bulk_create_data', 'correction_create_result[]'],
    ['POST /corrections/bulk_update', 'correction_bulk_update_data', undefined],
    ['POST /corrections/search', 'correction_search', 'correction[]'],
    ['GET /corrections', undefined, 'correction[]'],
    ['GET /corrections/{_id}', undefined, 'correction'],
    ['GET /corrections/{_id}/permissions', undefined, 'correction_permission'],
    ['POST /services/{_id}/corrections/bulk_create', 'correction_intervals_create_data', 'correction_create_result[]'],
    ['GET /services/{_id}/history/analyses', undefined, 'analysis[]'],
    ['GET /services/{_id}/history/analyses/{_analysis_id}', undefined, 'analysis'],
    ['GET /services/{_id}/history/analyses/{_analysis_id}/checks', undefined, 'check[]'],
    ['GET /services/{_id}/history/analyses/{_analysis_id}/checks/{_sensor_id}', undefined, 'check'],
    ['GET /services/{_id}/history/analyses/{_analysis_id}/checks/{_sensor_id}/details', undefined, 'check_detail'],
    ['GET /services/{_id}/history/checks', undefined, 'check[]'],
    ['GET /services/{_id}/history/analyses/{_analysis_id}/checks/{_sensor_id}/artifacts', undefined, 'artifact[]'],
    [
      'GET /services/{_id}/history/analyses/{_analysis_id}/checks/{_sensor_id}/artifacts/{_artifact_id}',
      undefined,
      'artifact',
    ],
    ['POST /system/dns_diagnostics', 'dns_diagnostic_create_data', 'dns_diagnostic_create_result'],
    ['GET /system/dns_diagnostics/{_id}', undefined, 'dns_diagnostic'],
    ['GET /services/{_id}/charts/availability/range', undefined, 'availability_time_range'],
    ['POST /contacts', 'contact_create_data', 'contact_create_result'],
    ['POST /contacts/search', 'contact_search', 'contact[]'],
    ['GET /contacts/{_id}', undefined, 'contact'],
    ['GET /contacts/{_id}/permissions', undefined, 'contact_permission'],
    ['POST /contact_addresses', 'contact_address_create_data', 'contact_address_create_result'],
    ['POST /contact_addresses/search', 'contact_address_search', 'contact_address[]'],
    ['GET /contact_addresses/{_id}', undefined, 'contact_address'],
    ['GET /contact_addresses/{_id}/permissions', undefined, 'contact_address_permission'],
    ['POST /contact_groups', 'contact_group_create_data', 'contact_group_create_result'],
    ['POST /contact_groups/search', 'contact_group_search', 'contact_group[]'],
    ['GET /contact_groups/{_id}', undefined, 'contact_group'],
    ['GET /contact_groups/{_id}/permissions', undefined, 'contact_group_permission'],
    ['POST /contact_suspensions', 'contact_suspension_create_data', 'contact_suspension_create_result'],
    ['POST /contact_suspensions/search', 'contact_suspension_search', 'contact_suspension[]'],
    ['GET /contact_suspensions/{_id}', undefined, 'contact_suspension'],
    ['GET /contact_suspensions/{_id}/permissions', undefined, 'contact_suspension_permission'],
    [
      'POST /contact_weekly_suspensions',
      'contact_weekly_suspension_create_data',
      'contact_weekly_suspension_create_result',
    ],
    ['POST /contact_weekly_suspensions/search', 'contact_weekly_suspension_search', 'contact_weekly_suspension[]'],
    ['GET /contact_weekly_suspensions/{_id}', undefined, 'contact_weekly_suspension'],
    ['GET /contact_weekly_suspensions/{_id}/permissions', undefined, 'contact_weekly_suspension_permission'],
    ['GET /contacts/{_id}/custom_templates', undefined, 'custom_template[]'],
    ['GET /contacts/{_id}/custom_templates/{_channel_id}', undefined, 'custom_template'],
    ['POST /default_templates/search', 'default_template_search', 'default_template[]'],
    ['GET /default_templates/{_channel_id}/{_language_id}', undefined, 'default_template'],
    ['POST /error_types/search', 'error_type_search', 'error_type[]'],
    ['GET /error_types/{_id}', undefined, 'error_type'],
    ['GET /error_types/{_id}/permissions', undefined, 'error_type_permission'],
    ['POST /services', 'service_create_data', 'service_create_result'],
    ['POST /services/search', 'service_search', 'service[]'],
    ['POST /services/bulk_change_group', 'bulk_group_change_data', undefined],
    ['GET /services/{_id}', undefined, 'service'],
    ['GET /services/{_id}/permissions', undefined, 'service_permission'],
    ['GET /groups/{_id}', undefined, 'group'],
    ['GET /groups/{_id}/permissions', undefined, 'group_permission'],
    ['GET /user_data/{_id}', undefined, 'user_data'],
    ['GET /accounts/{_account_id}/logs/authentications', undefined, 'authentication[]'],
    ['GET /accounts/{_account_id}/logs/contact_notifications', undefined, 'contact_notification[]'],
    ['GET /accounts/{_account_id}/logs/contact_notifications/{_id}', undefined, 'contact_notification'],
  ]
  const actual = bound.map(([name]) => {
    const { body, result } = operations.find(({ method, path }) => `${method} ${path}` === name) ?? {}
    const answer = Array.isArray(result) ? `${result[0].name}[]` : (result as { name: string } | undefined)?.name
    return [name, body?.name, answer]
  })
  assert.deepEqual(actual, bound)
})

for (const schema of services.assignedSensorIds)
  test(`${schema} holds arrays of ids, none of them empty`, () => {
    for (const form of documentFormats) assert.deepEqual(sensorFaults(findSchema(form, schema), form), [], form)
    // Only the Swagger form has all the bounds.
    const isValid = validator(findSchema('swagger', schema))
    for (const value of [{}, { default: [1] }, { default: [2, 1], ipv6: [1] }]) assert.equal(isValid(value), true)
    for (const ids of [[], [0], [1, 1], ['1'], [1.5], null, 1, {}]) assert.equal(isValid({ default: ids }), false)
    for (const value of [[], null, 'default', [[1]]]) assert.equal(isValid(value), false)
  })

test('assigned sensors that may be none, or any number, or twice the same, are found out', () => {
  const changes: [difference: string, change: (ids: Schema) => void][] = [
    ['sensors.minItems: undefined instead of 1', (ids) => delete ids['minItems']],
    ['sensors.maxItems: undefined instead of 1000', (ids) => delete ids['maxItems']],
    ['sensors.uniqueItems: undefined instead of true', (ids) => delete ids['uniqueItems']],
    [
      'sensors.items: {"type":"integer"} instead of {"type":"integer","minimum":1}',
      (ids) => delete ids.items?.['minimum'],
    ],
  ]
  for (const [difference, change] of changes) {
    const schema = structuredClone(findSchema('swagger', 'group.assigned_sensor_ids'))
    change(schema.additionalProperties as Schema)
    assert.deepEqual(sensorFaults(schema, 'swagger'), [difference])
  }
})

test('GET /accounts/:id/activate takes the parameters token and account_id', () => {
  const activate = operations.find(({ path }) => path === '/accounts/{_id}/activate')
  assert.deepEqual(activate?.query?.map(({ name }) => name).sort(), ['account_id', 'token'])
})

test('a published schema that differs from the API in anything is found out', () => {
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
  const known = new Set(differences(table, findSchema('swagger', table.schema), 'swagger'))
  for (const [difference, change] of changes) {
    const schema = structuredClone(findSchema('swagger', table.schema))
    change(schema)
    const found = differences(table, schema, 'swagger').filter((one) => !known.has(one))
    assert.ok(found.includes(difference), `${difference}: ${found}`)
  }
})

test('ids that are bounded otherwise, or are no ids, are found out', () => {
  const { correctionBulkCreateData: table } = corrections
  const changes: [difference: string, change: (ids: Schema) => void][] = [
    ['service_ids.maxItems: 999 instead of 1000', (ids) => Object.assign(ids, { maxItems: 999 })],
    ['service_ids.uniqueItems: true instead of undefined', (ids) => Object.assign(ids, { uniqueItems: true })],
    [
      'service_ids.items: {"type":"integer"} instead of {"type":"integer","minimum":1}',
      (ids) => Object.assign(ids, { items: { type: 'integer' } }),
    ],
  ]
  for (const [difference, change] of changes) {
    const schema = structuredClone(findSchema('swagger', table.schema))
    change(field(schema, 'service_ids'))
    assert.deepEqual(differences(table, schema, 'swagger'), [difference])
  }
  const bounded = findSchema('swagger', table.schema)
  assert.deepEqual(differences(table, bounded, 'openapi'), ['service_ids.maxItems: 1000 instead of undefined'])
})

test('each form has its own way of writing null, and the other one is found out', () => {
  const { account: table } = accounts
  const swapped = differences(table, findSchema('swagger', 'account'), 'openapi')
  assert.deepEqual(swapped, [
    'parent_account_id.type: ["integer","null"] instead of "integer"',
    'parent_account_id.nullable: undefined instead of true',
  ])
})

test('a size bound that belongs to the Swagger form is missed there, and found out in the other', () => {
  for (const [table, field, bound] of [
    [contacts.contactGroup, 'contact_ids', 1000],
    [templates.defaultTemplate, 'artifact_type_ids', 20],
  ] as const) {
    const [bounded, open] = [findSchema('swagger', table.schema), findSchema('openapi', table.schema)]
    assert.deepEqual(differences(table, bounded, 'openapi'), [`${field}.maxItems: ${bound} instead of undefined`])
    assert.deepEqual(differences(table, open, 'swagger'), [`${field}.maxItems: undefined instead of ${bound}`])
  }
})

test('ids in an array are at least 1, and a schema that says otherwise is found out', () => {
  const schema = structuredClone(findSchema('swagger', 'contact_group'))
  Object.assign(field(schema, 'contact_ids'), { items: { type: 'integer' } })
  assert.deepEqual(differences(contacts.contactGroup, schema, 'swagger'), [
    'contact_ids.items: {"type":"integer"} instead of {"type":"integer","minimum":1}',
  ])
})
/** Compares the sensors of a category as if they were a field. */
function sensorFaults({ type, additionalProperties }: Schema, form: DocumentFormat): string[] {
  const held = { sensors: additionalProperties as Schema }
  const table = { closed: false, rows: [services.sensorsOfCategory] }
  return differences(table, { ...(type !== undefined && { type }), properties: held }, form)
}

function validator(schema: Schema): (value: unknown) => boolean {
  const validate = compileSchema(schema as unknown as TSchema)
  return (value) => validate(value, 'data').length === 0
}

/** A valid value for a row; the only nested object has a table of its own. */
function filling(table: Table, row: Table['rows'][number]): unknown {
  return row[1] === 'object' && table === accounts.accountCreateData
    ? Object.fromEntries(accounts.userDataCreateData.rows.map((inner) => [inner[0], fitting(inner)]))
    : fitting(row)
}

const without = (values: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))

const propertiesOf = (schema: Schema): Record<string, Schema> => schema.properties ?? {}
const field = (schema: Schema, name: string): Schema => propertiesOf(schema)[name] ?? {}
