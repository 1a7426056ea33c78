import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnyResource } from '@wachta/resource'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { registry } from '../src/features/registry.ts'

interface Column {
  readonly type: string
  readonly nullable: boolean
  readonly default: string | null
}

let api: TestApi
let columns: Map<string, Column>

before(async () => {
  api = await startApi()
  const rows = await api.owner.query(sql<
    Column & { table: string; column: string; view: boolean }
  >`select c.relname as table, a.attname as column,
    format_type(a.atttypid, null) as type, not a.attnotnull or c.relkind = 'v' as nullable, pg_get_expr(d.adbin, d.adrelid) as default, c.relkind = 'v' as view
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where n.nspname = 'public' and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'p')`)
  columns = new Map(rows.map(({ table, column, ...rest }) => [`${table}.${column}`, rest]))
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const types: Readonly<Record<string, readonly string[]>> = {
  id: ['bigint'],
  key: ['text'],
  text: ['text'],
  number: ['integer', 'bigint'],
  decimal: ['double precision'],
  minute: ['integer'],
  flag: ['boolean'],
  time: ['timestamp with time zone'],
  list: ['text[]', 'bigint[]', 'jsonb'],
  object: ['jsonb'],
}

const stored = (resource: AnyResource) => Object.keys(resource.fields).filter((name) => !resource.computed?.[name])
const views = ['audit_record', 'group_statistics', 'service_status_record']
const tables = registry.all.filter(({ table }) => !views.includes(table))

for (const resource of registry.all) {
  test(`${resource.name}: every field is a column of its type`, () => {
    assert.ok(columns.has(`${resource.table}.${resource.key}`), 'the key is a column')
    for (const name of stored(resource)) {
      const column = columns.get(`${resource.table}.${name}`)
      assert.ok(column, `${name} is no column`)
      assert.ok(types[resource.fields[name].kind]?.includes(column.type), `${name} is ${column.type}`)
    }
  })
}

for (const resource of tables) {
  test(`${resource.name}: nullability and defaults match the columns`, () => {
    for (const name of stored(resource)) {
      const column = columns.get(`${resource.table}.${name}`)
      const { nullable, schema } = resource.fields[name]
      if (resource.name !== 'subaccount') assert.equal(column?.nullable, nullable, `${name} may be null`)
      if (schema.default !== undefined && resource.create)
        assert.notEqual(column?.default, null, `${name} has its default in the table`)
    }
  })
}

test('the published defaults are those of the tables', async () => {
  const value = async (column: string) => {
    const [row] = await api.owner.query(
      sql<{ value: unknown }>`select ${sql.raw(columns.get(column)?.default ?? 'null')} as value`,
    )
    return row?.value
  }
  for (const resource of tables.filter(({ create }) => create))
    for (const name of stored(resource)) {
      const { default: stated } = resource.fields[name].schema
      if (stated !== undefined)
        assert.deepEqual(await value(`${resource.table}.${name}`), stated, `${resource.name}.${name}`)
    }
})

test('every relation between tables is a foreign key, and every one has an index', async () => {
  const keys = await api.owner.query(sql<{
    from: string
    to: string
  }>`select c.relname || '.' || a.attname as from, f.relname as to
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1] where k.contype = 'f'`)
  const indexed = await api.owner.query(sql<{
    column: string
  }>`select c.relname || '.' || a.attname as column from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]`)
  let checked = 0
  for (const { table, relations = {}, key, computed } of tables)
    for (const { kind, target, column } of Object.values<{ kind: string; target: string; column: string }>(relations)) {
      const targetTable = registry.get(target).table
      if (kind !== 'one' || targetTable === 'dictionary_entry' || column === key || computed?.[column]) continue
      checked += 1
      assert.ok(
        keys.some(({ from, to }) => from === `${table}.${column}` && to === targetTable),
        `${table}.${column} is a foreign key`,
      )
      assert.ok(
        indexed.some((index) => index.column === `${table}.${column}`),
        `${table}.${column} has an index`,
      )
    }
  assert.ok(checked >= 5)
})

test('a stored query column contains all searched columns', async () => {
  const stored = tables.filter(({ queryColumn }) => queryColumn)
  assert.ok(stored.length > 0)
  for (const { table, queryColumn, query = [] } of stored) {
    const made = columns.get(`${table}.${queryColumn}`)?.default ?? ''
    const named = [...made.matchAll(/\b([a-z_]+)\b/g)]
      .map(([, word = '']) => word)
      .filter((word) => query.includes(word))
    assert.deepEqual(named, query)
    assert.match(made, /^folded\(/)
  }
})

test('the application role has exactly the intended rights on every table', async () => {
  const rights = await api.owner.query(sql<{
    table: string
    rights: string
  }>`select table_name as table, string_agg(privilege_type, ' ' order by privilege_type) as rights
    from information_schema.role_table_grants where grantee = 'wachta_app' and table_schema = 'public' group by 1 order by 1`)
  const writable = 'DELETE INSERT SELECT UPDATE'
  const resources = Object.fromEntries(registry.all.map(({ table }) => [table, writable]))
  const others = Object.fromEntries(
    [
      'analysis',
      'analysis_amendment',
      'analyst',
      'analyst_lease',
      'artifact',
      'branding',
      'check_detail',
      'credential',
      'dead_letter',
      'diagnostic',
      'early_decision',
      'evidence_loss',
      'forced_analysis',
      'heartbeat',
      'history_progress',
      'idempotent_answer',
      'login_limit',
      'mass_change',
      'mass_change_check',
      'mail_usage',
      'mailed_token',
      'oauth_key',
      'oauth_record',
      'passkey_challenge',
      'phone_usage',
      'queue_worker',
      'recovery_code',
      'report',
      'report_delivery',
      'report_file',
      'report_preview',
      'result_export',
      'rollup',
      'rollup_due',
      'rollup_progress',
      'scim_group',
      'scim_group_member',
      'seal_due',
      'security_event',
      'sensor_absence',
      'sensor_comparison',
      'sensor_credential',
      'page_certificate',
      'page_certificate_order',
      'planner_leader',
      'sensor_division',
      'sensor_enrolment',
      'sensor_state',
      'sensor_watermark',
      'service_revision',
      'service_state',
      'sso_identity',
      'sso_logout',
      'sso_sign_in',
      'status_page_announcement',
      'status_page_bulletin',
      'status_page_delivery',
      'status_page_domain',
      'status_page_secret',
      'status_page_visit',
      'stray_count',
      'stream_position',
      'user_setting',
      'verified_address',
    ].map((table) => [table, writable]),
  )
  const partly = { account: 'DELETE SELECT' }
  const readable = Object.fromEntries(
    [...views, 'default_template', 'dictionary_entry', 'error_type', 'service_type'].map((table) => [table, 'SELECT']),
  )
  const guarded = {
    audit: 'SELECT',
    audit_erasure: 'DELETE SELECT',
    audit_personal: 'SELECT',
    deleted_service: 'DELETE SELECT',
    migration: 'SELECT',
    seal: 'SELECT',
    seal_stamp: 'INSERT SELECT',
    account_time_zone_version: 'SELECT',
    arriving_service: 'SELECT',
    cell: 'SELECT',
    departed_key: 'SELECT',
    tree_move: 'SELECT',
    suspension_version: 'SELECT',
    weekly_suspension_version: 'SELECT',
  }
  assert.deepEqual(Object.fromEntries(rights.map((row) => [row.table, row.rights])), {
    ...resources,
    ...others,
    ...partly,
    ...readable,
    ...guarded,
  })
})
