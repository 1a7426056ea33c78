import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { compileSchema } from '@wachta/resource'
import { documentFormats, findSchema, operations, type Schema } from '@wachta/testing/api/published'
import type { TSchema } from 'typebox'
import { differences, listNameDifferences } from './compare.ts'
import { maxFilterElements, type SearchableNames, searches, searchRequest } from './tables/search.ts'
import { searchesBeyond } from './tables/services.ts'

const searchOperations = operations.flatMap(({ path, body }) =>
  path.endsWith('/search') && body ? [{ path, name: body.name }] : [],
)
const everySearch = searchOperations.map(({ name }) => name)
/** The API's list of operations; it lacks the searches of our additional resources. */
const listed = await readFile(join(import.meta.dirname, 'operations.tsv'), 'utf8')
const listedSearches = searchOperations
  .filter(({ path }) => listed.includes(`\tPOST\t${path}\t`))
  .map(({ name }) => name)

/** Searches whose names the API does not document. */
const beyond = [
  'escalation_search',
  'escalation_status_search',
  'escalation_suspension_search',
  'escalation_weekly_suspension_search',
  'event_search',
  'event_status_search',
  'report_search',
  'report_template_search',
  'scheduled_suspension_search',
  'suspension_search',
  'weekly_suspension_search',
  'notification_address_search',
  'package_search',
  'periodic_report_address_search',
  'session_search',
  'template_search',
]

test('the resources with names in the interface can be searched, and no search is left out here', () => {
  assert.deepEqual(
    listNameDifferences('searches', listedSearches, [...Object.keys(searches), ...searchesBeyond, ...beyond]),
    [],
  )
})

for (const name of everySearch)
  test(`${name} has the shape that all searches share`, () => {
    for (const form of documentFormats) {
      const schema = findSchema(form, name)
      assert.deepEqual(differences(searchRequest, schema, form), [], form)
      assert.deepEqual(filterFaults(schema), [], form)
      assert.deepEqual(sortFaults(schema), [], form)
    }
  })

for (const [name, expected] of Object.entries(searches))
  test(`${name} takes the names of the interface and no others`, () => {
    for (const form of documentFormats) assert.deepEqual(nameFaults(findSchema(form, name), expected), [], form)
  })

test('a search takes what lies within its limits and refuses what does not', () => {
  const filters = (count: number) => ({ filters: { name: Array(count).fill({ type: 'equals', argument: 'x' }) } })
  const sort = (count: number) => ({ sort: Array(count).fill({ field: 'name' }) })
  const probes: [request: object, passes: boolean][] = [
    [{}, true],
    [{ limit: 0 }, true],
    [{ limit: 1000 }, true],
    [{ limit: -1 }, false],
    [{ limit: 1001 }, false],
    [{ limit: '10' }, false],
    [{ offset: 0 }, true],
    [{ offset: 1_000_000_000 }, true],
    [{ offset: -1 }, false],
    [filters(0), true],
    [filters(32), true],
    [filters(33), false],
    [sort(0), true],
    [sort(256), true],
    [sort(257), false],
    [{ sort: [{ field: 'name', order: 'descending' }] }, true],
    [{ sort: [{ order: 'descending' }] }, false],
    [{ sort: [{ field: 'name', order: 'upwards' }] }, false],
    [{ sort: [{ field: 'password_hash' }] }, false],
    [{ sort: [{ field: 'name', nulls: 'last' }] }, false],
    [{ filters: { password_hash: [{ type: 'equals', argument: 'x' }] } }, false],
    [{ filters: { name: [{ type: 'equals', argument: 'x', mode: 1 }] } }, false],
    [{ filters: { 'permissions.update': [{ type: 'equals', argument: true }] } }, true],
    [{ fields: ['id', 'name'] }, true],
    [{ fields: ['id', 'id'] }, false],
    [{ fields: ['password_hash'] }, false],
    [{ embed: ['permissions', 'permissions.update', 'package.name'] }, true],
    [{ embed: ['permissions', 'permissions'] }, false],
    [{ embed: ['package.nothing'] }, false],
    [{ query: 'any words' }, true],
    [{ query: 1 }, false],
    [{ page: 1 }, false],
  ]
  for (const form of documentFormats) {
    const validate = compileSchema(findSchema(form, 'account_search') as unknown as TSchema)
    for (const [request, passes] of probes)
      assert.equal(validate(request, 'data').length === 0, passes, `${form}: ${JSON.stringify(request).slice(0, 80)}`)
  }
})

test('a name too many or too few, and a limit that moved, are found out', () => {
  const changes: [fault: string, change: (schema: Schema) => void][] = [
    ['fields: id is missing', (schema) => enumOf(schema, 'fields').splice(0, 1)],
    ['embed: secrets is not in the interface', (schema) => enumOf(schema, 'embed').push('secrets')],
    ['filters: name is missing', (schema) => delete member(schema, 'filters').properties?.['name']],
    ['sort: secrets is not in the interface', (schema) => sortNames(schema).push('secrets')],
    ['filters: open', (schema) => delete member(schema, 'filters').additionalProperties],
    ['filters.id: 33', (schema) => Object.assign(member(schema, 'filters').properties?.['id'] ?? {}, { maxItems: 33 })],
    ['sort: entries are open', (schema) => delete member(schema, 'sort').items?.additionalProperties],
    ['sort.maxItems: 257 instead of 256', (schema) => Object.assign(member(schema, 'sort'), { maxItems: 257 })],
    ['limit.default: 20 instead of 10', (schema) => Object.assign(member(schema, 'limit'), { default: 20 })],
  ]
  const names = searches['account_search'] as SearchableNames
  for (const [fault, change] of changes) {
    const schema = structuredClone(findSchema('swagger', 'account_search'))
    change(schema)
    const found = [
      ...differences(searchRequest, schema, 'swagger'),
      ...filterFaults(schema),
      ...sortFaults(schema),
      ...nameFaults(schema, names),
    ]
    assert.ok(found.includes(fault), `${fault}: ${found}`)
  }
})

function nameFaults(
  schema: Schema,
  { fields, filters, sort, embed, mayFilter = [], maySort = [] }: SearchableNames,
): string[] {
  const filterNames = Object.keys(member(schema, 'filters').properties ?? {})
  return [
    ...listNameDifferences('fields', enumOf(schema, 'fields'), fields),
    ...listNameDifferences('embed', enumOf(schema, 'embed'), embed),
    ...listNameDifferences('filters', unless(filterNames, mayFilter, filters), filters),
    ...listNameDifferences('sort', unless(sortNames(schema), maySort, sort), sort),
  ]
}

/** Drops optional names that the API does not document. */
const unless = (names: readonly string[], optional: readonly string[], shown: readonly string[]): string[] =>
  names.filter((name) => shown.includes(name) || !optional.includes(name))

function filterFaults(schema: Schema): string[] {
  const { properties = {}, additionalProperties, required } = member(schema, 'filters')
  return [
    ...(additionalProperties === false ? [] : ['filters: open']),
    ...(required === undefined ? [] : ['filters: required']),
    ...(Object.keys(properties).length > 0 ? [] : ['filters: none']),
    ...Object.entries(properties).flatMap(([name, { type, maxItems, items }]) => [
      ...(type === 'array' ? [] : [`filters.${name}: ${String(type)}`]),
      ...(maxItems === maxFilterElements ? [] : [`filters.${name}: ${String(maxItems)}`]),
      ...(items?.additionalProperties === false ? [] : [`filters.${name}: elements are open`]),
    ]),
  ]
}

function sortFaults(schema: Schema): string[] {
  const { items } = member(schema, 'sort')
  return [
    ...(items?.additionalProperties === false ? [] : ['sort: entries are open']),
    ...listNameDifferences('sort entry', Object.keys(items?.properties ?? {}), ['field', 'order']),
    ...listNameDifferences('sort entry requires', items?.required ?? [], ['field']),
  ]
}

const member = (schema: Schema, name: string): Schema => schema.properties?.[name] ?? {}
const enumOf = (schema: Schema, name: string): string[] => (member(schema, name).items?.enum ?? []) as string[]
const sortNames = (schema: Schema): string[] =>
  (member(schema, 'sort').items?.properties?.['field']?.enum ?? []) as string[]
