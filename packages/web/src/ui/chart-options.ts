import type uPlot from 'uplot'
import { stackAlpha } from './chart-alpha.ts'
import { findIsolated } from './chart-columns.ts'
import { type ChartContent, type ChartData, findEnd } from './chart-data.ts'
import { drawLimits, drawMarkers, drawRails, drawTints, railHeight } from './chart-shades.ts'
import { makeVisible, parseColor, toCss } from './contrast.ts'

/** A part of the time range, in seconds since 1970. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

interface ChartDrawing extends ChartContent {
  readonly width: number
  readonly height: number
  readonly host: HTMLElement
  readonly zoom: TimeSpan | null
  /** Called when the cursor moves. */
  readonly point: (drawn: uPlot) => void
  /** Called when the user has selected a time range by dragging. */
  readonly select: (span: TimeSpan) => void
}

/** Builds the options of uPlot with our colours and texts. */
export function buildChartOptions(drawing: ChartDrawing): uPlot.Options {
  const { data, texts, width, height, host, zoom, point, select } = drawing
  const getColor = createColorReader(host)
  const getVisibleColor = createVisibleColorReader(getColor)
  const axis = {
    stroke: getColor('var(--muted)'),
    grid: { stroke: getColor('var(--line)'), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(host).fontFamily}`,
  }
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: false, dist: 4 }, points: { size: 6 } },
    scales: {
      x: { time: true, range: (_, from, to) => (zoom ? [zoom.from, zoom.to] : [from, findEnd(data, to)]) },
      y: { range: (_, __, highest) => [0, Math.max(computeTop(data, highest) * 1.1, data.minTop ?? 1)] },
    },
    axes: [
      { ...axis, values: (_, splits) => [...texts.ticks(splits)], space: 80, size: 46, gap: railHeight + 5 },
      { ...axis, values: (_, splits) => splits.map((split) => texts.value(split)), size: width < 480 ? 54 : 64 },
    ],
    series: [{}, ...buildSeries(data, { colorOf: getColor, visible: getVisibleColor })],
    bands: buildBands(data, getColor),
    hooks: {
      setCursor: [point],
      drawClear: [(drawn) => drawTints(drawn, data.shades, getColor)],
      draw: [
        (drawn) => drawLimits(drawn, data.limits ?? [], getVisibleColor),
        (drawn) => drawRails(drawn, data.shades, getColor),
        (drawn) => drawMarkers(drawn, data.markers ?? [], getColor),
      ],
      setSelect: [(drawn) => onSelection(drawn, select)],
    },
  }
}

type ColorReader = (color: string) => string

/** A limit that is this many times above all values does not extend the scale, because the lines would be flat. */
const maxLimitFactor = 3

const computeTop = ({ limits = [] }: ChartData, highest: number): number =>
  Math.max(highest, ...limits.map(({ value }) => value).filter((value) => value <= highest * maxLimitFactor))

/** Reads colours and moves those that would be too pale on a card. */
function createVisibleColorReader(colorOf: ColorReader): ColorReader {
  const background = parseColor(colorOf('var(--surface)'))
  return (color) => {
    const [resolved, parsed] = [colorOf(color), parseColor(colorOf(color))]
    return parsed && background ? toCss(makeVisible(parsed, background)) : resolved
  }
}

interface Colors {
  readonly colorOf: ColorReader
  readonly visible: ColorReader
}

function buildSeries(data: ChartData, { colorOf, visible }: Colors): uPlot.Series[] {
  const hidden: uPlot.Series = { width: 0, points: { show: false } }
  const edge: uPlot.Series = { width: 1, stroke: colorOf('var(--band-edge)'), points: isolatedPoints }
  return [
    ...(data.band ? [hidden, edge] : []),
    ...data.lines.map(({ label, color }, index) => ({
      label,
      stroke: visible(color),
      width: 1.25,
      points: isolatedPoints,
      // The lowest line of a stack is filled down to zero, each other line down to the one below it.
      ...(data.isStacked && index === 0 && { fill: toTranslucent(colorOf(color)) }),
    })),
    ...(data.median
      ? [{ label: data.median.label, stroke: visible(data.median.color), width: 2, points: isolatedPoints }]
      : []),
  ]
}

const buildBands = (data: ChartData, colorOf: ColorReader): uPlot.Band[] => [
  ...(data.band ? [{ series: [2, 1] as uPlot.Band.Bounds, fill: colorOf('var(--band)') }] : []),
  ...(data.isStacked ? data.lines.slice(1) : []).map(({ color }, index) => ({
    series: [index + 2, index + 1] as uPlot.Band.Bounds,
    fill: toTranslucent(colorOf(color)),
  })),
]

const isolatedPoints: uPlot.Series.Points = {
  show: true,
  size: 5,
  filter: (drawn, series) => findIsolated(Array.from(drawn.data[series] ?? [])),
}

function onSelection(drawn: uPlot, select: (span: TimeSpan) => void): void {
  const { left, width } = drawn.select
  if (width <= 0) return
  const span = { from: drawn.posToVal(left, 'x'), to: drawn.posToVal(left + width, 'x') }
  drawn.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  select(span)
}

/** A canvas cannot use CSS variables, so an element resolves them. */
function createColorReader(host: HTMLElement): ColorReader {
  const probe = document.createElement('span')
  return (color) => {
    probe.style.color = color
    host.append(probe)
    const resolved = getComputedStyle(probe).color
    probe.remove()
    return resolved
  }
}

function toTranslucent(color: string): string {
  const parsed = parseColor(color)
  return parsed ? toCss([parsed[0], parsed[1], parsed[2], stackAlpha]) : color
}
