import type { Readable } from 'node:stream'

/** An error of the store itself; a missing object is not an error. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError'
}

export interface StoredObject {
  readonly size: number
  readonly stream: Readable
}

/**
 * Stores content that belongs neither in the database nor in the broker, such as evidence, which is large and
 * untrusted.
 */
export interface ObjectStore extends AsyncDisposable {
  /** Stores the bytes under the key, and replaces earlier bytes of this key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Returns the object; undefined if there is none. */
  get(key: string): Promise<StoredObject | undefined>
  /** Deletes all objects whose keys start with the prefix, which must end with a slash. Returns their number. */
  remove(prefix: string): Promise<number>
}
