import type uPlot from 'uplot'
import type { ChartContent, Shade } from './chart-data.ts'

interface Drawing extends ChartContent {
  readonly width: number
  readonly height: number
  readonly host: HTMLElement
  /** Called when the cursor moves. */
  readonly point: (drawn: uPlot) => void
  /** Called when the user has selected a time range by dragging; without it, dragging is disabled. */
  readonly select?: (from: number, to: number) => void
}

/** Builds the options of uPlot with our colours and texts. */
export function chartOptions({ data, texts, width, height, host, point, select }: Drawing): uPlot.Options {
  const colorOf = tokenReader(host)
  const axis = {
    stroke: colorOf('var(--muted)'),
    grid: { stroke: colorOf('var(--line)'), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(host).fontFamily}`,
  }
  const edge: uPlot.Series = { width: 0, points: { show: false } }
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: select !== undefined, y: false, setScale: false, dist: 4 }, points: { size: 5 } },
    scales: { x: { time: true }, y: { range: (_, __, highest) => [0, Math.max(highest * 1.1, 1)] } },
    axes: [
      { ...axis, values: (_, splits) => splits.map(texts.tick), space: 70 },
      { ...axis, values: (_, splits) => splits.map((split) => texts.value(split)), size: 64 },
    ],
    series: [
      {},
      ...(data.band ? [edge, edge] : []),
      ...data.lines.map(({ label, color }, place) => ({
        label,
        stroke: colorOf(color),
        width: 1.5,
        points: { show: false },
        // The lowest line of a stack is filled down to zero, each other line down to the one below it.
        ...(data.isStacked && place === 0 && { fill: translucent(colorOf(color)) }),
      })),
    ],
    bands: [
      ...(data.band ? [{ series: [2, 1] as uPlot.Band.Bounds, fill: colorOf('var(--accent-soft)') }] : []),
      ...(data.isStacked ? data.lines.slice(1) : []).map(({ color }, place) => ({
        series: [place + 2, place + 1] as uPlot.Band.Bounds,
        fill: translucent(colorOf(color)),
      })),
    ],
    hooks: {
      setCursor: [point],
      drawClear: [(drawn) => shade(drawn, data.shades, colorOf)],
      ...(select && { setSelect: [(drawn) => selected(drawn, select)] }),
    },
  }
}

function selected(drawn: uPlot, select: (from: number, to: number) => void): void {
  const { left, width } = drawn.select
  if (width > 0) select(drawn.posToVal(left, 'x'), drawn.posToVal(left + width, 'x'))
}

/** A canvas cannot use CSS variables, so an element resolves them. */
function tokenReader(host: HTMLElement): (color: string) => string {
  const probe = document.createElement('span')
  return (color) => {
    probe.style.color = color
    host.append(probe)
    const resolved = getComputedStyle(probe).color
    probe.remove()
    return resolved
  }
}

function shade(drawn: uPlot, shades: readonly Shade[], colorOf: (color: string) => string): void {
  const { ctx, bbox } = drawn
  ctx.save()
  for (const { from, to, color, isHatched } of shades) {
    const left = Math.max(drawn.valToPos(from, 'x', true), bbox.left)
    const right = Math.min(drawn.valToPos(to, 'x', true), bbox.left + bbox.width)
    if (right <= left) continue
    const width = Math.max(right - left, 1)
    ctx.fillStyle = colorOf(color)
    ctx.fillRect(left, bbox.top, width, bbox.height)
    if (isHatched) hatch(ctx, { left, top: bbox.top, width, height: bbox.height }, colorOf('var(--line)'))
  }
  ctx.restore()
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function hatch(ctx: CanvasRenderingContext2D, { left, top, width, height }: Box, color: string): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  ctx.beginPath()
  for (let x = left - height; x < left + width; x += 10) {
    ctx.moveTo(x, top + height)
    ctx.lineTo(x + height, top)
  }
  ctx.strokeStyle = color
  ctx.stroke()
  ctx.restore()
}

/** A computed colour, which is always written as rgb(…). */
const translucent = (color: string): string => color.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.55)')
