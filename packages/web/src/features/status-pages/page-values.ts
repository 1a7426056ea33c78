import type { StatusPage, StatusPageComponent, StatusPagePictures } from '@wachta/client'
import type { LogoFile } from '../branding/logo.ts'
import { type AnnouncementFormValues, toAnnouncementValues } from './announcement-values.ts'

export type PageLanguageId = StatusPage['languages'][number]

/** The values of the form of a component. */
export interface ComponentValues {
  /** Identifies the component within the form. */
  readonly key: string
  /** Null while it is new. */
  readonly id: number | null
  readonly section: string
  readonly name: string
  readonly description: string
  readonly source: 'service' | 'group' | 'manual'
  readonly service: string | null
  readonly group: string | null
  readonly manualStatus: NonNullable<StatusPageComponent['manual_status']>
  readonly groupRule: StatusPageComponent['group_rule']
  readonly groupShare: string
  readonly showsHistory: boolean
  readonly showsAvailability: boolean
  readonly showsResponseTime: boolean
  readonly onlyShowIfDegraded: boolean
}

/** The values of the form of a page. */
export interface StatusPageValues extends AnnouncementFormValues {
  readonly title: string
  readonly slug: string
  /** Empty without one. */
  readonly domain: string
  readonly description: string
  readonly languages: readonly PageLanguageId[]
  readonly timeZone: string
  readonly appearance: StatusPage['appearance']
  /** Empty to use the colour of the branding. */
  readonly accentColour: string
  readonly homeUrl: string
  readonly footer: string
  readonly availability: StatusPage['availability']
  readonly visibility: StatusPage['visibility']
  /** One per line. */
  readonly allowedAddresses: string
  /** The sub-accounts whose users may open it. */
  readonly visitorAccounts: readonly string[]
  readonly isPublished: boolean
  readonly allowsSubscribers: boolean
  readonly logo: LogoFile | null
  readonly favicon: LogoFile | null
  readonly components: readonly ComponentValues[]
}

/** The stored page; empty for a new one. */
export interface StoredStatusPage {
  readonly page?: Partial<StatusPage>
  readonly components?: readonly StatusPageComponent[]
  readonly pictures?: Pick<StatusPagePictures, 'logo' | 'favicon'>
}

interface Defaults {
  readonly language: PageLanguageId
  readonly zone: string
}

/** Converts a page for the form; without one, these are the initial values of a new page. */
export function toStatusPageValues(
  { page = {}, components = [], pictures }: StoredStatusPage,
  { language, zone }: Defaults,
): StatusPageValues {
  return {
    title: page.title ?? '',
    slug: page.slug ?? '',
    domain: page.domain ?? '',
    description: page.description ?? '',
    languages: page.languages ?? [language],
    timeZone: page.time_zone ?? zone,
    appearance: page.appearance ?? 'auto',
    accentColour: page.accent_colour ?? '',
    homeUrl: page.home_url ?? '',
    footer: page.footer ?? '',
    availability: page.availability ?? 'corrected',
    visibility: page.visibility ?? 'public',
    allowedAddresses: (page.allowed_addresses ?? []).join('\n'),
    visitorAccounts: (page.visitor_account_ids ?? []).map(String),
    isPublished: page.is_published ?? false,
    allowsSubscribers: page.allows_subscribers ?? true,
    ...toAnnouncementValues(page),
    logo: pictures?.logo ?? null,
    favicon: pictures?.favicon ?? null,
    components: components.map(toComponentValues),
  }
}

export const toComponentValues = (component: StatusPageComponent): ComponentValues => ({
  key: String(component.id),
  id: component.id,
  section: component.section,
  name: component.name,
  description: component.description,
  source: component.service_id !== null ? 'service' : component.group_id !== null ? 'group' : 'manual',
  service: component.service_id === null ? null : String(component.service_id),
  group: component.group_id === null ? null : String(component.group_id),
  manualStatus: component.manual_status ?? 'operational',
  groupRule: component.group_rule,
  groupShare: String(component.group_share),
  showsHistory: component.shows_history,
  showsAvailability: component.shows_availability,
  showsResponseTime: component.shows_response_time,
  onlyShowIfDegraded: component.only_show_if_degraded,
})

/** Returns the initial values of a new component. */
export const makeComponentValues = (key: string, section: string): ComponentValues => ({
  key,
  id: null,
  section,
  name: '',
  description: '',
  source: 'service',
  service: null,
  group: null,
  manualStatus: 'operational',
  groupRule: 'worst',
  groupShare: '50',
  showsHistory: true,
  showsAvailability: true,
  showsResponseTime: false,
  onlyShowIfDegraded: false,
})

/** The maximum length of the address that a title suggests. */
const maxSlugLength = 63

/** Suggests the address of a page from its title. */
export const toSlug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, '')
