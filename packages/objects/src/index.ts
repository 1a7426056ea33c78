export { type ObjectStore, ObjectStoreError, openObjectStore, type StoredObject } from './object-store.ts'
export { readObjectText } from './read-object-text.ts'
