export { type ObjectStore, ObjectStoreError, openObjectStore, type StoredObject } from './object-store.ts'
export { readText } from './read-text.ts'
