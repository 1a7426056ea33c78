export { buildExplainsCondition, isInRuleScope } from './alert-conditions.ts'
export { CellNumberError, loadCellNumber } from './cell.ts'
export {
  type ChangedRows,
  type Changes,
  createChanges,
  selectChangedIncidents,
  selectChangedServices,
} from './changes.ts'
export { compile } from './compile.ts'
export { type Database, openDatabase, type Queryable, type Transaction } from './database.ts'
export { toEpochMilliseconds } from './epoch.ts'
export { canParseDatabaseUrl, splitHosts } from './hosts.ts'
export {
  becomeApplication,
  listKnownMigrations,
  listPendingMigrations,
  migrate,
  readSchemaState,
  rejectForeignSchema,
} from './migrate.ts'
export { connectForLock, tryLock } from './named-lock.ts'
export { listPartitionDays } from './partition-days.ts'
export { NoPrimaryError, resolvePrimary } from './primary.ts'
export { databaseRoles } from './process-rights.ts'
export { openReferenceClock, type ReferenceClock } from './reference-clock.ts'
export { type RevisionContext, reviseAccountServices, reviseSensorServices, reviseServices } from './revise-services.ts'
export { judgeSchema, SchemaError, type SchemaState } from './schema.ts'
