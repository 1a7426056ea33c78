import type { ComponentProps } from 'react'

/** The outermost cells of a table keep their distance from the edge, and the last row needs no line. */
const tableClasses =
  '[&_tr>:first-child]:pl-4 [&_tr>:last-child]:pr-4 [&>table>tbody:last-child>tr:last-child]:border-b-0'

/** A raised surface for tables, lists and charts. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={`overflow-clip rounded-lg border border-line bg-surface shadow-card ${tableClasses} ${className}`}
    />
  )
}
