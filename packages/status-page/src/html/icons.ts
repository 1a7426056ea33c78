import type { ComponentStatus, PageIndicator } from '@wachta/domain'
import { type Markup, markup } from '../markup.ts'

/** Each status has a different shape, because not everyone can distinguish the colours. */
const shapes: Readonly<Record<ComponentStatus, Markup>> = {
  operational: markup`<circle cx="10" cy="10" r="9"/><path d="m6 10.4 2.8 2.7 5.3-5.8"/>`,
  under_maintenance: markup`<rect x="1" y="1" width="18" height="18" rx="5"/><path d="M7.7 6.5v7m4.6-7v7"/>`,
  degraded_performance: markup`<path class="solid" d="M8.7 2.3a1.5 1.5 0 0 1 2.6 0l7.4 13.4a1.5 1.5 0 0 1-1.3 2.2H2.6a1.5 1.5 0 0 1-1.3-2.2z"/><path d="M10 7.4v4.2m0 2.9v.1"/>`,
  partial_outage: markup`<circle cx="10" cy="10" r="9"/><path d="M5.8 10h8.4"/>`,
  major_outage: markup`<path class="solid" d="M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3z"/><path d="m6.9 6.9 6.2 6.2m0-6.2-6.2 6.2"/>`,
}

const indicatorStatuses: Readonly<Record<PageIndicator, ComponentStatus>> = {
  none: 'operational',
  maintenance: 'under_maintenance',
  minor: 'degraded_performance',
  major: 'partial_outage',
  critical: 'major_outage',
}

/** The icon of a status. Screen readers skip it, because the text next to it has the same meaning. */
export const renderIcon = (status: ComponentStatus): Markup =>
  markup`<svg class="icon ${toStatusClass(status)}" viewBox="0 0 20 20" aria-hidden="true">${shapes[status] ?? shapes.operational}</svg>`

export const renderIndicatorIcon = (indicator: PageIndicator): Markup => renderIcon(indicatorStatuses[indicator])

/** The CSS class of a status: `is-major-outage`. */
export const toStatusClass = (status: ComponentStatus): string => `is-${status.replaceAll('_', '-')}`

export const toIndicatorClass = (indicator: PageIndicator): string => toStatusClass(indicatorStatuses[indicator])
