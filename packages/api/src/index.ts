export { createAdministrator, type NewAdministrator } from './accounts/administrator.ts'
export { syncDictionaries } from './dictionaries/sync.ts'
