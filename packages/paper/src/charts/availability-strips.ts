import type { ReportLanguage } from '../words.ts'
import {
  chartColours,
  chartWidth,
  drawBox,
  drawChartHead,
  drawDateAxis,
  drawText,
  formatCoordinate,
  formatNumber,
  truncateLabel,
  wrapDrawing,
} from './drawing.ts'
import { getLevelLegend, judgeLevel } from './level-state.ts'

interface Strip {
  readonly label: string
  /** The service level of the whole period as a formatted text. */
  readonly level: string
  /** In per cent. */
  readonly target: number | null
  /** `YYYY-MM-DD`, and the availability in per cent; `null` without data. */
  readonly days: readonly { readonly date: string; readonly level: number | null }[]
}

interface StripOptions {
  readonly label: string
  readonly language?: ReportLanguage
}

const top = 18
const rowHeight = 19
const labelWidth = 132
const levelWidth = 46

/**
 * Draws one row per service and one bar per day. The shade shows the level of the day; days below their target also
 * show it as a number.
 */
export function drawAvailabilityStrips(strips: readonly Strip[], { label, language = 'en' }: StripOptions): string {
  const dates = [...new Set(strips.flatMap(({ days }) => days.map(({ date }) => date)))].sort()
  const step = (chartWidth - labelWidth - levelWidth) / Math.max(dates.length, 1)
  const places = new Map(dates.map((date, index) => [date, labelWidth + index * step]))
  const bottom = top + strips.length * rowHeight
  // The texts of the legend depend only on whether there is a target, not on its value.
  const legendTarget = strips.some(({ target }) => target !== null) ? 100 : null
  return wrapDrawing(bottom + 14, [
    drawChartHead(label, getLevelLegend(legendTarget, language)),
    ...strips.map((strip, index) => drawStrip(strip, { y: top + index * rowHeight, step, places, language })),
    drawDateAxis(dates, { xOf: (index) => labelWidth + index * step, y: bottom - 2, language }),
  ])
}

interface StripPlace {
  readonly y: number
  readonly step: number
  readonly places: ReadonlyMap<string, number>
  readonly language: ReportLanguage
}

function drawStrip({ label, level, target, days }: Strip, { y, step, places, language }: StripPlace): string {
  const bars = days.map(({ date, level: dayLevel }) => {
    const area = { x: (places.get(date) ?? 0) + step * 0.08, y, width: step * 0.84, height: rowHeight - 5 }
    return drawDay(dayLevel, target, { area, language })
  })
  const middle = y + (rowHeight - 5) / 2 + 2.5
  return [
    drawText([0, middle], truncateLabel(label, labelWidth - 8), { fill: chartColours.ink, size: 7.4 }),
    ...bars,
    drawText([chartWidth, middle], level, { anchor: 'end', fill: chartColours.ink, size: 7.4, weight: 600 }),
  ].join('')
}

interface DayPlace {
  readonly area: Parameters<typeof drawBox>[0]
  readonly language: ReportLanguage
}

function drawDay(level: number | null, target: number | null, { area, language }: DayPlace): string {
  if (level === null) {
    const diagonal = `<path d="M${formatCoordinate(area.x)} ${formatCoordinate(area.y + area.height)}l${formatCoordinate(area.width)} ${formatCoordinate(-area.height)}" stroke="${chartColours.empty}" stroke-width=".4"/>`
    return drawBox(area, `rx="1" fill="#fff" stroke="${chartColours.empty}" stroke-width=".4"`) + diagonal
  }
  const state = judgeLevel(level, target)
  const bar = drawBox(area, `rx="1" fill="${chartColours[state]}"`)
  // Narrow bars of a long period have no space for digits.
  if (state === 'good' || area.width < 8) return bar
  const text = formatNumber(Math.floor(level * 10) / 10, language, 1)
  const position = [area.x + area.width / 2, area.y + area.height / 2 + 1.8] as const
  return bar + drawText(position, text, { anchor: 'middle', fill: '#ffffff', size: Math.min(5, area.width / 2.1) })
}
