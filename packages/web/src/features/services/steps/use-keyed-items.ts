import { useState } from 'react'
import { moveItem } from './step-model.ts'

let lastKey = 0
const createKeys = (count: number): readonly number[] =>
  Array.from({ length: count }, () => {
    lastKey += 1
    return lastKey
  })

/** A list whose items keep their key when they are moved. */
export interface KeyedItems<Item> {
  readonly keys: readonly number[]
  /** Returns the key of the new item. */
  insert(at: number, item: Item): number
  remove(at: number): void
  move(from: number, by: number): void
  change(at: number, item: Item): void
}

/** Gives the items of a list keys. If their number changes without these functions, all items get new keys. */
export function useKeyedItems<Item>(
  items: readonly Item[],
  onChange: (items: readonly Item[]) => void,
): KeyedItems<Item> {
  const [storedKeys, setKeys] = useState(() => createKeys(items.length))
  const isStale = storedKeys.length !== items.length
  const keys = isStale ? createKeys(items.length) : storedKeys
  if (isStale) setKeys(keys)
  const update = (nextKeys: readonly number[], next: readonly Item[]) => {
    setKeys(nextKeys)
    onChange(next)
  }
  return {
    keys,
    insert(at, item) {
      const [key = 0] = createKeys(1)
      update(keys.toSpliced(at, 0, key), items.toSpliced(at, 0, item))
      return key
    },
    remove: (at) => update(keys.toSpliced(at, 1), items.toSpliced(at, 1)),
    move: (from, by) => update(moveItem(keys, from, by), moveItem(items, from, by)),
    change: (at, item) => onChange(items.with(at, item)),
  }
}
