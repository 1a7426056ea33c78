import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Card } from './card.tsx'

interface VirtualListProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly getKey: (row: Row) => string | number
  readonly rowHeight: number
  /** Headings of columns, above the first row. */
  readonly header?: ReactNode
  readonly children: (row: Row) => ReactNode
}

/**
 * A virtual list: only visible rows are rendered. Screen readers get the position of each row in the whole list.
 */
export function VirtualList<Row>({ label, rows, getKey, rowHeight, header, children }: VirtualListProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)))
  // With a new function, the library would compute the positions of all rows again, at each keystroke of a search.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : getKey(row)
    },
    [rows, getKey],
  )
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: top,
    getItemKey,
  })
  const items = virtual.getVirtualItems()
  return (
    <Card>
      {header}
      <ul
        ref={list}
        aria-label={label}
        className="list-none"
        style={{
          paddingTop: (items[0]?.start ?? top) - top,
          paddingBottom: Math.max(virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top), 0),
        }}
      >
        {items.map(({ index, key }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              <li
                key={String(key)}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className="border-b border-line px-4 last:border-b-0 hover:bg-hover"
              >
                {children(row)}
              </li>
            )
          )
        })}
      </ul>
    </Card>
  )
}
