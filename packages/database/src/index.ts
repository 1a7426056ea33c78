export { compile } from './compile.ts'
export { type Database, openDatabase, type Transaction } from './database.ts'
export { migrate, pendingMigrations } from './migrate.ts'
