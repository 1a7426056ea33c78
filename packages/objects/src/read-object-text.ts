import { text } from 'node:stream/consumers'
import type { ObjectStore } from './store.ts'

/** Reads an object as text; undefined if there is none. */
export async function readObjectText(store: Pick<ObjectStore, 'get'>, key: string): Promise<string | undefined> {
  const stored = await store.get(key)
  return stored && text(stored.stream)
}
