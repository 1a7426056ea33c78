import { sql } from 'kysely'
import { reject } from './api-error.ts'
import { createRow } from './create-row.ts'
import { deleteRow } from './delete-row.ts'
import { createScope, execute } from './execute.ts'
import type { Operation } from './operation.ts'
import { putRow } from './put-row.ts'
import { relationOperations } from './relation-operations.ts'
import type { AnyResource, Call, ResourceOperation, Values } from './resource.ts'
import { buildAccessCondition, buildKeyCondition, type RowTarget, rowRef, table } from './row.ts'
import { requirePermission } from './row-access.ts'
import { type RowCondition, selectPermissions } from './search.ts'
import { findSearchViolations, toCanonicalSearch } from './search-request.ts'
import type { SearchRequest } from './search-types.ts'
import type { Searcher } from './searcher.ts'
import {
  answerPage,
  compileParts,
  getPluralName,
  listParameters,
  matchKey,
  parseKey,
  parseKeys,
  parseQueryRequest,
  type ResourceParts,
  rowParameters,
  toRowAnswer,
} from './serving.ts'
import { updateRow } from './update-row.ts'

/** Returns the operations that are derived from the definition of a resource. */
export function resourceOperations(resource: AnyResource, searcher: Searcher): Operation[] {
  const parts = compileParts(resource, searcher)
  const servedOperations = (resource.serve?.operations ?? []).map((kind) => operationBuilders[kind](parts))
  const all = [...servedOperations, ...relationOperations(parts)]
  return resource.serve?.deprecated ? all.map((operation) => ({ ...operation, deprecated: true })) : all
}

const operationBuilders: Readonly<Record<ResourceOperation, (parts: ResourceParts) => Operation>> = {
  list: (parts) => ({
    id: `list_${getPluralName(parts.resource)}`,
    method: 'GET',
    path: parts.path,
    tag: parts.tag,
    summary: `List of ${parts.title} records that the caller may read.`,
    access: parts.access('list'),
    query: listParameters(parts),
    status: 200,
    result: [parts.schemas.record],
    handle: (call) => answerSearch(parts, parseQueryRequest(parts, call, 'list'), call),
  }),
  search: (parts) => ({
    id: `search_${getPluralName(parts.resource)}`,
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
    normalize: toCanonicalSearch,
    check: (body) => findSearchViolations(parts, body, 'data'),
    handle: (call) => answerSearch(parts, (call.body ?? {}) as SearchRequest, call),
  }),
  read: (parts) => ({
    id: `read_${parts.resource.name}`,
    method: 'GET',
    path: parts.item,
    tag: parts.tag,
    summary: `Read one ${parts.title}.`,
    access: parts.access('read'),
    on: { resource: parts.resource.name, flag: 'read' },
    query: rowParameters,
    status: 200,
    result: parts.schemas.record,
    handle: async (call) => {
      const request = parseQueryRequest(parts, call, 'one')
      const query = {
        resource: parts.resource,
        request,
        within: matchKey(parts.resource),
        keys: parseKeys(parts.resource, call),
      }
      return toRowAnswer(await parts.searcher.read(query, call))
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
    handle: (call) => createRow(parts.resource, call.body as Values, call),
  }),
  update: (parts) => ({
    id: `update_${parts.resource.name}`,
    method: 'PUT',
    path: parts.item,
    tag: parts.tag,
    summary: `Change one ${parts.title}; fields left out stay as they are.`,
    access: parts.access('update'),
    on: { resource: parts.resource.name, flag: 'update' },
    ...(parts.schemas.updateData && { body: parts.schemas.updateData }),
    status: 204,
    handle: async (call) => {
      await updateRow(toPathRow(parts, call), call.body as Values, call)
      return undefined
    },
  }),
  put: (parts) => ({
    id: `put_${parts.resource.name}`,
    method: 'PUT',
    path: parts.item,
    tag: parts.tag,
    summary: `Create or change one ${parts.title}.`,
    access: parts.access('put'),
    ...getParentPermission(parts),
    ...(parts.schemas.updateData && { body: parts.schemas.updateData }),
    status: 204,
    handle: async (call) => {
      await putRow(toPathRow(parts, call), call.body as Values, call)
      return undefined
    },
  }),
  delete: (parts) => ({
    id: `delete_${parts.resource.name}`,
    method: 'DELETE',
    path: parts.item,
    tag: parts.tag,
    summary: `Delete one ${parts.title}.`,
    access: parts.access('delete'),
    on: { resource: parts.resource.name, flag: 'delete' },
    status: 204,
    handle: async (call) => {
      await deleteRow(toPathRow(parts, call), call)
      return undefined
    },
  }),
  permissions: (parts) => ({
    id: `read_${parts.resource.name}_permissions`,
    method: 'GET',
    path: `${parts.item}/permissions`,
    tag: parts.resource.serve?.permissionsTag ?? 'permissions',
    summary: `What the caller may do with one ${parts.title}.`,
    access: parts.access('permissions'),
    on: { resource: parts.resource.name, flag: 'read' },
    status: 200,
    result: parts.schemas.permission,
    handle: async (call) => ({ value: await readPermissions(parts, call) }),
  }),
}

/** The row that the path identifies. */
const toPathRow = ({ resource }: ResourceParts, call: Call): RowTarget => ({ resource, key: parseKeys(resource, call) })

/** For PUT, the permission is checked on the parent, which is the first row in the path. */
function getParentPermission({ resource, registry }: ResourceParts): Pick<Operation, 'on'> {
  const [relation, permission] = resource.create?.under ?? []
  const target = resource.relations?.[relation ?? '']?.target
  return target && permission ? { on: { resource: registry.get(target).name, flag: permission } } : {}
}

async function readPermissions(parts: ResourceParts, call: Call): Promise<unknown> {
  const { resource, key } = toPathRow(parts, call)
  const row = rowRef(resource, 't', createScope(call))
  const statement = sql<{
    flags: unknown
  }>`select ${selectPermissions(row)} as flags from ${table(resource)} as t
where ${buildKeyCondition(row, key)} and ${buildAccessCondition(row, 'read')}`
  const [found] = await execute(statement, call)
  return found ? found.flags : reject('not_found')
}

async function answerSearch({ resource, searcher }: ResourceParts, request: SearchRequest, call: Call) {
  return answerPage(searcher, { resource, request }, call)
}

type ListDescription = Pick<Operation, 'id' | 'path' | 'tag' | 'summary' | 'access' | 'on'> & {
  readonly within: RowCondition
}

/** Builds an additional list of a resource: its rows that meet a condition, e.g. those of the row in the path. */
export function listOperation(
  searcher: Searcher,
  resource: AnyResource,
  { within, ...description }: ListDescription,
): Operation {
  const parts = compileParts(resource, searcher)
  const { registry } = searcher
  return {
    ...description,
    method: 'GET',
    query: listParameters(parts),
    status: 200,
    result: [parts.schemas.record],
    async handle(call) {
      const request = parseQueryRequest(parts, call, 'list')
      if (!description.on) return answerPage(searcher, { resource, request, within }, call)
      const parent = registry.get(description.on.resource)
      const [, ...others] = Object.values(call.params)
      const keys = [parseKey(parent, call), ...others]
      await requirePermission({ resource: parent, key: keys[0] ?? '' }, description.on.flag, call)
      return answerPage(searcher, { resource, request, within, keys }, call)
    },
  }
}

type RowDescription = Pick<Operation, 'id' | 'path' | 'tag' | 'summary' | 'access'> & {
  readonly on: NonNullable<Operation['on']>
  readonly within: RowCondition
}

/** Builds an operation that reads the one row of a resource that is related to the row in the path. */
export function rowOperation(
  searcher: Searcher,
  resource: AnyResource,
  { within, ...description }: RowDescription,
): Operation {
  const parts = compileParts(resource, searcher)
  const parent = searcher.registry.get(description.on.resource)
  return {
    ...description,
    method: 'GET',
    query: rowParameters,
    status: 200,
    result: parts.schemas.record,
    async handle(call) {
      const request = parseQueryRequest(parts, call, 'one')
      const keys = [parseKey(parent, call)]
      await requirePermission({ resource: parent, key: keys }, description.on.flag, call)
      return toRowAnswer(await searcher.read({ resource, request, within, keys }, call))
    },
  }
}
