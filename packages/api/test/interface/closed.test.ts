import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentFormats, findSchema, operations, type Schema } from '@wachta/testing/api/published'

const bodies = [...new Set(operations.flatMap(({ body }) => (body ? [body.name] : [])))].sort()

/** Bodies that ignore unknown properties, and why. */
const open: Readonly<Record<string, string>> = {
  accounts_scope: 'the interface does not call it closed',
  auth_token_create_data: 'as above',
  bulk_group_change_data: 'as above',
  correction_bulk_update_data: 'as above',
}

/** Objects whose property names the schema does not know, and how they are validated instead. */
const named: Readonly<Record<string, string>> = {
  'apply_data.groups[].assigned_sensor_ids': 'categories of service types: an unknown one is an unknown reference',
  'apply_data.services[].extended_settings': 'the closed schema of the service type',
  'group_create_data.assigned_sensor_ids': 'as in apply_data',
  'group_update_data.assigned_sensor_ids': 'as in apply_data',
  'service_create_data.extended_settings': 'the closed schema of the service type',
  'service_update_data.extended_settings': 'as above',
  'custom_analysis_data.extended_settings': 'as above',
  'scheduled_custom_analysis_data.extended_settings': 'as above',
}

/** Bodies that may be any JSON value, and why. */
const anything: Readonly<Record<string, string>> = {
  user_setting: 'a client keeps whatever it wants under a key',
}

/** The argument of a filter depends on its field, so it is validated outside the schema. */
const checkedApart = /^\w+_search\.filters\.[\w.]+\[\]\.argument$/

test('every object level of every request is closed, but for those that the interface leaves open', () => {
  assert.ok(bodies.includes('account_create_data'))
  for (const form of documentFormats) {
    const found = bodies.flatMap((name) => openLevels(findSchema(form, name), name))
    const unchecked = found.filter((level) => !checkedApart.test(level))
    assert.deepEqual(unchecked, [...Object.keys({ ...open, ...named, ...anything })].sort(), form)
  }
})

test('the walk reaches every level, and an open one is found wherever it is', () => {
  const opened: [level: string, change: (schema: Schema) => void][] = [
    ['account_create_data', (schema) => delete schema.additionalProperties],
    ['account_create_data.user_data', (schema) => delete schema.properties?.['user_data']?.additionalProperties],
    ['account_search.filters', (schema) => delete schema.properties?.['filters']?.additionalProperties],
    [
      'account_search.filters.id[]',
      (schema) => delete schema.properties?.['filters']?.properties?.['id']?.items?.additionalProperties,
    ],
    ['account_search.sort[]', (schema) => delete schema.properties?.['sort']?.items?.additionalProperties],
    [
      'admin_package_create_data.available_service_types[]',
      (schema) => delete schema.properties?.['available_service_types']?.items?.additionalProperties,
    ],
    ['account_create_data.name', (schema) => Object.assign(schema.properties ?? {}, { name: {} })],
    [
      'account_create_data.any',
      (schema) => Object.assign(schema.properties ?? {}, { any: { anyOf: [{ type: 'object' }] } }),
    ],
  ]
  for (const [level, change] of opened) {
    const name = level.split('.')[0] ?? ''
    const schema = structuredClone(findSchema('swagger', name))
    change(schema)
    const found = openLevels(schema, name).filter((one) => !checkedApart.test(one))
    assert.deepEqual(found, [level])
  }
})

test('the argument of a filter that is no plain value is refused beside the schema', () => {
  for (const { path, body, check } of operations.filter((operation) => operation.path.endsWith('/search'))) {
    const filters = Object.keys(findSchema('swagger', body?.name ?? '').properties?.['filters']?.properties ?? {})
    assert.ok(filters.length > 0, path)
    for (const name of filters)
      for (const argument of [{}, { $ne: 1 }, [], [{}], null, undefined])
        assert.equal(
          check?.({ filters: { [name]: [{ type: 'equals', argument }] } }).length,
          1,
          `${path}: ${name} equals ${JSON.stringify(argument)}`,
        )
  }
})

test('a request that is read without a body schema does not exist', () => {
  const withBody = new Set(['POST', 'PUT'])
  const bare = operations.filter(({ method, body }) => !body && withBody.has(method)).map(({ path }) => path)
  assert.deepEqual(bare.sort(), [
    '/accounts/{_id}/block',
    '/accounts/{_id}/customer_portal_sessions',
    '/accounts/{_id}/observe',
    '/accounts/{_id}/recovery_codes',
    '/accounts/{_id}/resend_invitation',
    '/accounts/{_id}/signing_keys',
    '/accounts/{_id}/unblock',
    '/admin/accounts/{_id}/block',
    '/admin/accounts/{_id}/unblock',
    '/api_keys/{_id}/revoke',
    '/applications/{_id}/rotate_secret',
    '/authorization_requests/{_uid}/deny',
    '/contact_addresses/{_id}/send_test_notification',
    '/contact_addresses/{_id}/send_verification_code',
    '/groups/{_id}/send_test_sms_notification',
    '/heartbeats/{_token}',
    '/notification_addresses/{_id}/send_test_sms_notification',
    '/notification_addresses/{_id}/send_verification_code',
    '/passkeys/registration',
    '/reports/{_id}/revoke_links',
    '/sensors/{_id}/enrolment',
    '/sensors/{_id}/revoke',
    '/services/{_id}/archive',
    '/services/{_id}/force_analysis',
    '/services/{_id}/heartbeat_token',
    '/services/{_id}/restore',
    '/services/{_id}/send_test_sms_notification',
    '/sso_connections/{_id}/scim_token',
    '/sso_connections/{_id}/test',
    '/sso_domains/{_id}/verify',
    '/status_pages/{_id}/link',
  ])
})

/** Every place in a schema where an unknown property would be accepted. */
function openLevels(schema: Schema, at: string): string[] {
  const { type, properties = {}, items, additionalProperties } = schema
  const types = [type].flat()
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as Schema[])
  const saysNothing = type === undefined && alternatives.length === 0 && schema['$ref'] === undefined
  const isOpen = saysNothing || (types.includes('object') && additionalProperties !== false)
  return [
    ...(isOpen ? [at] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => openLevels(inner, `${at}.${name}`)),
    ...(items ? openLevels(items, `${at}[]`) : []),
    ...alternatives.flatMap((inner) => openLevels(inner, at)),
  ]
}
