import type { ComponentStatus, PageIndicator } from '@wachta/domain'
import { solidColours } from './colours.ts'
import { getStaleTime, type PageContext } from './context.ts'
import { formatAvailability, formatMs, getLatestMean, hasFigures, sumAvailability } from './figures.ts'
import { joinLines, markup } from './markup.ts'
import { getPageIndicator, listShownComponents } from './shown.ts'
import type { ComponentView } from './view.ts'

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

/** The badges that a component, or the whole page, can have: figures that the page does not show are in no badge either. */
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
    const sum = sumAvailability(components)
    const share = hasFigures(sum) ? sum.okSeconds / sum.countedSeconds : 1
    const message = hasFigures(sum) ? formatAvailability(sum, texts.locale) : texts.noData
    const colour = share >= 0.999 ? 'ok' : share >= 0.99 ? 'minor' : 'critical'
    return drawBadge({ label: `${label}${texts.badge.uptime}`, message, colour }, context)
  }
  const means = components.map(getLatestMean).filter((mean) => mean !== undefined)
  const mean = means.reduce((sum, each) => sum + each, 0) / means.length
  const message = means.length === 0 ? texts.noData : formatMs(mean, texts.locale)
  return drawBadge({ label: `${label}${texts.badge.responseTime}`, message, colour: 'maintenance' }, context)
}

interface Badge {
  readonly label: string
  readonly message: string
  readonly colour: Colour
}

const maxCharacters = 60
const padding = 7

/** Flat, 20 pixels high, as badges in READMEs are. Old data are never shown without saying so. */
function drawBadge(badge: Badge, context: PageContext): string {
  const time = getStaleTime(context)
  const label = cut(badge.label)
  const message = time === null ? cut(badge.message) : `${cut(badge.message)}, ${context.texts.badge.asOf(time)}`
  const [left, right] = [measure(label) + 2 * padding, measure(message) + 2 * padding]
  const text = (value: string, x: number, width: number) =>
    markup`<text x="${x + padding}" y="14" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${value}</text>`
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" viewBox="0 0 ${left + right} 20" role="img" aria-label="${label}: ${message}"><title>${label}: ${message}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d4650"/><rect x="${left}" width="${right}" height="20" fill="${solidColours[badge.colour]}"/></g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${text(label, 0, left)}${text(message, left, right)}</g>
</svg>
`.text
}

function cut(text: string): string {
  const characters = [...joinLines(text)]
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters.slice(0, maxCharacters - 1).join('')}…`
}

/** About as wide as the text in Verdana; the picture then stretches the text to exactly this. */
const measure = (text: string): number => Math.round([...text].reduce((sum, character) => sum + getWidth(character), 0))

function getWidth(character: string): number {
  if (/[ijlI.,:;|!'()[\]]/.test(character)) return 4.2
  if (/[mwMW%@—…]/.test(character)) return 10.4
  if (/\p{Lu}/u.test(character)) return 7.8
  // Letters of scripts that take a whole square, and emoji.
  return (character.codePointAt(0) ?? 0) >= 0x2e80 ? 11 : 6.7
}
