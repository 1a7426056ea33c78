export { ApiError, reject, rejectAny, type Violation } from './api-error.ts'
export { type Chosen, createRows, deleteRows, heldAmong, lockRows, recordsOf, updateRows } from './bulk.ts'
export type { ApiKeyLimits, Caller } from './caller.ts'
export { type Described, namedSchemas, openApi, swagger } from './documents.ts'
export {
  createRow,
  deleteRow,
  demand,
  holds,
  lockRow,
  putRow,
  queueForAccount,
  recordOf,
  updateRow,
} from './mutation.ts'
export { searchNames } from './names.ts'
export {
  type Answer,
  type Call,
  changes,
  type Named,
  named,
  type Operation,
  type QueryParameter,
  type Written,
} from './operation.ts'
export { listOperation, resourceOperations, rowOperation } from './operations.ts'
export type { CallerRef, RowRef } from './permission.ts'
export { type AnyResource, createRegistry, type Registry } from './registry.ts'
export { defineResource, many, one, type Prepared, type Row, type Values } from './resource.ts'
export { belongs, flagValue, rowRef, sent } from './row.ts'
export { closed, oneOf, resourceSchemas } from './schemas.ts'
export { searchStatement, type Within } from './search.ts'
export type { SearchRequest } from './search-types.ts'
export { createSearcher, type Searcher } from './searcher.ts'
export { keyOf, keysOf, pathKey } from './serving.ts'
export { bind, type Compiled, type Connection, compact, parameter } from './statement.ts'
export { isTime } from './time.ts'
export { compileSchema, type Validate } from './validate.ts'
