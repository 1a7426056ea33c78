import { sql } from 'kysely'
import type { Operation } from './operation.ts'
import type { Call, Relation } from './resource.ts'
import { buildAccessCondition, rowRef, selectField, table } from './row.ts'
import { requirePermission } from './row-access.ts'
import type { RowCondition } from './search.ts'
import {
  answerPage,
  compileParts,
  getPluralName,
  listParameters,
  parseKey,
  parseQueryRequest,
  pathKey,
  type ResourceParts,
  rowParameters,
  toRowAnswer,
} from './serving.ts'

/** Returns the operations that follow the relations of a resource, in both directions. */
export function relationOperations(parts: ResourceParts): Operation[] {
  return Object.entries<Relation>(parts.resource.relations ?? {}).flatMap(([name, relation]) => [
    ...(relation.route ? [relationOperation(parts, name, relation)] : []),
    ...(relation.collection ? [collectionOperation(parts, relation)] : []),
  ])
}

function relationOperation({ resource, searcher, item }: ResourceParts, name: string, relation: Relation): Operation {
  const target = compileParts(searcher.registry.get(relation.target), searcher)
  const { kind, column, route } = relation
  const within: RowCondition = {
    cacheKey: `of ${resource.name}.${name}`,
    condition: (row) => {
      const parent = rowRef(resource, 'parent', row.scope)
      const keys = selectField(parent, column)
      const isLinked =
        kind === 'one' ? sql`${row(target.resource.key)} = ${keys}` : sql`${row(target.resource.key)} = any(${keys})`
      return sql<boolean>`exists (select from ${table(resource)} as parent where ${parent(resource.key)} = ${pathKey} and ${isLinked} and ${buildAccessCondition(parent, 'read')})`
    },
  }
  // `read_service_type` already reads the resource service_type, so the relation `type` of a service needs another id.
  const isTaken = searcher.registry.all.some((other) => other.name === `${resource.name}_${name}`)
  const common = {
    id: isTaken ? `read_${name}_of_${resource.name}` : `read_${resource.name}_${name}`,
    method: 'GET' as const,
    path: `${item}/${name}`,
    tag: route?.tag ?? '',
    summary: route?.summary ?? '',
    access: resource.serve?.scope ?? ('customer' as const),
    on: { resource: resource.name, flag: 'read' },
    status: 200 as const,
  }
  const toQuery = (call: Call) => ({
    resource: target.resource,
    request: parseQueryRequest(target, call, kind === 'one' ? 'one' : 'list'),
    within,
    keys: [parseKey(resource, call)],
  })
  if (kind === 'one')
    return {
      ...common,
      query: rowParameters,
      result: target.schemas.record,
      handle: async (call) => toRowAnswer(await searcher.read(toQuery(call), call)),
    }
  return {
    ...common,
    query: listParameters(target),
    result: [target.schemas.record],
    handle: async (call) => {
      await requirePermission({ resource, key: parseKey(resource, call) }, 'read', call)
      return answerPage(searcher, toQuery(call), call)
    },
  }
}

/** Builds the list of rows that refer to one row of the relation's target. */
function collectionOperation(
  parts: ResourceParts,
  { kind, target: targetName, column, collection }: Relation,
): Operation {
  const { resource, searcher, schemas } = parts
  const target = searcher.registry.get(targetName)
  const permission = collection?.flag ?? 'read'
  const within: RowCondition = {
    cacheKey: `under ${targetName} by ${column}`,
    condition: (row) => {
      const value = selectField(row, column)
      return kind === 'one' ? sql<boolean>`${value} = ${pathKey}` : sql<boolean>`${pathKey} = any(${value})`
    },
  }
  return {
    id: `list_${targetName}_${getPluralName(resource)}`,
    method: 'GET',
    path: `${target.serve?.path}/{${collection?.parameter ?? '_id'}}/${collection?.path}`,
    tag: collection?.tag ?? '',
    summary: collection?.summary ?? '',
    access: target.serve?.public?.includes('read') ? 'public' : (target.serve?.scope ?? 'customer'),
    on: { resource: targetName, flag: permission },
    query: listParameters(parts),
    status: 200,
    result: [schemas.record],
    handle: async (call) => {
      const key = parseKey(target, call)
      await requirePermission({ resource: target, key }, permission, call)
      const request = parseQueryRequest(parts, call, 'list')
      return answerPage(searcher, { resource, request, within, keys: [key] }, call)
    },
  }
}
