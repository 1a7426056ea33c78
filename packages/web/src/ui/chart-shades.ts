import type uPlot from 'uplot'
import type { ChartLimit, ChartShade, Marker } from './chart-data.ts'

type ColorReader = (color: string) => string

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The height of the rail below the axis, in CSS pixels. */
export const railHeight = 5

/** Tints the time ranges behind the lines. */
export function drawTints(drawn: uPlot, shades: readonly ChartShade[], colorOf: ColorReader): void {
  const { ctx, bbox } = drawn
  ctx.save()
  for (const each of shades) {
    const box = computeBox(drawn, each, { top: bbox.top, height: bbox.height })
    if (!box) continue
    ctx.fillStyle = colorOf(each.color)
    ctx.fillRect(box.left, box.top, box.width, box.height)
    if (each.isHatched) drawHatching(ctx, box, colorOf('var(--line)'))
  }
  ctx.restore()
}

/** Draws the same ranges as a solid rail below the axis: a tint alone is too faint to carry a meaning. */
export function drawRails(drawn: uPlot, shades: readonly ChartShade[], colorOf: ColorReader): void {
  const { ctx, bbox } = drawn
  const height = railHeight * devicePixelRatio
  ctx.save()
  for (const each of shades) {
    const box = each.rail && computeBox(drawn, each, { top: bbox.top + bbox.height + devicePixelRatio, height })
    if (!box) continue
    ctx.fillStyle = colorOf(each.rail)
    ctx.fillRect(box.left, box.top, box.width, box.height)
  }
  ctx.restore()
}

/** Draws a dashed line with a flag for each marker. */
export function drawMarkers(drawn: uPlot, markers: readonly Marker[], colorOf: ColorReader): void {
  const { ctx, bbox } = drawn
  const size = 4 * devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colorOf('var(--muted)')
  ctx.fillStyle = ctx.strokeStyle
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([size, size])
  for (const { at } of markers) {
    const x = drawn.valToPos(at, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.beginPath()
    ctx.moveTo(x - size, bbox.top)
    ctx.lineTo(x + size, bbox.top)
    ctx.lineTo(x, bbox.top + 1.5 * size)
    ctx.fill()
  }
  ctx.restore()
}

/** Draws a dashed line across the chart for each limit that is within its scale. */
export function drawLimits(drawn: uPlot, limits: readonly ChartLimit[], colorOf: ColorReader): void {
  const { ctx, bbox } = drawn
  ctx.save()
  ctx.lineWidth = 1.5 * devicePixelRatio
  ctx.setLineDash([8 * devicePixelRatio, 4 * devicePixelRatio])
  for (const { value, color } of limits) {
    const y = drawn.valToPos(value, 'y', true)
    if (y < bbox.top || y > bbox.top + bbox.height) continue
    ctx.strokeStyle = colorOf(color)
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
  }
  ctx.restore()
}

/** Returns the part of a range that is in view; even a moment is some pixels wide. */
function computeBox(drawn: uPlot, { from, to }: ChartShade, row: Pick<Box, 'top' | 'height'>): Box | undefined {
  const { bbox } = drawn
  const left = Math.max(drawn.valToPos(from, 'x', true), bbox.left)
  const right = Math.min(drawn.valToPos(to, 'x', true), bbox.left + bbox.width)
  return right < left ? undefined : { left, width: Math.max(right - left, 2 * devicePixelRatio), ...row }
}

function drawHatching(ctx: CanvasRenderingContext2D, { left, top, width, height }: Box, color: string): void {
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
