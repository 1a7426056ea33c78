import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Card } from './card.tsx'
import { HeaderCell } from './table-header.tsx'
import { type Column, groupRows, type SortState, sortRows, visibleFromClasses } from './table-rows.ts'
import { compactSavingPx, useDensity } from './use-density.ts'

export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly toggle: (key: string) => void
  readonly toggleAll: () => void
  readonly getLabel: (key: string) => string
  readonly allLabel: string
}

interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly getKey: (row: Row) => string
  readonly sorting?: SortState | null
  /** Called with the column whose heading was pressed. */
  readonly onSort?: (column: string) => void
  readonly selection?: Selection
  /** The group of a row, if rows are shown in groups. */
  readonly getGroup?: ((row: Row) => string) | undefined
  /** Shown if there are no rows: what will be shown here, and how to add it. */
  readonly empty: ReactNode
  /** In pixels; a compact row is lower by the same amount in every table. */
  readonly rowHeight?: number
}

/**
 * A virtual table with rows of equal height: only visible rows are rendered, so that five thousand cost as much as
 * fifty. The arrow keys move between the links of the rows.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  getKey,
  sorting = null,
  onSort,
  selection,
  getGroup,
  empty,
  rowHeight: comfortableHeight = 52,
}: TableProps<Row>) {
  const rowHeight = useDensity() === 'compact' ? comfortableHeight - compactSavingPx : comfortableHeight
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // Measured after every render, because content above can change its height; the same number causes no new render.
  useLayoutEffect(() => setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY)))
  const tableItems = groupRows(sortRows(rows, columns, sorting), getGroup)
  const virtual = useVirtualRows({ count: tableItems.length, rowHeight, top })
  const items = virtual.getVirtualItems()
  if (rows.length === 0) return empty
  const spaceBefore = (items[0]?.start ?? top) - top
  const spaceAfter = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  const columnCount = columns.length + (selection ? 1 : 0)
  return (
    <Card>
      <table
        aria-rowcount={tableItems.length + 1}
        onKeyDown={(event) => moveFocus(event, body.current)}
        className="w-full border-collapse text-left"
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr aria-rowindex={1} className="border-b border-line">
            {selection && (
              <SelectAllCell selection={selection} isAll={rows.every((row) => selection.chosen.has(getKey(row)))} />
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sorting={sorting} onSort={() => onSort?.(column.id)} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Spacer height={spaceBefore} width={columnCount} />
          {items.map(({ index }) => {
            const item = tableItems[index]
            if (item === undefined) return null
            if (!('row' in item))
              return <GroupHeading key={item.heading} {...item} index={index} width={columnCount} height={rowHeight} />
            const { row } = item
            const key = getKey(row)
            return (
              <tr
                key={key}
                aria-rowindex={index + 2}
                className="border-b border-line hover:bg-hover has-checked:bg-accent-soft"
                style={{ height: rowHeight }}
              >
                {selection && <SelectRowCell selection={selection} rowKey={key} />}
                {columns.map((column) => (
                  <td key={column.id} className={`py-1 pr-4 compact:py-0 ${getCellClass(column)}`}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
          <Spacer height={spaceAfter} width={columnCount} />
        </tbody>
      </table>
    </Card>
  )
}

/** Returns the virtualizer, which computes the rows to render and their positions. */
function useVirtualRows({
  count,
  rowHeight,
  top,
}: {
  readonly count: number
  readonly rowHeight: number
  readonly top: number
}) {
  const virtual = useWindowVirtualizer({ count, estimateSize: () => rowHeight, overscan: 12, scrollMargin: top })
  // The library keeps the positions that it has computed, also when rows get another height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the height changes
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight])
  return virtual
}

function SelectAllCell({ selection, isAll }: { readonly selection: Selection; readonly isAll: boolean }) {
  return (
    <th scope="col" className="w-12 py-2 pr-3">
      <input
        type="checkbox"
        aria-label={selection.allLabel}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && selection.chosen.size > 0
        }}
        onChange={selection.toggleAll}
        className="size-4.5 align-middle accent-accent"
      />
    </th>
  )
}

function SelectRowCell({ selection, rowKey }: { readonly selection: Selection; readonly rowKey: string }) {
  return (
    <td className="py-1 pr-3 compact:py-0">
      <input
        type="checkbox"
        aria-label={selection.getLabel(rowKey)}
        checked={selection.chosen.has(rowKey)}
        onChange={() => selection.toggle(rowKey)}
        className="size-4.5 align-middle accent-accent"
      />
    </td>
  )
}

interface GroupHeadingProps {
  readonly heading: string
  readonly count: number
  readonly index: number
  readonly width: number
  readonly height: number
}

/** The heading of a group of rows, with their number. */
function GroupHeading({ heading, count, index, width, height }: GroupHeadingProps) {
  return (
    <tr aria-rowindex={index + 2} className="border-b border-line" style={{ height }}>
      <th colSpan={width} scope="colgroup" className="py-1 align-bottom font-semibold">
        {heading} <span className="font-normal text-muted">{count}</span>
      </th>
    </tr>
  )
}

const getCellClass = <Row,>({ isNumber, from, className = '' }: Column<Row>): string =>
  `${isNumber ? 'text-right' : ''} ${from ? visibleFromClasses[from] : ''} ${className}`

/** Takes the space of the rows that are not rendered. */
function Spacer({ height, width }: { readonly height: number; readonly width: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can take the focus
    <tr aria-hidden="true">
      <td colSpan={width} style={{ height, padding: 0 }} />
    </tr>
  )
}

function moveFocus(event: KeyboardEvent, body: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || body === null || !(event.target instanceof HTMLAnchorElement)) return
  const links = [...body.querySelectorAll<HTMLAnchorElement>('a[data-primary]')]
  const next = links[links.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
