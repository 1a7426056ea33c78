import type { PageVisibility } from './status-page-access.ts'
import { dayMs, hourMs } from './time-units.ts'

/** The channels on which subscribers get the posts of a status page. */
export const subscriberChannels = ['email', 'web_push', 'webhook', 'slack', 'ms_teams'] as const
export type SubscriberChannel = (typeof subscriberChannels)[number]

/** The channels on which visitors can subscribe: they confirm in their mailbox, or in a prompt of their browser. */
export const visitorSubscriberChannels = ['email', 'web_push'] as const satisfies readonly SubscriberChannel[]

/** The channels that the owner of a page can add subscribers for. */
export const ownerSubscriberChannels = ['webhook', 'slack', 'ms_teams'] as const

export const subscriberStates = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const
export type SubscriberState = (typeof subscriberStates)[number]

/** How many e-mails and subscriptions sign-ups can cause, so that attackers cannot flood a mailbox or the database. */
export const subscriptionLimits = { perRecipientAndDay: 3, perPageAndHour: 300, perSourceAndHour: 10 } as const

/**
 * Returns the mailbox, which counts as one recipient of sign-ups. Many mail servers deliver `name+anything@` to the
 * mailbox of `name@`, so an attacker who wants to flood it needs no second address; and a domain can be written in
 * Unicode or in ASCII.
 */
export function toMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at).toLowerCase(), address.slice(at + 1).toLowerCase()]
  const plus = local.indexOf('+')
  return `${plus > 0 ? local.slice(0, plus) : local}@${URL.parse(`http://${domain}/`)?.hostname ?? domain}`
}

/**
 * Browsers are confirmed at once, and any client can claim to be one, so their number per page is limited. A
 * subscription ends if none of this many consecutive messages arrived over this time; not earlier, because the fault
 * may be on our side.
 */
export const browserLimits = { perPage: 10_000, failedMessages: 5, failedMs: 7 * dayMs } as const

/** How long the link to confirm a subscription is valid. */
export const confirmationMs = 2 * dayMs
/** How long a subscription that ended is kept, so that the owner can see why. */
export const endedSubscriptionMs = 30 * dayMs
/** How long the record of messages to subscribers is kept. */
export const subscriberMessageMs = 90 * dayMs

/** The values that decide whether visitors may subscribe to a page. */
export interface SubscribablePage {
  readonly visibility: PageVisibility
  readonly isPublished: boolean
  readonly allowsSubscribers: boolean
}

/** Messages would carry the posts of a protected page past its protection, so only open pages can be subscribed to. */
export const isOpenToSubscribers = ({ visibility, isPublished, allowsSubscribers }: SubscribablePage): boolean =>
  isPublished && allowsSubscribers && (visibility === 'public' || visibility === 'unlisted')

/** Whether visitors can subscribe on a channel: its messages may only carry posts of unrestricted pages. */
export const isVisitorChannel = (channel: SubscriberChannel): boolean =>
  visitorSubscriberChannels.some((one) => one === channel)

/** The age up to which subscribers are notified of an update or post. */
const maxNewsAgeMs = 24 * hourMs

/** The times by which a bulletin counts as old, in milliseconds since 1970. */
export interface BulletinTimes {
  /** The time of the update; null for a post that has none. */
  readonly updateTime: number | null
  readonly endTime: number | null
}

/**
 * Whether subscribers are notified: not of posts with a time long ago, so that past incidents can be entered silently.
 */
export function shouldNotifySubscribers({ updateTime, endTime }: BulletinTimes, now: number): boolean {
  const latest = updateTime ?? endTime ?? now
  return now - latest <= maxNewsAgeMs
}
