import { createHash } from 'node:crypto'
import {
  type ComponentStatus,
  type GroupRule,
  getGroupComponentStatus,
  isOpenToSubscribers,
  toVisitorVisibility,
  toZoneId,
  toZoneName,
} from '@wachta/domain'
import { defaultAccentColour } from '@wachta/domain/brand-colours'
import type { DailyFigures } from '@wachta/report'
import {
  type ComponentView,
  type PageTheme,
  type PageView,
  type Picture,
  type PostView,
  type PublishedPage,
  publishedVersion,
  type SectionView,
  type VisitorAccess,
} from '@wachta/status-page'
import type { RecentFigures } from './figure-cache.ts'
import type { StoredComponent, StoredPage, StoredPost } from './load-page.ts'
import type { ComponentService } from './shown-services.ts'

/** All data about a page in the database at one moment. */
export interface PageRecord {
  readonly page: StoredPage
  readonly services: readonly ComponentService[]
  readonly figures: RecentFigures
}

export interface PublishOptions {
  /** The URL under which pages are served, without a trailing slash. */
  readonly url: string
  /** The URL at which visitors subscribe and users sign in, without a trailing slash. */
  readonly apiUrl: string
  /** The key with which browsers subscribe to push messages; null if none are sent. */
  readonly pushKey: string | null
  /** The time at which the data was read. */
  readonly readAt: number
}

/** Returns the published content of a page: public names and figures, but not the names of the services behind them. */
export function buildPage(
  { page, services, figures }: PageRecord,
  { url, apiUrl, pushKey, readAt }: PublishOptions,
): PublishedPage {
  const byComponent = Map.groupBy(services, ({ component_id }) => component_id)
  const components = page.components.map((component) => ({
    section: component.section,
    view: toComponent(component, { page, figures, services: byComponent.get(component.id) ?? [] }),
  }))
  const publicIds = new Map(page.components.map(({ id, public_id }) => [id, public_id]))
  const isSubscribable = isOpenToSubscribers({
    visibility: page.visibility,
    isPublished: true,
    allowsSubscribers: page.allows_subscribers,
  })
  const view: Omit<PageView, 'readAt'> = {
    version: 1,
    slug: page.slug,
    title: page.title,
    description: page.description,
    url: page.domain === null ? `${url}/${page.slug}` : `https://${page.domain}`,
    languages: page.languages,
    timeZone: getPageZone(page),
    theme: toTheme(page),
    isIndexed: page.visibility === 'public',
    availability: page.availability,
    subscribeUrl: isSubscribable ? `${apiUrl}/subscribe/${page.slug}` : null,
    pushKey: isSubscribable ? pushKey : null,
    sections: toSections(components),
    posts: page.posts.map((post) => toPost(post, publicIds)),
  }
  const access = toAccess(page, apiUrl)
  // A pages process of an older version that does not know `access` does not show the page at all.
  const allowedAddresses = access ? [] : page.visibility === 'addresses' ? page.allowed_addresses : null
  return {
    version: publishedVersion,
    contentVersion: createHash('sha256')
      .update(JSON.stringify([allowedAddresses, access, view]))
      .digest('base64url')
      .slice(0, 22),
    allowedAddresses,
    access,
    view: { ...view, readAt },
  }
}

function toAccess(page: StoredPage, apiUrl: string): VisitorAccess | null {
  const kind = toVisitorVisibility(page.visibility)
  if (kind === undefined) return null
  return {
    kind,
    publicKey: page.visitor_public_key,
    generation: page.visitor_generation,
    signInUrl: kind === 'users' ? `${apiUrl}/status-page/${page.slug}` : null,
  }
}

/** Returns the IANA name of the page's time zone. */
export const getPageZone = ({ time_zone }: Pick<StoredPage, 'time_zone'>): string =>
  toZoneName(toZoneId(time_zone)) ?? 'UTC'

function toSections(components: readonly { section: string; view: ComponentView }[]): SectionView[] {
  return [...Map.groupBy(components, ({ section }) => section)].map(([name, sectionComponents]) => ({
    name,
    components: sectionComponents.map(({ view }) => view),
  }))
}

interface ComponentRecord {
  readonly page: StoredPage
  readonly services: readonly ComponentService[]
  readonly figures: RecentFigures
}

function toComponent(component: StoredComponent, { page, services, figures }: ComponentRecord): ComponentView {
  const isMeasured = component.manual_status === null
  const days = sumByDay(services, figures)
  const total = sumFigures(days)
  const dates = figures.days.map(({ date }) => date)
  return {
    publicId: component.public_id,
    name: component.name,
    description: component.description,
    status: computeStatus(component, services),
    onlyShowIfDegraded: component.only_show_if_degraded,
    since: services.reduce(
      (first, { created_at }) => Math.min(first, created_at),
      isMeasured && services.length > 0 ? Number.POSITIVE_INFINITY : page.created_at,
    ),
    days:
      isMeasured && component.shows_history
        ? days.map((day, index) => ({
            date: dates[index] ?? '',
            okSeconds: day.ok_seconds,
            countedSeconds: day.counted_seconds,
          }))
        : null,
    availability:
      isMeasured && component.shows_availability
        ? { okSeconds: total.ok_seconds, countedSeconds: total.counted_seconds }
        : null,
    responseTimes:
      isMeasured && component.shows_response_time
        ? days.map((day, index) => ({ date: dates[index] ?? '', meanMs: computeMean(day) }))
        : null,
  }
}

function computeStatus(component: StoredComponent, services: readonly ComponentService[]): ComponentStatus {
  return component.manual_status ?? getGroupComponentStatus(services, toRule(component))
}

/**
 * Returns the rule of a component. A component with a single service needs no rule of its own: as a group of one, it
 * has the status of this service under any rule.
 */
function toRule({ group_rule, group_share }: StoredComponent): GroupRule {
  return group_rule === 'share' ? { kind: 'share', percent: group_share } : { kind: group_rule }
}

/** Adds up the seconds of all services, as in reports: an average of averages would weight them wrongly. */
const sumByDay = (services: readonly ComponentService[], { days, byService }: RecentFigures): DailyFigures[] =>
  days.map((_, index) => sumFigures(services.flatMap(({ service_id }) => byService.get(service_id)?.[index] ?? [])))

function sumFigures(figures: readonly DailyFigures[]): DailyFigures {
  const total = { ok_seconds: 0, counted_seconds: 0, response_count: 0, response_sum: 0 }
  for (const one of figures) {
    total.ok_seconds += one.ok_seconds
    total.counted_seconds += one.counted_seconds
    total.response_count += one.response_count
    total.response_sum += one.response_sum
  }
  return total
}

const computeMean = ({ response_count, response_sum }: DailyFigures): number | null =>
  response_count === 0 ? null : Math.round(response_sum / response_count)

function toTheme({ appearance, accent_colour, logo, favicon, home_url, footer, branding }: StoredPage): PageTheme {
  return {
    appearance,
    accentColour: accent_colour ?? branding.accent_colour ?? defaultAccentColour,
    brandName: branding.name,
    logo: toPicture(logo ?? branding.logo),
    favicon: toPicture(favicon),
    homeUrl: home_url,
    footer,
    contact: { text: branding.contact_text, emailAddress: branding.contact_email_address, url: branding.contact_url },
  }
}

const toPicture = (stored: StoredPage['logo']): Picture | null =>
  stored === null ? null : { mediaType: stored.media_type, content: stored.content }

const toPost = (post: StoredPost, publicIds: ReadonlyMap<number, string>): PostView => ({
  publicId: post.public_id,
  kind: post.kind,
  title: post.title,
  state: post.state,
  impact: post.impact,
  componentPublicIds: post.component_ids.flatMap((id) => publicIds.get(id) ?? []),
  startTime: post.start_time,
  endTime: post.end_time,
  publishedAt: post.published_at,
  postMortem: post.post_mortem,
  updates: post.updates,
})
