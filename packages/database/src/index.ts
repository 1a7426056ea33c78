export { compile } from './compile.ts'
export { type Database, openDatabase, type Queryable, type Transaction } from './database.ts'
export {
  becomeApplication,
  knownMigrations,
  migrate,
  pendingMigrations,
  refuseForeignSchema,
  schemaState,
} from './migrate.ts'
export { databaseRoles } from './process-rights.ts'
export { openReferenceClock, type ReferenceClock } from './reference-clock.ts'
export { type Revising, reviseAccountServices, reviseSensorServices, reviseServices } from './revise-services.ts'
export { judgeSchema, SchemaError, type SchemaState } from './schema.ts'
