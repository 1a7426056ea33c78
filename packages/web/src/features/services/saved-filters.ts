import { useSyncExternalStore } from 'react'

/** A named filter of the list of services. */
export interface SavedFilter {
  readonly name: string
  readonly query: string
  readonly state: string
  readonly group: string
  readonly customer: string
  /** Filters saved by an older version have none. */
  readonly tag?: string
}

const storageKey = 'wachta.filters'
/** More than these would fill the screen above the list. */
export const maxSavedFilters = 50
const listeners = new Set<() => void>()
let current = readFilters() ?? []

/**
 * The saved filters. They are kept in this browser like other preferences, because they belong to a person and not to
 * an account.
 */
export const savedFilters = {
  get: (): readonly SavedFilter[] => current,
  /** Saves a filter, which replaces one with the same name; false if there are too many to add another one. */
  save(filter: SavedFilter): boolean {
    const others = readLatest().filter(({ name }) => name !== filter.name)
    if (others.length >= maxSavedFilters) return false
    storeFilters([...others, filter])
    return true
  },
  remove: (name: string): void => storeFilters(readLatest().filter((filter) => filter.name !== name)),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useSavedFilters = (): readonly SavedFilter[] =>
  useSyncExternalStore(savedFilters.subscribe, savedFilters.get)

function storeFilters(filters: readonly SavedFilter[]): void {
  current = filters.toSorted((one, other) => one.name.localeCompare(other.name))
  try {
    localStorage.setItem(storageKey, JSON.stringify(current))
  } catch {
    // Without local storage the filters last until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** Returns the stored filters, which another tab may have changed; without local storage, the filters of this page. */
const readLatest = (): readonly SavedFilter[] => readFilters() ?? current

/** Returns the stored filters; null if they cannot be read. */
function readFilters(): readonly SavedFilter[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    // Filters that were saved without a customer apply to all customers.
    return Array.isArray(stored)
      ? stored.filter(isFilter).map((filter) => ({ ...filter, customer: filter.customer ?? '' }))
      : []
  } catch {
    return null
  }
}

function isFilter(value: unknown): value is Omit<SavedFilter, 'customer'> & Partial<Pick<SavedFilter, 'customer'>> {
  if (typeof value !== 'object' || value === null) return false
  return ['name', 'query', 'state', 'group'].every((key) => typeof Reflect.get(value, key) === 'string')
}
