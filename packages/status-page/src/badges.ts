import type { ComponentStatus, PageIndicator } from '@wachta/domain'
import { formatAvailability, hasAvailabilityData, sumAvailability } from './availability.ts'
import { solidColours } from './colours.ts'
import { getStaleTime, type PageContext } from './context.ts'
import { joinLines, markup } from './markup.ts'
import type { PageTexts } from './page-texts.ts'
import { formatMs, getLatestMean } from './response-times.ts'
import { getPageIndicator, listShownComponents } from './shown.ts'
import type { AvailabilityView, ComponentView } from './view.ts'

export type BadgeKind = 'status' | 'uptime' | 'response-time'

type Colour = keyof typeof solidColours

const statusColours: Readonly<Record<ComponentStatus, Colour>> = {
  operational: 'ok',
  under_maintenance: 'maintenance',
  degraded_performance: 'minor',
  partial_outage: 'major',
  major_outage: 'critical',
}

const indicatorColours: Readonly<Record<PageIndicator, Colour>> = {
  none: 'ok',
  maintenance: 'maintenance',
  minor: 'minor',
  major: 'major',
  critical: 'critical',
}

/** Returns the kinds of badges for a component or the whole page: only for values that the page itself shows. */
export const listBadgeKinds = (components: readonly ComponentView[]): BadgeKind[] => [
  'status',
  ...(components.some(({ availability }) => availability !== null) ? (['uptime'] as const) : []),
  ...(components.some(({ responseTimes }) => responseTimes !== null) ? (['response-time'] as const) : []),
]

/** A badge of the whole page. */
export function renderPageBadge(kind: BadgeKind, context: PageContext): string {
  const { view, texts } = context
  const indicator = getPageIndicator(view)
  if (kind !== 'status') return renderFigureBadge({ kind, components: listShownComponents(view), label: '' }, context)
  return drawBadge(
    { label: texts.badge.status, message: texts.indicator[indicator], colour: indicatorColours[indicator] },
    context,
  )
}

/** A badge of one component, under its name. */
export function renderComponentBadge(kind: BadgeKind, component: ComponentView, context: PageContext): string {
  const { name, status } = component
  const message = context.texts.componentStatus[status]
  if (kind === 'status') return drawBadge({ label: name, message, colour: statusColours[status] }, context)
  return renderFigureBadge({ kind, components: [component], label: `${name} ` }, context)
}

interface BadgeFigures {
  readonly kind: Exclude<BadgeKind, 'status'>
  readonly components: readonly ComponentView[]
  readonly label: string
}

function renderFigureBadge({ kind, components, label }: BadgeFigures, context: PageContext): string {
  const { texts } = context
  if (kind === 'uptime') {
    const availability = sumAvailability(components)
    return drawBadge({ label: `${label}${texts.badge.uptime}`, ...describeUptime(availability, texts) }, context)
  }
  const means = components.map(getLatestMean).filter((mean) => mean !== undefined)
  const mean = means.reduce((sum, each) => sum + each, 0) / means.length
  const message = means.length === 0 ? texts.noData : formatMs(mean, texts.locale)
  return drawBadge({ label: `${label}${texts.badge.responseTime}`, message, colour: neutralColour }, context)
}

function describeUptime(availability: AvailabilityView | null, texts: PageTexts): Pick<Badge, 'message' | 'colour'> {
  if (!hasAvailabilityData(availability)) return { message: texts.noData, colour: neutralColour }
  const share = availability.okSeconds / availability.countedSeconds
  const colour = share >= 0.999 ? 'ok' : share >= 0.99 ? 'minor' : 'critical'
  return { message: formatAvailability(availability, texts.locale), colour }
}

/** For values that are neither good nor bad. */
const neutralColour: Colour = 'maintenance'

interface Badge {
  readonly label: string
  readonly message: string
  readonly colour: Colour
}

const maxCharacters = 60
const padding = 7

/** Draws a flat badge of 20 pixels height, as usual in READMEs. Outdated data is always marked. */
function drawBadge(badge: Badge, context: PageContext): string {
  const time = getStaleTime(context)
  const label = shortenText(badge.label)
  const message =
    time === null ? shortenText(badge.message) : `${shortenText(badge.message)}, ${context.texts.badge.asOf(time)}`
  const [labelWidth, messageWidth] = [measureWidth(label) + 2 * padding, measureWidth(message) + 2 * padding]
  const renderText = (value: string, x: number, width: number) =>
    markup`<text x="${x + padding}" y="14" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${value}</text>`
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${labelWidth + messageWidth}" height="20" viewBox="0 0 ${labelWidth + messageWidth} 20" role="img" aria-label="${label}: ${message}"><title>${label}: ${message}</title>
<clipPath id="r"><rect width="${labelWidth + messageWidth}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${labelWidth}" height="20" fill="#3d4650"/><rect x="${labelWidth}" width="${messageWidth}" height="20" fill="${solidColours[badge.colour]}"/></g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${renderText(label, 0, labelWidth)}${renderText(message, labelWidth, messageWidth)}</g>
</svg>
`.text
}

function shortenText(text: string): string {
  const characters = [...joinLines(text)]
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters.slice(0, maxCharacters - 1).join('')}…`
}

/** Estimates the width of a text in Verdana; the picture stretches the text to exactly this width. */
const measureWidth = (text: string): number =>
  Math.round([...text].reduce((sum, character) => sum + getWidth(character), 0))

function getWidth(character: string): number {
  if (/[ijlI.,:;|!'()[\]]/.test(character)) return 4.2
  if (/[mwMW%@—…]/.test(character)) return 10.4
  if (/\p{Lu}/u.test(character)) return 7.8
  // Characters of square scripts, and emoji.
  return (character.codePointAt(0) ?? 0) >= 0x2e80 ? 11 : 6.7
}
