import { Icon } from './icon.tsx'
import { type Column, type SortState, visibleFromClasses } from './table-rows.ts'

interface HeaderCellProps<Row> {
  readonly column: Column<Row>
  readonly sorting: SortState | null
  readonly onSort: () => void
}

export function HeaderCell<Row>({ column, sorting, onSort }: HeaderCellProps<Row>) {
  const { id, header, compare, isNumber, from, className = '' } = column
  const isSorted = sorting?.column === id
  const direction = sorting?.descending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      {...(compare && { 'aria-sort': isSorted ? direction : 'none' })}
      className={`py-2 pr-4 text-sm font-medium whitespace-nowrap text-muted ${isNumber ? 'text-right' : ''} ${from ? visibleFromClasses[from] : ''} ${className}`}
    >
      {compare ? (
        <button
          type="button"
          onClick={onSort}
          className={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${isNumber ? 'flex-row-reverse' : ''}`}
        >
          {header}
          <Icon
            name={isSorted && sorting.descending ? 'down' : 'up'}
            className={`size-3.5 ${isSorted ? 'text-ink' : 'opacity-0'}`}
          />
        </button>
      ) : (
        header
      )}
    </th>
  )
}
