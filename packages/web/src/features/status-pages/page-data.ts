import type { StatusPageComponentUpdateData, StatusPageCreateData } from '@wachta/client'
import { toAnnouncementData } from './announcement-values.ts'
import type { ComponentValues, StatusPageValues } from './page-values.ts'
import { getVisibilityData } from './visibilities.ts'

/** Converts the form for the API. */
export const toStatusPageData = (values: StatusPageValues): StatusPageCreateData => ({
  title: values.title.trim(),
  slug: values.slug.trim(),
  domain: toNullable(values.domain),
  description: values.description.trim(),
  languages: values.languages,
  time_zone: values.timeZone,
  appearance: values.appearance,
  accent_colour: toNullable(values.accentColour),
  home_url: toNullable(values.homeUrl),
  footer: values.footer.trim(),
  availability: values.availability,
  is_published: values.isPublished,
  allows_subscribers: values.allowsSubscribers,
  ...toAnnouncementData(values),
  ...getVisibilityData(values),
})

/** Settings that a component does not use are sent as their defaults, because the API rejects other values. */
export const toComponentData = (values: ComponentValues, position: number) =>
  ({
    section: values.section.trim(),
    position,
    name: values.name.trim(),
    description: values.description.trim(),
    service_id: values.source === 'service' ? toId(values.service) : null,
    group_id: values.source === 'group' ? toId(values.group) : null,
    manual_status: values.source === 'manual' ? values.manualStatus : null,
    group_rule: values.source === 'group' ? values.groupRule : 'worst',
    group_share: values.source === 'group' && values.groupRule === 'share' ? Number(values.groupShare) : 50,
    shows_history: values.showsHistory,
    shows_availability: values.showsAvailability,
    shows_response_time: values.source !== 'manual' && values.showsResponseTime,
    only_show_if_degraded: values.onlyShowIfDegraded,
  }) satisfies StatusPageComponentUpdateData

const toNullable = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const toId = (text: string | null): number | null => (text === null ? null : Number(text))
