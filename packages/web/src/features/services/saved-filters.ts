import { useSyncExternalStore } from 'react'

/** A choice among services that somebody comes back to. */
export interface SavedFilter {
  readonly name: string
  readonly query: string
  readonly state: string
  readonly group: string
}

const storedUnder = 'wachta.filters'
const most = 50
const listeners = new Set<() => void>()
let current = read()

/** Kept in this browser, like the other preferences: they are of a person at a desk, not of an account. */
export const savedFilters = {
  get: (): readonly SavedFilter[] => current,
  /** One of the same name takes the place of the former. */
  save: (filter: SavedFilter): void =>
    keep([...current.filter(({ name }) => name !== filter.name), filter].slice(-most)),
  remove: (name: string): void => keep(current.filter((filter) => filter.name !== name)),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useSavedFilters = (): readonly SavedFilter[] =>
  useSyncExternalStore(savedFilters.subscribe, savedFilters.get)

function keep(filters: readonly SavedFilter[]): void {
  current = filters.toSorted((one, other) => one.name.localeCompare(other.name))
  try {
    localStorage.setItem(storedUnder, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing forgets them with the page.
  }
  for (const listener of listeners) listener()
}

function read(): readonly SavedFilter[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedUnder) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isFilter) : []
  } catch {
    return []
  }
}

function isFilter(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false
  return ['name', 'query', 'state', 'group'].every((key) => typeof Reflect.get(value, key) === 'string')
}
