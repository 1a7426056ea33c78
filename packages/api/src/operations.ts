import { type Operation, resourceOperations } from '@wachta/resource'
import { applyOperation } from './features/apply/operation.ts'
import { features } from './features/index.ts'
import type { ApiContext } from './platform/context.ts'
import { addFieldsParameter } from './platform/http/chosen-fields.ts'

/** Returns every operation of the API: those derived from the resources and those written by hand. */
export function createAllOperations(context: ApiContext): Operation[] {
  const { searcher } = context
  const kinds = features.flatMap(({ applyKinds }) => applyKinds?.(context) ?? [])
  const all = [
    ...searcher.registry.all.flatMap((resource) => resourceOperations(resource, searcher)),
    ...features.flatMap(({ operations }) => operations?.(context) ?? []),
    applyOperation(kinds),
  ]
  return all.map(addFieldsParameter)
}
