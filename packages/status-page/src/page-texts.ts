import type { ComponentStatus, PageIndicator, PostImpact, PostKind, PostState } from '@wachta/domain'

/** All texts of a page except those that its authors wrote. */
export interface PageTexts {
  readonly locale: string
  /** The name of the language in that language. */
  readonly languageName: string
  readonly indicator: Readonly<Record<PageIndicator, string>>
  readonly componentStatus: Readonly<Record<ComponentStatus, string>>
  readonly postState: Readonly<Record<PostState, string>>
  /** The state of maintenance that ended before it began. */
  readonly cancelled: string
  readonly impact: Readonly<Record<PostImpact, string>>
  readonly skipToContent: string
  readonly subscribe: string
  readonly history: string
  readonly backToPage: string
  readonly currentIncidents: string
  readonly currentMaintenance: string
  readonly plannedMaintenance: string
  readonly components: string
  readonly otherComponents: string
  readonly pastPosts: string
  readonly noPastPosts: string
  readonly noPosts: string
  readonly affected: string
  readonly postMortem: Readonly<Record<PostKind, string>>
  readonly timeline: string
  readonly noUpdates: string
  readonly maintenance: string
  readonly started: string
  readonly ended: string
  readonly planned: string
  /** When an update was posted, in messages. */
  readonly posted: (time: string) => string
  readonly lasted: string
  readonly contact: string
  readonly website: string
  readonly calendar: string
  readonly language: string
  readonly today: string
  readonly noData: string
  readonly legend: string
  readonly noDowntime: string
  /** In the legend of the colours of days: availability below this. */
  readonly below: (percent: string) => string
  readonly daysAgo: (days: number) => string
  /** The period of an availability, such as "90 days". */
  readonly overDays: (days: number) => string
  /** How the availability was computed. */
  readonly method: { readonly raw: string; readonly corrected: string }
  readonly availability: string
  readonly responseTime: string
  readonly meanResponseTime: (days: number) => string
  readonly downFor: (duration: string) => string
  readonly daysWithDowntime: (days: number) => string
  readonly moreDays: (days: number) => string
  readonly duration: (parts: { readonly days: number; readonly hours: number; readonly minutes: number }) => string
  readonly lessThanMinute: string
  readonly updatedAt: (time: string) => string
  readonly timesIn: (zone: string) => string
  readonly dataAsOf: (time: string) => string
  readonly whyStale: string
  readonly cannotRefresh: string
  readonly badge: {
    readonly status: string
    readonly uptime: string
    readonly responseTime: string
    readonly asOf: (time: string) => string
  }
}
