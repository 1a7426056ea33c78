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
  throw new ObjectStoreError('the URL of an object store must be file:///path or s3://key:secret@host/bucket')
}

const keyPattern = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/

/** Rejects malformed keys. Keys never come from outside; this check protects against a mistake. */
function guardStore(store: ObjectStore): ObjectStore {
  const checkKey = (key: string) => {
    if (key.length > 256 || !keyPattern.test(key)) throw new ObjectStoreError('not a key of the object store')
    return key
  }
  return {
    put: async (key, bytes) => store.put(checkKey(key), bytes),
    get: async (key) => store.get(checkKey(key)),
    remove: async (prefix) => {
      if (!prefix.endsWith('/')) throw new ObjectStoreError('a prefix must end with a slash')
      checkKey(prefix.slice(0, -1))
      return store.remove(prefix)
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
