import type { TableColumn } from '../report.ts'

export interface TableLayout {
  readonly sizePt: number
  readonly widthsPt: readonly number[]
}

interface MeasuredTable {
  readonly columns: readonly TableColumn[]
  /** Cleaned texts: the labels of the columns first, then the rows. */
  readonly lines: readonly (readonly string[])[]
  readonly measure: (text: string) => number
  readonly totalPt: number
}

/** The total horizontal padding of a cell, left and right together. */
export const cellInsetPt = 8
// Additional space, because shaping may change glyph widths.
const slackPt = 5
const maxMeasuredRows = 400

/**
 * Chooses the font size and the column widths, which always add up to the page width. As in a browser, each column is
 * at least as wide as its longest word, and the remaining width is divided according to the content.
 */
export function computeTableLayout(table: MeasuredTable): TableLayout {
  const count = table.columns.length
  const sizePt = count <= 7 ? 8.6 : count <= 10 ? 7.6 : count <= 14 ? 6.6 : 5.6
  if (table.columns.some(({ share }) => isUsable(share))) return { sizePt, widthsPt: sizeByShares(table) }
  return { sizePt, widthsPt: sizeByContent(table, sizePt) }
}

const isUsable = (share: number | undefined): share is number =>
  share !== undefined && Number.isFinite(share) && share > 0

function sizeByShares({ columns, totalPt }: MeasuredTable): number[] {
  // A column without a usable share gets the average share, so that no column vanishes.
  const given = columns.map(({ share }) => share).filter(isUsable)
  const average = given.reduce((sum, share) => sum + share, 0) / given.length
  const shares = columns.map(({ share }) => Math.max(isUsable(share) ? share : average, average / 20))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => (totalPt * share) / sum)
}

function sizeByContent({ columns, lines, measure, totalPt }: MeasuredTable, sizePt: number): number[] {
  const inset = Math.min(cellInsetPt + slackPt, totalPt / columns.length / 3)
  const minWidth = totalPt / columns.length / 2
  const wishes = columns.map((column, index) => {
    const texts = lines.slice(0, maxMeasuredRows).map((line) => line[index] ?? '')
    const [label = '', ...cells] = texts
    // A label of several words may take two lines, so that a column of numbers is not as wide as its label.
    const labelWidth = label.split(' ').length > 1 ? measure(label) * 0.6 : measure(label)
    const widest = Math.max(labelWidth, measureLongestWord(label, measure), ...cells.map(measure)) * sizePt + inset
    const longestWord = Math.max(0, ...texts.flatMap((text) => text.split(' ').map(measure))) * sizePt + inset
    const wanted = Math.min(widest, totalPt * 0.6)
    return {
      // Right-aligned columns contain numbers, which should not wrap.
      minimum: Math.min(column.align === 'right' ? wanted : longestWord, Math.max(minWidth, totalPt * 0.22)),
      wanted,
      grows: column.align === 'left',
    }
  })
  return distribute(wishes, totalPt)
}

const measureLongestWord = (text: string, measure: (text: string) => number) =>
  Math.max(...text.split(' ').map(measure))

interface ColumnWish {
  readonly minimum: number
  readonly wanted: number
  readonly grows: boolean
}

function distribute(wishes: readonly ColumnWish[], totalPt: number): number[] {
  const minimum = sumBy(wishes, (wish) => Math.min(wish.minimum, wish.wanted))
  if (minimum >= totalPt) return wishes.map((wish) => (totalPt * Math.min(wish.minimum, wish.wanted)) / minimum)
  const wanted = sumBy(wishes, (wish) => wish.wanted)
  if (wanted <= totalPt) {
    const growing = wishes.some(({ grows }) => grows)
    const weight = (wish: ColumnWish) => (wish.grows || !growing ? wish.wanted + 1 : 0)
    const weights = sumBy(wishes, weight)
    return wishes.map((wish) => wish.wanted + ((totalPt - wanted) * weight(wish)) / weights)
  }
  return fillUpTo(wishes, totalPt)
}

/**
 * Raises a common width limit of all columns until the page is full: short texts stay on one line, and the longest ones
 * wrap.
 */
function fillUpTo(wishes: readonly ColumnWish[], totalPt: number): number[] {
  const widthAt = (limit: number) => (wish: ColumnWish) =>
    Math.max(Math.min(wish.minimum, wish.wanted), Math.min(wish.wanted, limit))
  let [low, high] = [0, totalPt]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (sumBy(wishes, widthAt(middle)) > totalPt) high = middle
    else low = middle
  }
  return wishes.map(widthAt(low))
}

const sumBy = (wishes: readonly ColumnWish[], value: (wish: ColumnWish) => number) =>
  wishes.reduce((sum, wish) => sum + value(wish), 0)
