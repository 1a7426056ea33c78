import {
  type AnyResource,
  buildResourceSchemas,
  type Call,
  createRows,
  lockRows,
  type NamedSchema,
  type OperationAnswer,
  type Registry,
  type Values,
} from '@wachta/resource'
import { id, swaggerBound } from '@wachta/resource/field'
import { Type } from 'typebox'
import { service } from './service.ts'

/** A list of ids that may contain duplicates, which have no effect. */
export const repeatableIds = Type.Array(id().schema, { maxItems: 1000, [swaggerBound]: true })

/** Creates the same row for each service of the request; requires the permission `flag` on all of them. */
export async function createForServices(resource: AnyResource, flag: string, call: Call): Promise<OperationAnswer> {
  const { service_ids, ...data } = call.body as Values & { readonly service_ids: readonly number[] }
  await lockRows({ resource: service, ids: service_ids, fieldPath: 'data.service_ids' }, flag, call)
  const { create } = resource
  const given = { ...(await create?.defaults?.(data, call)), ...data }
  const { columns } = (await create?.prepare?.(given, call)) ?? { columns: given }
  const distinct = [...new Set(service_ids)]
  const ids = await createRows(
    resource,
    distinct.map((service_id) => ({ service_id, ...columns })),
    call,
  )
  const createdIds = new Map(distinct.map((service_id, index) => [service_id, ids[index]]))
  return toCreatedAnswer(service_ids.map((service_id) => createdIds.get(service_id)))
}

export const toCreatedAnswer = (ids: readonly (number | undefined)[]): OperationAnswer => ({
  value: ids.map((created) => ({ id: created })),
  headers: { 'x-total-count': String(ids.length) },
})

/** The schema of the ids of new rows, in the order of the request. */
export function buildCreatedSchema(registry: Registry, resource: AnyResource): readonly [NamedSchema] {
  const { createResult } = buildResourceSchemas(resource, registry)
  if (!createResult) throw new Error(`${resource.name} cannot be created`)
  return [createResult]
}
