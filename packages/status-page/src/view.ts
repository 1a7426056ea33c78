import type { ComponentStatus, PostImpact, PostState } from '@wachta/domain'

/**
 * Everything that visitors of a status page may see, and nothing else. The reporter publishes it, and the pages process
 * renders it without a database. It has public ids instead of row ids, and no name, address or id of a service. All
 * times are in milliseconds since 1970, UTC.
 */
export interface PageView {
  /** The version of this format; a pages process that does not know it keeps the pages that it has. */
  readonly version: 1
  /** When its content was read from the record. */
  readonly readAt: number
  readonly slug: string
  readonly title: string
  readonly description: string
  /** Without a slash at its end. */
  readonly url: string
  /** The languages that visitors can choose; the first is the default. */
  readonly languages: readonly PageLanguage[]
  readonly timeZone: string
  readonly theme: PageTheme
  /** Whether search engines may list it. */
  readonly isIndexed: boolean
  /** Whether availability is computed as measured, or with corrections applied. */
  readonly availability: 'raw' | 'corrected'
  /** The URL to which subscriptions are sent; null if they are not allowed, missing in views of earlier versions. */
  readonly subscribeUrl?: string | null
  /** The key with which browsers subscribe to push messages; null if they cannot, missing in earlier versions. */
  readonly pushKey?: string | null
  readonly sections: readonly SectionView[]
  /** The open and planned posts and those that ended in the last 90 days, the latest start first; no drafts. */
  readonly posts: readonly PostView[]
}

export type PageLanguage = 'en' | 'pl'

export interface PageTheme {
  readonly appearance: 'auto' | 'light' | 'dark'
  /** `#rrggbb`. */
  readonly accentColour: string
  readonly brandName: string
  readonly logo: Picture | null
  readonly favicon: Picture | null
  readonly homeUrl: string | null
  readonly footer: string
  readonly contact: { readonly text: string | null; readonly emailAddress: string | null; readonly url: string | null }
}

export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/svg+xml'
  /** In base64. */
  readonly content: string
}

export interface SectionView {
  /** Empty for components without a section. */
  readonly name: string
  readonly components: readonly ComponentView[]
}

export interface ComponentView {
  readonly publicId: string
  readonly name: string
  readonly description: string
  readonly status: ComponentStatus
  readonly onlyShowIfDegraded: boolean
  /** When its first service was created; without services, or with a status set by hand, when the page was created. */
  readonly since: number
  /** The last 90 days in the time zone of the page, the oldest first; null if the page does not show them. */
  readonly days: readonly DayView[] | null
  /** The availability over those days; null if the page does not show it. */
  readonly availability: AvailabilityView | null
  /** Null if the page does not show it. */
  readonly responseTimes: readonly ResponseTimeView[] | null
}

export interface DayView {
  /** `YYYY-MM-DD` in the time zone of the page. */
  readonly date: string
  /** The counted seconds in which the component was up. */
  readonly okSeconds: number
  /** All counted seconds; if there are none, the day has no data. */
  readonly countedSeconds: number
}

export interface AvailabilityView {
  readonly okSeconds: number
  readonly countedSeconds: number
}

export interface ResponseTimeView {
  readonly date: string
  /** Mean over the successful checks of the day, in milliseconds; null without any. */
  readonly meanMs: number | null
}

export interface PostView {
  readonly publicId: string
  readonly kind: 'incident' | 'maintenance'
  readonly title: string
  readonly state: PostState
  readonly impact: PostImpact
  readonly componentPublicIds: readonly string[]
  readonly startTime: number
  /** Planned or real; null while an incident lasts. */
  readonly endTime: number | null
  readonly publishedAt: number
  /** Restricted Markdown; empty if there is none. */
  readonly postMortem: string
  /** The newest first. */
  readonly updates: readonly UpdateView[]
}

export interface UpdateView {
  readonly publicId: string
  readonly state: PostState
  /** Restricted Markdown. */
  readonly text: string
  readonly time: number
}
