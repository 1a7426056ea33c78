import { sql } from 'kysely'
import { Type } from 'typebox'
import { filterTypes } from './filters.ts'
import { createRow, deleteRow, demand, updateRow } from './mutation.ts'
import { searchNames } from './names.ts'
import type { Answer, Call, Operation, QueryParameter } from './operation.ts'
import { callerRef } from './permission.ts'
import { refuse, refuseAny } from './refusal.ts'
import type { AnyResource } from './registry.ts'
import type { Relation, Served, Values } from './resource.ts'
import { belongs, field, rowRef, table } from './row.ts'
import { type ResourceSchemas, resourceSchemas } from './schemas.ts'
import { permissions, type Within } from './search.ts'
import { readQueryString, searched, searchFaults, writtenOut } from './search-request.ts'
import type { SearchRequest } from './search-types.ts'
import type { Searcher } from './searcher.ts'
import { bind, parameter } from './statement.ts'
import { compileSchema, type Validate } from './validate.ts'

type Key = string | number

/** The operations that follow from a resource's definition; what it can do beyond them it says as operations of its own. */
export function resourceOperations(resource: AnyResource, searcher: Searcher): Operation[] {
  const parts = partsOf(resource, searcher)
  const served = (resource.serve?.operations ?? []).map((kind) => makers[kind](parts))
  return [...served, ...relationOperations(parts)]
}

interface Parts {
  readonly resource: AnyResource
  readonly searcher: Searcher
  readonly schemas: ResourceSchemas
  readonly validate: Validate
  readonly path: string
  readonly tag: string
  readonly title: string
  readonly access: (kind: Served) => Operation['access']
}

const known = new WeakMap<Searcher, Map<string, Parts>>()

/** Schemas are compiled once, however many operations speak of a resource. */
function partsOf(resource: AnyResource, searcher: Searcher): Parts {
  const ofSearcher = known.get(searcher) ?? new Map<string, Parts>()
  known.set(searcher, ofSearcher)
  const parts = ofSearcher.get(resource.name) ?? makeParts(resource, searcher)
  ofSearcher.set(resource.name, parts)
  return parts
}

function makeParts(resource: AnyResource, searcher: Searcher): Parts {
  const { serve } = resource
  const schemas = resourceSchemas(resource, searcher.registry)
  return {
    resource,
    searcher,
    schemas,
    validate: compileSchema(schemas.search.schema),
    path: serve?.path ?? '',
    tag: serve?.tag ?? '',
    title: resource.title ?? resource.name.replaceAll('_', ' '),
    access: (kind) => (serve?.public?.includes(kind) ? 'public' : (serve?.scope ?? 'customer')),
  }
}

const makers: Readonly<Record<Served, (parts: Parts) => Operation>> = {
  list: (parts) => ({
    id: `list_${plural(parts.resource)}`,
    method: 'GET',
    path: parts.path,
    tag: parts.tag,
    summary: `List of ${parts.title} records that the caller may read.`,
    access: parts.access('list'),
    query: [...listParameters, ...filterParameters(parts)],
    status: 200,
    result: [parts.schemas.record],
    handle: async (call) => page(parts, listRequest(parts, call), call),
  }),
  search: (parts) => ({
    id: `search_${plural(parts.resource)}`,
    method: 'POST',
    path: `${parts.path}/search`,
    tag: parts.tag,
    summary: `Advanced search of ${parts.title} records.`,
    access: parts.access('search'),
    body: parts.schemas.search,
    bodyOptional: true,
    status: 200,
    result: [parts.schemas.record],
    reads: true,
    normalise: writtenOut,
    check: (body) => searchFaults(body, parts.resource, parts.searcher.registry, 'data'),
    handle: (call) => page(parts, (call.body ?? {}) as SearchRequest, call),
  }),
  read: (parts) => ({
    id: `read_${parts.resource.name}`,
    method: 'GET',
    path: `${parts.path}/{_id}`,
    tag: parts.tag,
    summary: `Read one ${parts.title}.`,
    access: parts.access('read'),
    on: { resource: parts.resource.name, flag: 'read' },
    query: oneParameters,
    status: 200,
    result: parts.schemas.record,
    handle: async (call) => {
      const text = await parts.searcher.read(
        {
          resource: parts.resource,
          request: listRequest(parts, call),
          within: byKey(parts.resource),
          keys: [keyOf(parts.resource, call)],
        },
        call,
      )
      return text === undefined ? refuse('not_found') : { text }
    },
  }),
  create: (parts) => ({
    id: `create_${parts.resource.name}`,
    method: 'POST',
    path: parts.path,
    tag: parts.tag,
    summary: `Create one ${parts.title}.`,
    access: parts.access('create'),
    ...(parts.schemas.createData && { body: parts.schemas.createData }),
    status: 201,
    ...(parts.schemas.createResult && { result: parts.schemas.createResult }),
    ...(parts.resource.create?.slow && { slow: true }),
    handle: (call) => createRow(parts.searcher.registry, parts.resource, call.body as Values, call),
  }),
  update: (parts) => ({
    id: `update_${parts.resource.name}`,
    method: 'PUT',
    path: `${parts.path}/{_id}`,
    tag: parts.tag,
    summary: `Change one ${parts.title}; fields left out stay as they are.`,
    access: parts.access('update'),
    on: { resource: parts.resource.name, flag: 'update' },
    ...(parts.schemas.updateData && { body: parts.schemas.updateData }),
    status: 204,
    handle: async (call) => {
      await updateRow(parts.searcher.registry, parts.resource, keyOf(parts.resource, call), call.body as Values, call)
      return undefined
    },
  }),
  delete: (parts) => ({
    id: `delete_${parts.resource.name}`,
    method: 'DELETE',
    path: `${parts.path}/{_id}`,
    tag: parts.tag,
    summary: `Delete one ${parts.title}.`,
    access: parts.access('delete'),
    on: { resource: parts.resource.name, flag: 'delete' },
    status: 204,
    handle: async (call) => {
      await deleteRow(parts.searcher.registry, parts.resource, keyOf(parts.resource, call), call)
      return undefined
    },
  }),
  permissions: (parts) => ({
    id: `read_${parts.resource.name}_permissions`,
    method: 'GET',
    path: `${parts.path}/{_id}/permissions`,
    tag: 'permissions',
    summary: `What the caller may do with one ${parts.title}.`,
    access: parts.access('permissions'),
    on: { resource: parts.resource.name, flag: 'read' },
    status: 200,
    result: parts.schemas.permission,
    handle: async (call) => ({ value: await permissionsOf(parts, call) }),
  }),
}

async function permissionsOf({ resource, searcher }: Parts, { caller, params, db }: Call): Promise<unknown> {
  const scope = { registry: searcher.registry, caller: callerRef(caller) }
  const row = rowRef(resource, 't', scope)
  const key = keyOf(resource, { caller, params })
  const statement = sql<{
    flags: unknown
  }>`select ${permissions(resource, row, scope)} as flags from ${table(resource)} as t
where ${row(resource.key)} = ${key} and ${belongs(resource, row, 'read', scope)}`
  const [found] = await db.run<{ flags: unknown }>(bind(db.compile(statement), { caller, request: {}, keys: [] }))
  return found ? found.flags : refuse('not_found')
}

/** Routes along the relations of a resource, in both directions. */
function relationOperations(parts: Parts): Operation[] {
  return Object.entries<Relation>(parts.resource.relations ?? {}).flatMap(([name, relation]) => [
    ...(relation.route ? [relationOperation(parts, name, relation)] : []),
    ...(relation.collection ? [collectionOperation(parts, relation)] : []),
  ])
}

function relationOperation({ resource, searcher, path }: Parts, name: string, relation: Relation): Operation {
  const target = partsOf(searcher.registry.get(relation.target), searcher)
  const { kind, column, route } = relation
  const within: Within = {
    shape: `of ${resource.name}.${name}`,
    condition: (row, scope) => {
      const parent = rowRef(resource, 'parent', scope)
      const keys = field(resource, parent, column, scope)
      const linked =
        kind === 'one' ? sql`${row(target.resource.key)} = ${keys}` : sql`${row(target.resource.key)} = any(${keys})`
      return sql<boolean>`exists (select from ${table(resource)} as parent where ${parent(resource.key)} = ${pathKey} and ${linked} and ${belongs(resource, parent, 'read', scope)})`
    },
  }
  const common = {
    id: `read_${resource.name}_${name}`,
    method: 'GET' as const,
    path: `${path}/{_id}/${name}`,
    tag: route?.tag ?? '',
    summary: route?.summary ?? '',
    access: 'customer' as const,
    on: { resource: resource.name, flag: 'read' },
    status: 200 as const,
  }
  const asked = (call: Call) => ({
    resource: target.resource,
    request: listRequest(target, call),
    within,
    keys: [keyOf(resource, call)],
  })
  if (kind === 'one')
    return {
      ...common,
      query: oneParameters,
      result: target.schemas.record,
      handle: async (call) => {
        const text = await searcher.read(asked(call), call)
        return text === undefined ? refuse('not_found') : { text }
      },
    }
  return {
    ...common,
    query: [...listParameters, ...filterParameters(target)],
    result: [target.schemas.record],
    handle: async (call) => {
      await demand(searcher.registry, resource, keyOf(resource, call), 'read', call)
      return answer(await searcher.search(asked(call), call))
    },
  }
}

/** The rows that hang on one row of the relation's target. */
function collectionOperation(parts: Parts, { kind, target: targetName, column, collection }: Relation): Operation {
  const { resource, searcher, schemas } = parts
  const target = searcher.registry.get(targetName)
  const flag = collection?.flag ?? 'read'
  const within: Within = {
    shape: `under ${targetName} by ${column}`,
    condition: (row, scope) => {
      const value = field(resource, row, column, scope)
      return kind === 'one' ? sql<boolean>`${value} = ${pathKey}` : sql<boolean>`${pathKey} = any(${value})`
    },
  }
  return {
    id: `list_${targetName}_${plural(resource)}`,
    method: 'GET',
    path: `${target.serve?.path}/{${collection?.parameter ?? '_id'}}/${collection?.path}`,
    tag: collection?.tag ?? '',
    summary: collection?.summary ?? '',
    access: target.serve?.public?.includes('read') ? 'public' : 'customer',
    on: { resource: targetName, flag },
    query: [...listParameters, ...filterParameters(parts)],
    status: 200,
    result: [schemas.record],
    handle: async (call) => {
      const key = keyOf(target, call)
      await demand(searcher.registry, target, key, flag, call)
      const request = listRequest(parts, call)
      return answer(await searcher.search({ resource, request, within, keys: [key] }, call))
    },
  }
}

const pathKey = parameter(({ keys }) => keys[0])

const byKey = (resource: AnyResource): Within => ({
  shape: 'by key',
  condition: (row) => sql<boolean>`${row(resource.key)} = ${pathKey}`,
})

type Listing = Pick<Operation, 'id' | 'path' | 'tag' | 'summary' | 'access'> & { readonly within: Within }

/** A list of its own over a resource: the rows that meet a further condition. */
export function listOperation(searcher: Searcher, resource: AnyResource, { within, ...said }: Listing): Operation {
  const parts = partsOf(resource, searcher)
  return {
    ...said,
    method: 'GET',
    query: [...listParameters, ...filterParameters(parts)],
    status: 200,
    result: [parts.schemas.record],
    handle: async (call) =>
      answer(await searcher.search({ resource, request: listRequest(parts, call), within }, call)),
  }
}

async function page({ resource, searcher }: Parts, request: SearchRequest, call: Call): Promise<Answer> {
  return answer(await searcher.search({ resource, request }, call))
}

const answer = ({ rows, total }: { rows: string; total: number }): Answer => ({
  text: rows,
  headers: { 'x-total-count': String(total) },
})

function listRequest({ resource, searcher, validate }: Parts, { query }: Pick<Call, 'query'>): SearchRequest {
  const request = readQueryString(query, resource, searcher.registry)
  refuseAny([...validate(request, 'query'), ...searchFaults(request, resource, searcher.registry, 'query')])
  return request as SearchRequest
}

/** The key in the path: the caller's own row where its alias stands there, and nothing that cannot be a key. */
export function keyOf(resource: AnyResource, { params, caller }: Pick<Call, 'params' | 'caller'>): Key {
  const [text = ''] = Object.values(params)
  if (resource.alias?.[0] === text) return caller[resource.alias[1]] ?? refuse('not_found')
  if (resource.fields[resource.key]?.kind === 'key')
    return /^[A-Za-z0-9_]{1,256}$/.test(text) ? text : refuse('not_found')
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : refuse('not_found')
}

const plural = ({ serve, name }: AnyResource): string => (serve ? serve.path.slice(1).replaceAll('/', '_') : `${name}s`)

const oneParameters: readonly QueryParameter[] = [
  { name: 'fields', schema: Type.String(), description: 'Fields to return, separated by commas; all unless given.' },
  { name: 'embed', schema: Type.String(), description: 'Related objects to add, separated by commas.' },
]

const listParameters: readonly QueryParameter[] = [
  ...oneParameters,
  { name: 'query', schema: Type.String(), description: 'Free text: every word must occur.' },
  {
    name: 'sort',
    schema: Type.String(),
    description: 'Names to sort by, separated by commas; `-` before one turns it.',
  },
  {
    name: 'limit',
    schema: Type.Integer({ minimum: 0, maximum: 1000, default: 10 }),
    description: 'How many to return.',
  },
  { name: 'offset', schema: Type.Integer({ minimum: 0, default: 0 }), description: 'How many to leave out first.' },
]

/** Filters of a list: `filter.name=contains:word`; repeated, all of them must hold. */
const filterParameters = ({ resource, searcher }: Parts): QueryParameter[] =>
  searchNames(resource, searcher.registry).filters.map((name) => {
    const { kind, nullable } = searched(name, resource, searcher.registry)
    const types = filterTypes(kind, nullable).join(', ')
    return {
      name: `filter.${name}`,
      schema: Type.String(),
      description: `A value, or type:value with one of ${types}.`,
    }
  })
