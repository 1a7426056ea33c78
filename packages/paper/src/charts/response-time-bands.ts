import { type ReportLanguage, reportWords } from '../words.ts'
import {
  axisWidth,
  chartColours,
  chartWidth,
  drawChartHead,
  drawDateAxis,
  drawHorizontalLine,
  drawStrokeSwatch,
  drawSwatch,
  drawText,
  formatCoordinate,
  formatNumber,
  wrapDrawing,
} from './drawing.ts'
import { roundUpAxisEnd, splitAtGaps } from './scale.ts'

interface DayTimes {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly average: number | null
  readonly minimum: number | null
  readonly maximum: number | null
}

interface BandOptions {
  readonly label: string
  /** Written after the numbers of the axis, such as `ms`. */
  readonly unit: string
  readonly language?: ReportLanguage
}

const height = 96
const top = 18
const bottom = height - 13

/** Draws the average as a line, a band from it down to the fastest response, and the slowest responses as dots. */
export function drawResponseTimeBands(points: readonly DayTimes[], options: BandOptions): string {
  const { label, unit, language = 'en' } = options
  const ceiling = chooseCeiling(points)
  const step = (chartWidth - axisWidth) / Math.max(points.length, 1)
  const toX = (index: number) => axisWidth + (index + 0.5) * step
  const toY = (value: number) => bottom - (Math.min(Math.max(value, 0), ceiling) / ceiling) * (bottom - top)
  const grid = [0, ceiling / 2, ceiling].map(
    (value) =>
      drawHorizontalLine(toY(value)) +
      drawText([axisWidth - 5, toY(value) + 2.4], `${formatNumber(value, language)}\u00a0${unit.slice(0, 6)}`, {
        anchor: 'end',
      }),
  )
  const toPoint = (value: number | null, index: number) => (value === null ? null : ([toX(index), toY(value)] as const))
  const upper = points.map(({ average }, index) => toPoint(average, index))
  const lower = points.map(({ minimum }, index) => toPoint(minimum, index))
  const dates = points.map(({ date }) => date)
  return wrapDrawing(height, [
    drawChartHead(label, createLegend(language)),
    ...grid,
    drawBand(upper, lower),
    drawLine(lower, `stroke="${chartColours.line}" stroke-opacity=".65" stroke-width=".7"`),
    drawLine(upper, `stroke="${chartColours.line}" stroke-width="1.500"`),
    ...points.map(({ maximum }, index) =>
      maximum === null ? '' : drawMaximum(toX(index), toY(maximum), maximum > ceiling),
    ),
    drawDateAxis(dates, { xOf: (index) => toX(index) - step / 2, y: bottom, language }),
  ])
}

type Point = readonly [number, number]

/**
 * Chooses the end of the axis so that one slow response does not flatten the rest: maxima beyond twice the largest
 * average become marks at the top.
 */
function chooseCeiling(points: readonly DayTimes[]): number {
  const largest = (values: readonly (number | null)[]) => Math.max(0, ...values.map((value) => value ?? 0))
  const average = largest(points.map((point) => point.average))
  const maximum = largest(points.map((point) => point.maximum))
  return roundUpAxisEnd(average === 0 ? maximum : Math.min(maximum, average * 2) || average)
}

function drawBand(upper: readonly (Point | null)[], lower: readonly (Point | null)[]): string {
  const pairs = upper.map((point, index) => {
    const other = lower[index] ?? null
    return point === null || other === null ? null : ([point, other] as const)
  })
  const outlines = splitAtGaps(pairs).map((run) => {
    const forward = run.map(([point]) => point)
    const backward = run.map(([, point]) => point).toReversed()
    return `M${[...forward, ...backward].map(([x, y]) => `${formatCoordinate(x)} ${formatCoordinate(y)}`).join('L')}Z`
  })
  return `<path d="${outlines.join('')}" fill="${chartColours.band}"/>`
}

function drawLine(points: readonly (Point | null)[], attributes: string): string {
  const path = splitAtGaps(points).map(
    (run) => `M${run.map(([x, y]) => `${formatCoordinate(x)} ${formatCoordinate(y)}`).join('L')}`,
  )
  return `<path d="${path.join('')}" fill="none" stroke-linejoin="round" stroke-linecap="round" ${attributes}/>`
}

function drawMaximum(x: number, y: number, isAboveCeiling: boolean): string {
  if (isAboveCeiling)
    return `<path d="M${formatCoordinate(x - 1.3)} ${formatCoordinate(y + 1.1)}l1.300 -2.200l1.300 2.200z" fill="${chartColours.empty}"/>`
  return `<circle cx="${formatCoordinate(x)}" cy="${formatCoordinate(y)}" r=".9" fill="${chartColours.muted}"/>`
}

function createLegend(language: ReportLanguage): { mark: string; text: string }[] {
  const words = reportWords[language]
  return [
    { mark: drawStrokeSwatch(chartColours.line, 1.5), text: words.average },
    { mark: drawSwatch(chartColours.band), text: words.fastest },
    { mark: `<circle cx="6" cy="3" r="1.100" fill="${chartColours.muted}"/>`, text: words.slowest },
  ]
}
