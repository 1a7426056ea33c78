import { type ReportLanguage, reportWords } from '../words.ts'
import {
  axisWidth,
  chartColours,
  chartWidth,
  drawChartHead,
  drawDateAxis,
  drawHorizontalLine,
  drawSwatch,
  drawText,
  formatCoordinate,
  formatPercent,
  wrapDrawing,
} from './drawing.ts'

interface DayBudget {
  /** `YYYY-MM-DD` */
  readonly date: string
  /** The share of the budget that is left at the end of the day: 1 if nothing is spent, negative if it is overspent. */
  readonly left: number
}

interface BurnOptions {
  readonly label: string
  readonly language?: ReportLanguage
}

const height = 78
const top = 18
const bottom = height - 13
const minLevel = -2

/** Draws the remaining error budget of each day; below zero, the target is missed. */
export function drawBudgetBurn(days: readonly DayBudget[], options: BurnOptions): string {
  const { label, language = 'en' } = options
  const floor = chooseFloor(days)
  const step = (chartWidth - axisWidth) / Math.max(days.length, 1)
  const toX = (index: number) => axisWidth + index * step
  const toY = (left: number) => top + ((1 - Math.min(Math.max(left, floor), 1)) / (1 - floor)) * (bottom - top)
  const levels = floor < 0 ? [1, 0, floor] : [1, 0.5, 0]
  const grid = levels.map(
    (level) =>
      drawHorizontalLine(toY(level)) +
      drawText([axisWidth - 5, toY(level) + 2.4], formatPercent(level * 100, language, 0), { anchor: 'end' }),
  )
  const words = reportWords[language]
  const dates = days.map(({ date }) => date)
  return wrapDrawing(height, [
    drawChartHead(label, [
      { mark: drawSwatch(chartColours.good), text: words.budgetLeft },
      { mark: drawSwatch(chartColours.bad), text: words.budgetSpent },
    ]),
    ...grid,
    ...days.map(({ left }, index) => drawDay(left, { x: toX(index), width: step, yOf: toY })),
    drawHorizontalLine(toY(0), { stroke: chartColours.ink, width: 0.8 }),
    drawOutline(days, { xOf: toX, yOf: toY, step }),
    drawDateAxis(dates, { xOf: toX, y: bottom, language }),
  ])
}

function chooseFloor(days: readonly DayBudget[]): number {
  const lowest = Math.max(Math.min(0, ...days.map(({ left }) => left)), minLevel)
  return lowest < 0 ? Math.floor(lowest * 2) / 2 : 0
}

function drawDay(left: number, place: { x: number; width: number; yOf: (left: number) => number }): string {
  const { x, width, yOf } = place
  const [from, to] = [yOf(Math.max(left, 0)), yOf(Math.min(left, 0))]
  const fill = left >= 0 ? chartColours.good : chartColours.bad
  // A little wider than the day, so that no hairline shows between two days.
  return `<path d="M${formatCoordinate(x)} ${formatCoordinate(from)}h${formatCoordinate(width + 0.15)}V${formatCoordinate(to)}h${formatCoordinate(-width - 0.15)}z" fill="${fill}"/>`
}

interface ChartScales {
  readonly xOf: (index: number) => number
  readonly yOf: (left: number) => number
  readonly step: number
}

function drawOutline(days: readonly DayBudget[], { xOf, yOf, step }: ChartScales): string {
  const path = days
    .map(
      ({ left }, index) => `L${formatCoordinate(xOf(index))} ${formatCoordinate(yOf(left))}h${formatCoordinate(step)}`,
    )
    .join('')
  return days.length === 0
    ? ''
    : `<path d="M${path.slice(1)}" fill="none" stroke="${chartColours.ink}" stroke-width=".8" stroke-linejoin="round"/>`
}
