import type { ReportLanguage } from '../words.ts'
import {
  axisWidth,
  chartColours,
  chartWidth,
  drawBox,
  drawChartHead,
  drawDateAxis,
  drawHorizontalLine,
  drawText,
  formatCoordinate,
  formatPercent,
  wrapDrawing,
} from './drawing.ts'
import { getLevelLegend, judgeLevel } from './level-state.ts'

interface DayLevel {
  /** `YYYY-MM-DD` */
  readonly date: string
  /** Availability in per cent; `null` without data. */
  readonly level: number | null
}

interface BarOptions {
  /** In per cent. */
  readonly target: number | null
  readonly label: string
  readonly language?: ReportLanguage
}

const height = 118
const top = 18
const bottom = height - 13
const floors = [99.5, 99, 98, 95, 90]

/**
 * Draws one bar per day. The axis starts at 90% or higher; a day with a lower level is a stub with the level written
 * above.
 */
export function drawAvailabilityBars(days: readonly DayLevel[], options: BarOptions): string {
  const { target, label, language = 'en' } = options
  const floor = chooseFloor(days, target)
  const step = (chartWidth - axisWidth) / Math.max(days.length, 1)
  const toX = (index: number) => axisWidth + index * step
  const toY = (level: number) => bottom - ((Math.max(level, floor) - floor) / (100 - floor)) * (bottom - top)
  const grid = [100, (100 + floor) / 2, floor].map(
    (level) =>
      drawHorizontalLine(toY(level)) +
      drawText([axisWidth - 5, toY(level) + 2.4], formatPercent(level, language), { anchor: 'end' }),
  )
  const bars = days.map(({ level }, index) => {
    const area = { x: toX(index) + step * 0.1, width: step * 0.8 }
    return level === null ? drawEmpty(area) : drawBar(level, { ...area, y: toY(level), target, floor, language })
  })
  const dates = days.map(({ date }) => date)
  return wrapDrawing(height, [
    drawChartHead(label, getLevelLegend(target, language)),
    ...grid,
    ...bars,
    target === null ? '' : drawHorizontalLine(toY(target), { stroke: chartColours.ink, width: 0.8, dashes: '3 2' }),
    drawDateAxis(dates, { xOf: toX, y: bottom, language }),
  ])
}

function chooseFloor(days: readonly DayLevel[], target: number | null): number {
  const levels = days.flatMap(({ level }) => (level === null ? [] : [level]))
  const lowest = Math.min(target === null ? 100 : target - (100 - target) / 2, ...levels)
  return floors.find((floor) => floor <= lowest) ?? 90
}

function drawEmpty({ x, width }: { x: number; width: number }): string {
  const area = { x: x + 0.2, y: top, width: Math.max(width - 0.4, 0.3), height: bottom - top }
  const diagonal = `<path d="M${formatCoordinate(x)} ${bottom}L${formatCoordinate(x + width)} ${top}" stroke="${chartColours.empty}" stroke-width=".4"/>`
  return drawBox(area, `fill="#fff" stroke="${chartColours.empty}" stroke-width=".4"`) + diagonal
}

interface BarPlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly target: number | null
  readonly floor: number
  readonly language: ReportLanguage
}

function drawBar(level: number, { x, y, width, target, floor, language }: BarPlace): string {
  const barHeight = Math.max(bottom - y, 2.5)
  const bar = drawBox(
    { x, y: bottom - barHeight, width, height: barHeight },
    `fill="${chartColours[judgeLevel(level, target)]}"`,
  )
  if (level >= floor) return bar
  const text = formatPercent(level, language, 1)
  const middle = x + width / 2
  return `${bar}<g transform="translate(${formatCoordinate(middle + 2)} ${formatCoordinate(bottom - barHeight - 3)}) rotate(-90)">${drawText([0, 0], text, { fill: chartColours.bad, size: 6.4, weight: 600 })}</g>`
}
