import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'

interface VirtualListProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly rowHeight: number
  readonly children: (row: Row) => ReactNode
}

/** A list of any length, of which only what is in sight exists. Listeners are told each row's place in the whole. */
export function VirtualList<Row>({ label, rows, keyOf, rowHeight, children }: VirtualListProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)))
  // Another function would have every place computed anew, five thousand times with each letter typed.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    [rows, keyOf],
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
              className="border-b border-line"
            >
              {children(row)}
            </li>
          )
        )
      })}
    </ul>
  )
}
