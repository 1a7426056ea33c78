import type { Readable } from 'node:stream'

/** An error of the store itself; a missing object is not an error. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError'
}

export interface StoredObject {
  readonly size: number
  readonly stream: Readable
}

/** Stores evidence: large, untrusted content that belongs neither in the database nor in the broker. */
export interface ObjectStore extends AsyncDisposable {
  /** Keeps the bytes under the key. The same key again replaces them. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Returns the object; undefined if there is none. */
  get(key: string): Promise<StoredObject | undefined>
  /** Deletes all objects whose keys start with the prefix, which must end with a slash. Returns their number. */
  remove(prefix: string): Promise<number>
}
