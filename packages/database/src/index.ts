export { compile } from './compile.ts'
export { type Database, openDatabase, type Transaction } from './database.ts'
export {
  becomeApplication,
  knownMigrations,
  migrate,
  pendingMigrations,
  refuseForeignSchema,
  schemaState,
} from './migrate.ts'
export { judgeSchema, SchemaError, type SchemaState } from './schema.ts'
