import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** How two rows compare by this column; without it the column cannot be sorted by. */
  readonly compare?: (one: Row, other: Row) => number
  readonly isNumber?: boolean
  /** The window width from which it is shown: `sm` 640 pixels, `md` 768, `lg` 1024, `2xl` 1536. */
  readonly from?: 'sm' | 'md' | 'lg' | '2xl'
  readonly className?: string
}

export interface SortState {
  readonly column: string
  readonly descending: boolean
}

/** Returns the rows in the selected order; equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: SortState | null,
): readonly Row[] {
  const compare = columns.find(({ id }) => id === sorting?.column)?.compare
  if (!compare) return rows
  return rows.toSorted((one, other) => (sorting?.descending ? compare(other, one) : compare(one, other)))
}

/** A row of a table, or the heading of a group of rows. */
type TableItem<Row> = { readonly row: Row } | { readonly heading: string; readonly count: number }

/** The rows in groups by name, each below its heading; within a group they keep their order. */
export function groupRows<Row>(
  rows: readonly Row[],
  getGroup: ((row: Row) => string) | undefined,
): readonly TableItem<Row>[] {
  if (!getGroup) return rows.map((row) => ({ row }))
  return [...Map.groupBy(rows, getGroup)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([heading, groupMembers]) => [
      { heading, count: groupMembers.length },
      ...groupMembers.map((row) => ({ row })),
    ])
}

/** Pressing a heading sorts by its column; pressing it again reverses the order. */
export const toggleSorting = (sorting: SortState | null, column: string): SortState => ({
  column,
  descending: sorting?.column === column ? !sorting.descending : false,
})

export const visibleFromClasses = {
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
  '2xl': 'max-2xl:hidden',
} as const
