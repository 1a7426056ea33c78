export { ApiError, reject, rejectAny, type Violation } from './api-error.ts'
export { createRows, deleteRows, findPermitted, lockRows, readRecords, updateRows } from './bulk.ts'
export type { Caller, CallerLimits } from './caller.ts'
export { createRow } from './create-row.ts'
export { deleteRow } from './delete-row.ts'
export { buildOpenApi, buildSwagger, collectNamedSchemas, type DocumentInfo } from './documents.ts'
export { getSearchNames } from './names.ts'
export {
  changesData,
  type NamedSchema,
  nameSchema,
  type Operation,
  type QueryParameter,
} from './operation.ts'
export { listOperation, resourceOperations, rowOperation } from './operations.ts'
export type { AuditedWrite, OperationAnswer } from './outcome.ts'
export type { CallerRef, RowRef } from './permission.ts'
export { putRow } from './put-row.ts'
export { readRecord } from './record.ts'
export { findReferenceViolations } from './references.ts'
export { createRegistry } from './registry.ts'
export {
  type AnyResource,
  type Call,
  defineResource,
  many,
  one,
  type PreparedRow,
  type Registry,
  type Row,
  type RowChange,
  type Values,
} from './resource.ts'
export { buildAccessCondition, isReadPermission, rowRef, selectFlagValue, selectSent } from './row.ts'
export { holdsPermission, requirePermission } from './row-access.ts'
export { lockAccount, lockRow } from './row-locks.ts'
export { buildEnum, buildResourceSchemas, closed } from './schemas.ts'
export { buildSearchStatement, type RowCondition } from './search.ts'
export type { SearchRequest } from './search-types.ts'
export { createSearcher, type Searcher } from './searcher.ts'
export { boundedCount, parseKey, parseKeys, pathKey } from './serving.ts'
export { bind, type CompiledStatement, mergeParameters, parameter, type StatementRunner } from './statement.ts'
export { isTime } from './time.ts'
export { updateRow } from './update-row.ts'
export { compileSchema, type Validate } from './validate.ts'
