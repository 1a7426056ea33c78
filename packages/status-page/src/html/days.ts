import { countDaysSince, type DayGrade, formatAvailability, gradeDay, hasAvailabilityData } from '../availability.ts'
import type { PageContext } from '../context.ts'
import { type Markup, markup, noMarkup } from '../markup.ts'
import { describeDuration } from '../times.ts'
import type { ComponentView, DayView } from '../view.ts'

/** The y coordinates of the tops of bars: days with downtime have the highest bars, days without data the lowest. */
const barTops: Readonly<Record<DayGrade, number>> = { empty: 24, full: 5, slight: 0, part: 0, bad: 0 }
const chartHeight = 34
const barStep = 5
const maxListedDays = 14

/** One bar per day with a tooltip, days with downtime as text for screen readers and touch, and the availability. */
export function renderDays(component: ComponentView, context: PageContext): Markup {
  const { days, name, publicId } = component
  const { texts } = context
  const caption = renderAvailability(component, context)
  if (days === null || days.length === 0) return caption
  const bad = days.filter(({ okSeconds, countedSeconds }) => okSeconds < countedSeconds)
  const summary = bad.length === 0 ? texts.noDowntime : texts.daysWithDowntime(bad.length)
  const bars = days.map((day, index) => {
    const grade = gradeDay(day)
    const top = barTops[grade]
    return markup`<rect class="${grade}" x="${index * barStep}" y="${top}" width="4" height="${chartHeight - top}" rx="1"><title>${describeDay(day, context)}</title></rect>`
  })
  return markup`<svg class="bars" viewBox="0 0 ${days.length * barStep - 1} ${chartHeight}" preserveAspectRatio="none" role="img" aria-label="${name}, ${texts.overDays(days.length)}: ${summary}">${bars}</svg>
<div class="scale"><span>${texts.daysAgo(days.length)}</span>${caption}<span>${texts.today}</span></div>
${bad.length === 0 ? noMarkup : renderBadDays({ publicId, bad, summary }, context)}`
}

function renderBadDays(
  { publicId, bad, summary }: { publicId: string; bad: readonly DayView[]; summary: string },
  context: PageContext,
): Markup {
  const listed = bad.toReversed().slice(0, maxListedDays)
  const omittedCount = bad.length - listed.length
  const items = listed.map((day) => markup`<li>${describeDay(day, context)}</li>`)
  const moreItem = omittedCount === 0 ? noMarkup : markup`<li>${context.texts.moreDays(omittedCount)}</li>`
  return markup`<details class="days" id="days-${publicId}"><summary>${summary}</summary><ul>${items}${moreItem}</ul></details>`
}

/** The availability with its method, which says whether corrections count. */
function renderAvailability(component: ComponentView, context: PageContext): Markup {
  const { availability } = component
  const { view, texts } = context
  if (availability === null) return noMarkup
  const value = hasAvailabilityData(availability) ? formatAvailability(availability, texts.locale) : texts.noData
  const period = texts.overDays(countDaysSince(component, context))
  return markup`<span class="availability"><strong>${value}</strong> ${period}, ${texts.method[view.availability]}</span>`
}

function describeDay(day: DayView, { texts, times }: PageContext): string {
  const { date, okSeconds, countedSeconds } = day
  const label = times.calendarDay(date)
  if (!(countedSeconds > 0)) return `${label}: ${texts.noData}`
  const percent = formatAvailability(day, texts.locale)
  if (okSeconds >= countedSeconds) return `${label}: ${percent}`
  return `${label}: ${percent}, ${texts.downFor(describeDuration((countedSeconds - okSeconds) * 1000, texts))}`
}

/** The legend of the bars, once for the whole page. */
export function renderLegend({ texts, view }: PageContext): Markup {
  const hasHistory = view.sections.some(({ components }) => components.some(({ days }) => days !== null))
  if (!hasHistory) return noMarkup
  const percent = (value: number) => formatAvailability({ okSeconds: value, countedSeconds: 100 }, texts.locale)
  const grades = [
    ['full', texts.noDowntime],
    ['slight', texts.below(percent(100))],
    ['part', texts.below(percent(99))],
    ['bad', texts.below(percent(95))],
    ['empty', texts.noData],
  ] as const
  const items = grades.map(
    ([grade, label]) =>
      markup`<li><svg viewBox="0 0 6 14" aria-hidden="true"><rect class="${grade}" x="0" y="${barTops[grade] / 3}" width="6" height="${14 - barTops[grade] / 3}" rx="1.5"/></svg>${label}</li>`,
  )
  return markup`<ul class="legend" aria-label="${texts.legend}">${items}</ul>`
}
