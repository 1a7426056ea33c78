import type { Ref } from 'react'
import type uPlot from 'uplot'
import { type ChartContent, type ChartData, findMarkers, formatReadings } from './chart-data.ts'
import { listDrawnItems, Swatch } from './chart-legend.tsx'

/** How far the tooltip stays away from the pointer, in pixels. */
const distance = 14

/** Floats next to the pointer with the values at its time. */
export function ChartTooltip({ data, ref }: { readonly data: ChartData; readonly ref: Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      aria-hidden="true"
      hidden
      className="pointer-events-none absolute top-2 left-0 z-10 w-max max-w-64 rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-lg"
    >
      <p data-time className="mb-1 font-medium" />
      <ul className="grid gap-0.5">
        {listDrawnItems(data).map(({ label, color, thickness }) => (
          <li key={label} className="flex items-center gap-2">
            <Swatch color={color} thickness={thickness} />
            <span className="grow truncate text-muted">{label}</span>
            <span data-value className="pl-3 whitespace-nowrap" />
          </li>
        ))}
      </ul>
      <p data-state className="mt-1 font-medium empty:hidden" />
    </div>
  )
}

/** Updates the tooltip without React, because it changes with every pixel that the pointer moves. */
export function showReadings(box: HTMLElement | null, drawn: uPlot, content: ChartContent): void {
  if (!box) return
  const { idx, left = -1 } = drawn.cursor
  box.hidden = idx == null || left < 0
  if (idx == null || left < 0) return
  const time = content.data.times[idx] ?? 0
  const values = formatReadings(content, idx)
  for (const [index, span] of [...box.querySelectorAll('[data-value]')].entries())
    span.textContent = values[index] ?? ''
  setText(box, '[data-time]', content.texts.time(time))
  setText(box, '[data-state]', listStates(content.data, time).join(', '))
  const x = drawn.over.offsetLeft + left
  const isRight = left > drawn.over.clientWidth / 2
  box.style.transform = `translateX(${isRight ? x - distance - box.offsetWidth : x + distance}px)`
}

/** The shades and markers at a time. */
function listStates(data: ChartData, time: number): readonly string[] {
  const { shades, times } = data
  const step = (times[1] ?? time + 1) - (times[0] ?? time)
  return [
    ...shades.filter(({ from, to }) => from < time + step && time < to).map(({ label }) => label),
    ...findMarkers(data, time),
  ].filter((label, index, all) => all.indexOf(label) === index)
}

function setText(box: HTMLElement, selector: string, text: string): void {
  const element = box.querySelector(selector)
  if (element) element.textContent = text
}
