import type { Readable } from 'node:stream'

/** What went wrong with the store itself, never with an object that is not there. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError'
}

export interface StoredObject {
  readonly size: number
  readonly stream: Readable
}

/** Where evidence is kept: large and hostile content, which belongs neither into the database nor into the broker. */
export interface ObjectStore extends AsyncDisposable {
  /** Keeps the bytes under the key. The same key again replaces them. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** What is kept under the key; undefined where nothing is. */
  get(key: string): Promise<StoredObject | undefined>
  /** Removes all that is kept under keys beginning with the prefix, which ends with a slash; tells how many. */
  remove(prefix: string): Promise<number>
}
