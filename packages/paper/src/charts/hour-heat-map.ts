import { type ReportLanguage, reportWords } from '../words.ts'
import {
  axisWidth,
  chartColours,
  chartWidth,
  drawBox,
  drawChartHead,
  drawSwatch,
  drawText,
  emptySwatch,
  formatCoordinate,
  formatNumber,
  formatPercent,
  wrapDrawing,
} from './drawing.ts'

interface HeatMapOptions {
  /** Seven short names, Monday first. */
  readonly weekDays: readonly string[]
  readonly label: string
  readonly language?: ReportLanguage
}

const worstStep = { from: Number.NEGATIVE_INFINITY, fill: '#861c12', ink: '#ffffff' }
// Darker means worse; every cell that is not near perfect contains a number.
const steps = [
  { from: 99.99, fill: '#e9f2ec', ink: chartColours.ink },
  { from: 99.9, fill: '#f7e3b4', ink: chartColours.ink },
  { from: 99.5, fill: '#eeb46a', ink: chartColours.ink },
  { from: 99, fill: '#c9662b', ink: '#ffffff' },
  worstStep,
]
const top = 28
const rowHeight = 15
const height = top + 7 * rowHeight

/** Draws the availability in per cent by hour of the week: 168 values, Monday 0:00 first. */
export function drawHourHeatMap(levels: readonly (number | null)[], options: HeatMapOptions): string {
  const { weekDays, label, language = 'en' } = options
  const cellWidth = (chartWidth - axisWidth) / 24
  const hours = Array.from({ length: 24 }, (_, hour) =>
    drawText([axisWidth + (hour + 0.5) * cellWidth, top - 5], String(hour), { anchor: 'middle' }),
  )
  const days = Array.from({ length: 7 }, (_, day) =>
    drawText([axisWidth - 6, top + (day + 0.5) * rowHeight + 2.5], (weekDays[day] ?? '').slice(0, 8), {
      anchor: 'end',
      fill: chartColours.ink,
    }),
  )
  const cells = Array.from({ length: 168 }, (_, index) => {
    const area = {
      x: axisWidth + (index % 24) * cellWidth + 0.6,
      y: top + Math.floor(index / 24) * rowHeight + 0.6,
      width: cellWidth - 1.2,
      height: rowHeight - 1.2,
    }
    return drawCell(levels[index] ?? null, area, language)
  })
  const hourLabel = drawText([axisWidth - 6, top - 5], reportWords[language].hour, { anchor: 'end' })
  return wrapDrawing(height, [drawChartHead(label, createLegend(language)), hourLabel, ...hours, ...days, ...cells])
}

type Area = Parameters<typeof drawBox>[0]

function drawCell(level: number | null, area: Area, language: ReportLanguage): string {
  if (level === null) {
    const diagonal = `<path d="M${formatCoordinate(area.x)} ${formatCoordinate(area.y + area.height)}l${formatCoordinate(area.width)} ${formatCoordinate(-area.height)}" stroke="${chartColours.empty}" stroke-width=".4"/>`
    return drawBox(area, `rx="1.500" fill="#fff" stroke="${chartColours.empty}" stroke-width=".4"`) + diagonal
  }
  const step = findStep(level)
  const cell = drawBox(area, `rx="1.500" fill="${step.fill}"`)
  if (step === steps[0]) return cell
  // Rounded down, so that it shows no level that was not reached.
  const text = formatNumber(Math.floor(level * 10) / 10, language, 1)
  const position = [area.x + area.width / 2, area.y + area.height / 2 + 2.1] as const
  return cell + drawText(position, text, { anchor: 'middle', fill: step.ink, size: 5.8 })
}

const findStep = (level: number) => steps.find(({ from }) => level >= from) ?? worstStep

function createLegend(language: ReportLanguage): { mark: string; text: string }[] {
  const levelEntries = steps.map(({ from, fill }, index) => ({
    mark: drawSwatch(fill),
    text: Number.isFinite(from)
      ? `≥ ${formatPercent(from, language)}`
      : `< ${formatPercent(steps[index - 1]?.from ?? 0, language)}`,
  }))
  return [...levelEntries, { mark: emptySwatch, text: reportWords[language].noData }]
}
