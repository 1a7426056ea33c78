import type { PageContext } from '../context.ts'
import { type Markup, markup, noMarkup } from '../markup.ts'
import { formatMs, getLatestMean } from '../response-times.ts'
import type { ComponentView, ResponseTimeView } from '../view.ts'

const chartHeight = 32
const pointStep = 4

/** The response times of a component as a line, with its latest value as text. */
export function renderResponseTimes(component: ComponentView, { texts }: PageContext): Markup {
  const { responseTimes } = component
  const latest = getLatestMean(component)
  if (responseTimes === null) return noMarkup
  if (latest === undefined)
    return markup`<div class="response"><span>${texts.responseTime}: ${texts.noData}</span></div>`
  const value = formatMs(latest, texts.locale)
  return markup`<div class="response"><span>${texts.responseTime} <strong>${value}</strong></span>
<svg class="spark" viewBox="0 0 ${Math.max(1, responseTimes.length - 1) * pointStep} ${chartHeight}" preserveAspectRatio="none" role="img" aria-label="${texts.responseTime}, ${texts.meanResponseTime(responseTimes.length)}: ${value}">${drawLines(responseTimes)}</svg></div>`
}

/** Days without a value interrupt the line. */
function drawLines(days: readonly ResponseTimeView[]): Markup {
  const top = Math.max(1, ...days.map(({ meanMs }) => meanMs ?? 0)) * 1.08
  const toPoint = (meanMs: number, index: number) =>
    `${index * pointStep} ${(chartHeight - (meanMs / top) * (chartHeight - 1)).toFixed(1)}`
  const runs: { readonly start: number; readonly points: string[] }[] = []
  for (const [index, { meanMs }] of days.entries()) {
    if (meanMs === null) continue
    const run = runs.at(-1)
    if (run !== undefined && run.start + run.points.length === index) run.points.push(toPoint(meanMs, index))
    else runs.push({ start: index, points: [toPoint(meanMs, index)] })
  }
  const areas = runs.map(
    ({ start, points }) =>
      `M${start * pointStep} ${chartHeight}L${points.join('L')}L${(start + points.length - 1) * pointStep} ${chartHeight}z`,
  )
  // For a single day, a very short line is visible as a dot because of its round ends.
  const lines = runs.map(({ points }) => `M${points.join('L')}${points.length === 1 ? 'h.01' : ''}`)
  return markup`<path class="area" d="${areas.join('')}"/><path d="${lines.join('')}"/>`
}
