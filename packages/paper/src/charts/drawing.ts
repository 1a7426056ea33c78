import type { ReportLanguage } from '../words.ts'

/** `good`, `warning` and `bad` are light, medium and dark, so that they can be distinguished in greyscale print too. */
export const chartColours = {
  good: '#7dbf9a',
  warning: '#c77a12',
  bad: '#8f1710',
  ink: '#1a1d21',
  muted: '#565c64',
  rule: '#dfe2e6',
  empty: '#9aa1a9',
  line: '#245a9c',
  band: '#cfdff2',
} as const

/** The width of the text on a page, in points. */
export const chartWidth = 499
export const axisWidth = 38

/** Wraps the parts of a drawing in an SVG element; `height` is in points. */
export const wrapDrawing = (height: number, parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${chartWidth}" height="${height}" viewBox="0 0 ${chartWidth} ${height}" font-family="Inter" font-size="7">${parts.join('')}</svg>`

export const formatCoordinate = (value: number) => String(Number(value.toFixed(2)))

interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly fill?: string
  readonly size?: number
  readonly weight?: number
}

export function drawText([x, y]: readonly [number, number], content: string, style: TextStyle = {}): string {
  const { anchor = 'start', fill = chartColours.muted, size = 7, weight = 400 } = style
  return `<text x="${formatCoordinate(x)}" y="${formatCoordinate(y)}" text-anchor="${anchor}" fill="${fill}" font-size="${size}" font-weight="${weight}">${escapeXml(content)}</text>`
}

interface LineStyle {
  readonly stroke?: string
  readonly width?: number
  readonly dashes?: string
}

export function drawHorizontalLine(
  y: number,
  { stroke = chartColours.rule, width = 0.6, dashes }: LineStyle = {},
): string {
  const dashAttribute = dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`
  return `<path d="M${axisWidth} ${formatCoordinate(y)}H${chartWidth}" fill="none" stroke="${stroke}" stroke-width="${width}"${dashAttribute}/>`
}

export const drawBox = (area: { x: number; y: number; width: number; height: number }, attributes: string) =>
  `<rect x="${formatCoordinate(area.x)}" y="${formatCoordinate(area.y)}" width="${formatCoordinate(area.width)}" height="${formatCoordinate(Math.max(area.height, 0))}" ${attributes}/>`

/** Draws the label of a chart on the left and its legend on the right, above the chart. */
export function drawChartHead(
  label: string,
  legend: readonly { readonly mark: string; readonly text: string }[],
): string {
  const parts: string[] = []
  let x = chartWidth
  for (const { mark, text } of legend.toReversed()) {
    parts.push(drawText([x, 7], text, { anchor: 'end' }))
    x -= estimateWidth(text) + 13
    parts.push(`<g transform="translate(${formatCoordinate(x)} 1.4)">${mark}</g>`)
    x -= 10
  }
  return [drawText([0, 7], truncateLabel(label, x), { fill: chartColours.ink, size: 7.4, weight: 600 }), ...parts].join(
    '',
  )
}

/** Cuts a text of about 7 points to a width, and adds an ellipsis. */
export function truncateLabel(text: string, width: number): string {
  const characters = [...text.slice(0, 400)]
  const fits = () => estimateWidth(characters.join('')) * 1.12 <= width
  if (characters.length === 0 || (fits() && text.length <= 400)) return characters.join('')
  while (characters.length > 0 && !fits()) characters.pop()
  return `${characters.slice(0, -1).join('').trimEnd()}…`
}

/** The marks of a legend are 10 × 6 points. */
export const drawSwatch = (fill: string) => `<rect width="10" height="6" rx="1" fill="${fill}"/>`
export const emptySwatch = `<rect x=".3" y=".3" width="9.400" height="5.400" rx="1" fill="#fff" stroke="${chartColours.empty}" stroke-width=".6"/><path d="M.5 5.500L9.500 .5" stroke="${chartColours.empty}" stroke-width=".6"/>`
export const drawStrokeSwatch = (stroke: string, width: number, dashes?: string) =>
  `<path d="M0 3H10" stroke="${stroke}" stroke-width="${width}"${dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`}/>`

/** Estimates the width of a text in Inter at 7 points, because SVG has no text layout. */
function estimateWidth(text: string): number {
  const widths = Array.from(text, (character) => {
    if (/[iljftr.,:;()|!'\s]/.test(character)) return 2.3
    return /[mwMW@%≥<\u2e80-\uffff]/.test(character) ? 7 : /\p{Lu}/u.test(character) ? 4.8 : 4.15
  })
  return widths.reduce((sum, width) => sum + width, 0)
}

/** Draws the dates below a chart: months for a long period, days for a short one. */
export function drawDateAxis(
  dates: readonly string[],
  { xOf, y, language }: { xOf: (index: number) => number; y: number; language: ReportLanguage },
): string {
  const days = dates.map((date) => new Date(`${date}T00:00:00Z`))
  const isLongPeriod = days.length > 62
  const locale = language === 'en' ? 'en-GB' : language
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const dayStep = days.length > 31 ? 7 : days.length > 14 ? 5 : 1
  const ticks = days.flatMap((date, index) => {
    if (Number.isNaN(date.getTime())) return []
    const hasTick = isLongPeriod ? date.getUTCDate() === 1 : index % dayStep === 0
    return hasTick ? [{ x: xOf(index), label: (isLongPeriod ? month : day).format(date) }] : []
  })
  // The labels of more than 12 months would overlap.
  const step = Math.ceil(ticks.length / 12)
  return ticks
    .filter((_, index) => index % step === 0)
    .map(({ x, label }) => {
      const tick = `<path d="M${formatCoordinate(x)} ${y}v4" stroke="${chartColours.muted}" stroke-width=".5"/>`
      const isAtEdge = x > chartWidth - 30
      return `${tick}${drawText([isAtEdge ? x - 2.5 : x + 2.5, y + 8], label, { anchor: isAtEdge ? 'end' : 'start' })}`
    })
    .join('')
}

export const formatNumber = (value: number, language: ReportLanguage, maximumFractionDigits = 2) =>
  new Intl.NumberFormat(language, { maximumFractionDigits, useGrouping: 'always' }).format(value)

export const formatPercent = (value: number, language: ReportLanguage, digits = 2) =>
  `${formatNumber(value, language, digits)}${language === 'pl' ? '\u00a0%' : '%'}`

const escapeXml = (text: string) =>
  text
    .toWellFormed()
    // XML cannot contain most control characters, not even escaped.
    .replace(/[\p{Cc}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
