export { type ObjectStore, ObjectStoreError, openObjectStore, type StoredObject } from './object-store.ts'
