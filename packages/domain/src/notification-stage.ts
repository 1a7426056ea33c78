import type { QuietTime } from './quiet-times.ts'

/** The reasons for which a message is suppressed before delivery. */
export type SuppressionReason =
  | 'acknowledged'
  | 'condition'
  | 'mass_change'
  | 'service_suspended'
  | 'escalation_suspended'
  | 'contact_suspended'
  | 'channel_not_available'
  | 'channel_discontinued'
  | 'account_blocked'
  | 'service_paused'
  | 'not_told_of_start'
  | 'notifications_off'
  | 'condition_not_chosen'
  | 'older_style_disabled'
  | 'service_gone'

/** A possible message, with everything that can suppress it. */
export interface MessageCandidate {
  readonly kind: 'start' | 'end'
  readonly alert: {
    readonly isAcknowledged: boolean
    readonly end_reason: 'recovered' | 'paused' | 'removed' | null
    /** Until when a mass change suppresses notifications. */
    readonly held_until: number | undefined
    /** A condition of the alert rule fires. */
    readonly isExplained: boolean
  }
  /** Whether the service is monitored, and its open maintenance window, if there is one. */
  readonly service: { readonly isWatched: boolean; readonly quiet: QuietTime | undefined }
  readonly escalation: { readonly quiet: QuietTime | undefined }
  readonly contact: { readonly quiet: QuietTime | undefined }
  readonly channel: { readonly isAvailable: boolean; readonly isDiscontinued: boolean }
  readonly account: { readonly isBlocked: boolean }
  /** For an end: whether the same address was notified of the start. */
  readonly wasNotified: boolean
  /** The settings of a legacy notification. */
  readonly legacyRules?: LegacyRules
}

export interface LegacyRules {
  /** Whether the notification mode of the service is on. */
  readonly isOn: boolean
  readonly condition_ids: readonly string[]
  /** Whether the account has disabled legacy notifications for all its services. */
  readonly isDisabled: boolean
}

export interface Suppression {
  readonly reason: SuppressionReason
  readonly until?: number | undefined
}

/** Returns why a message is suppressed, or undefined. */
export type Stage = (candidate: MessageCandidate, instant: number) => Suppression | undefined

/** In this order: the first stage that returns a reason decides. */
export const stages: readonly Stage[] = [
  ({ kind, alert }) => suppressIf(kind === 'start' && alert.isAcknowledged, 'acknowledged'),
  ({ kind, alert }) => suppressIf(kind === 'start' && alert.isExplained, 'condition'),
  ({ kind, alert: { held_until = 0 } }, instant) =>
    kind === 'start' && instant < held_until ? { reason: 'mass_change', until: held_until } : undefined,
  ({ service }) => whileQuiet(service, 'service_suspended'),
  ({ escalation }) => whileQuiet(escalation, 'escalation_suspended'),
  ({ contact }) => whileQuiet(contact, 'contact_suspended'),
  ({ channel }) => suppressIf(!channel.isAvailable, 'channel_not_available'),
  ({ channel }) => suppressIf(channel.isDiscontinued, 'channel_discontinued'),
  ({ account }) => suppressIf(account.isBlocked, 'account_blocked'),
  // A paused service has not recovered, so no recovery is reported.
  ({ kind, service, alert }) =>
    suppressIf(kind === 'start' ? !service.isWatched : alert.end_reason === 'paused', 'service_paused'),
  ({ kind, wasNotified }) => suppressIf(kind === 'end' && !wasNotified, 'not_told_of_start'),
  ({ legacyRules }) => suppressIf(legacyRules?.isOn === false, 'notifications_off'),
  ({ kind, legacyRules }) =>
    suppressIf(legacyRules?.condition_ids.includes(conditionIds[kind]) === false, 'condition_not_chosen'),
  ({ legacyRules }) => suppressIf(legacyRules?.isDisabled === true, 'older_style_disabled'),
  ({ kind, alert }) => suppressIf(kind === 'end' && alert.end_reason === 'removed', 'service_gone'),
]

export function findSuppression(candidate: MessageCandidate, instant: number): Suppression | undefined {
  for (const stage of stages) {
    const suppression = stage(candidate, instant)
    if (suppression) return suppression
  }
  return undefined
}

/** Whether the reason can go away, so that the message is sent later. */
export function isTemporaryReason(reason: string | null): boolean {
  return reason !== null && temporaryReasons.has(reason)
}

const temporaryReasons: ReadonlySet<string> = new Set<SuppressionReason>([
  'condition',
  'mass_change',
  'service_suspended',
  'escalation_suspended',
  'contact_suspended',
])

/** The notification conditions of legacy notifications. */
const conditionIds = { start: 'failure', end: 'recovery' } as const

const suppressIf = (applies: boolean, reason: SuppressionReason): Suppression | undefined =>
  applies ? { reason } : undefined

const whileQuiet = (
  { quiet }: { readonly quiet: QuietTime | undefined },
  reason: SuppressionReason,
): Suppression | undefined => quiet && { reason, until: quiet.until }
