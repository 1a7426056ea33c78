import { measureTextWidth } from './text-width.ts'

export const columnGap = 2

/** How narrow a text can become, step by step: all texts get shorter before one becomes unreadable. */
const minWidths = [24, 14, 8]
/** The first column of texts is the name of a record, which has to be recognized. */
const minNameWidth = 14

interface FittedColumn {
  /** Never shortened: an id, a state, a time. */
  readonly isNeverCut?: boolean
}

/**
 * Returns the width of each column of a table that fits into a line; 0 for a column that is left out. The columns on
 * the right are the least important: they are shortened first, and left out if that is not enough.
 */
export function fitColumns(
  columns: readonly FittedColumn[],
  cells: readonly (readonly string[])[],
  available: number | undefined,
): number[] {
  const natural = columns.map((_, index) =>
    cells.reduce((widest, row) => Math.max(widest, measureTextWidth(row[index] ?? '')), 0),
  )
  if (available === undefined) return natural
  for (let count = columns.length; count > 0; count -= 1) {
    const widths = natural.map((width, index) => (index < count ? width : 0))
    if (shorten(widths, columns, available)) return widths
  }
  return natural.map((width, index) => (index === 0 ? Math.min(width, available) : 0))
}

/** Shortens texts until the line fits; returns whether it does. */
function shorten(widths: number[], columns: readonly FittedColumn[], available: number): boolean {
  const excess = () => measureLine(widths) - available
  const nameIndex = columns.findIndex(({ isNeverCut }) => !isNeverCut)
  for (const minWidth of minWidths)
    for (let index = widths.length - 1; index >= 0 && excess() > 0; index -= 1) {
      const width = widths[index] ?? 0
      const columnMinWidth = index === nameIndex ? Math.max(minWidth, minNameWidth) : minWidth
      if (!columns[index]?.isNeverCut && width > columnMinWidth)
        widths[index] = Math.max(columnMinWidth, width - excess())
    }
  return excess() <= 0
}

function measureLine(widths: readonly number[]): number {
  const visible = widths.filter((width) => width > 0)
  return visible.reduce((sum, width) => sum + width, 0) + columnGap * Math.max(0, visible.length - 1)
}
