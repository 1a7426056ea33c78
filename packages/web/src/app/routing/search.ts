import type { SortState } from '../../ui/table-rows.ts'

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

/** Returns the non-empty search parameters with known names. */
export function pickSearchParameters<Name extends string>(search: Record<string, unknown>, names: readonly Name[]) {
  const entries = names.flatMap((name) => {
    const value = toText(search[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries) as { [Each in Name]?: string }
}

/** Search parameters to set; an empty value removes the parameter. */
export type SearchChange = Readonly<Record<string, string | undefined>>

export function mergeSearch(before: object, change: SearchChange): Record<string, string> {
  const merged = Object.entries<string | undefined>({ ...before, ...change })
  return Object.fromEntries(merged.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/**
 * Page numbers start at 1 in the URL and at 0 in lists. The first page has no parameter; an invalid number means the
 * first page.
 */
export const parsePage = (text: string | undefined): number =>
  /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) - 1 : 0
export const toPageText = (page: number): string => (page === 0 ? '' : String(page + 1))

/** Returns the page, or the last page if the list has become shorter since its URL was copied. */
export const clampPage = (page: number, size: number, total: number): number =>
  Math.max(0, Math.min(page, Math.ceil(total / size) - 1))

/** Parses `name`, or `-name` for descending order. */
export function toSorting(text: string | undefined): SortState | null {
  if (text === undefined) return null
  return text.startsWith('-') ? { column: text.slice(1), descending: true } : { column: text, descending: false }
}
export const toSortText = ({ column, descending }: SortState): string => (descending ? `-${column}` : column)
