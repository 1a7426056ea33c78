import { openBucketStore } from './bucket-store.ts'
import { openDirectoryStore } from './directory-store.ts'
import { type ObjectStore, ObjectStoreError } from './store.ts'

export { type ObjectStore, ObjectStoreError, type StoredObject } from './store.ts'

/**
 * Opens the store at a URL: `file:///var/lib/wachta/objects`, or
 * `s3://ACCESS_KEY:SECRET@host:port/bucket?region=eu-central-1&tls=true` for S3-compatible stores.
 */
export async function openObjectStore(address: string): Promise<ObjectStore> {
  const url = URL.parse(address)
  if (url?.protocol === 'file:') return guardStore(openDirectoryStore(url))
  if (url?.protocol === 's3:') return guardStore(await openBucketStore(url))
  throw new ObjectStoreError('an object store is named as file:///path or s3://key:secret@host/bucket')
}

const wellFormed = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/

/** Rejects malformed keys. Keys never come from outside; this check protects against a mistake. */
function guardStore(store: ObjectStore): ObjectStore {
  const checked = (key: string) => {
    if (key.length > 256 || !wellFormed.test(key)) throw new ObjectStoreError('not a key of the object store')
    return key
  }
  return {
    put: async (key, bytes) => store.put(checked(key), bytes),
    get: async (key) => store.get(checked(key)),
    remove: async (prefix) => {
      if (!prefix.endsWith('/')) throw new ObjectStoreError('a prefix ends with a slash')
      checked(prefix.slice(0, -1))
      return store.remove(prefix)
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
