import { channel } from '@wachta/channels'
import {
  type Alert,
  type EscalationTiming,
  type Interval,
  type NotificationRecipient,
  type NotificationRound,
  noQuietTimes,
  type QuietTimes,
  splitMinuteOfWeek,
  toZoneName,
} from '@wachta/domain'
import type { LoadedAlert } from './alerts.ts'
import type { LoadedAddress, LoadedEscalation, LoadedSuspension } from './recipients.ts'
import type { LoadedProgress, LoadedStatus } from './record.ts'

/** Everything that is loaded about the alerts of a job. */
export interface RoundData {
  /** By alert. */
  readonly explanations: ReadonlyMap<number, readonly Interval[]>
  /** By alert rule. */
  readonly escalations: ReadonlyMap<number, readonly LoadedEscalation[]>
  /** By escalation. */
  readonly contactAddresses: ReadonlyMap<number, readonly LoadedAddress[]>
  /** By service group. */
  readonly groupAddresses: ReadonlyMap<number, readonly LoadedAddress[]>
  readonly quietTimes: (of: LoadedSuspension['of'], id: number | null) => QuietTimes
  readonly getProgress: (alertId: number, escalationId: number | null) => readonly LoadedProgress[]
  readonly findStatus: (alertId: number, escalationId: number) => LoadedStatus | undefined
}

export function toAlert(alert: LoadedAlert, { explanations, quietTimes }: RoundData): Alert {
  return {
    start: alert.start_time,
    end: alert.end_time ?? undefined,
    end_reason: alert.end_reason,
    acknowledged_at: alert.acknowledged_at ?? undefined,
    held_until: alert.held_until ?? undefined,
    explanations: explanations.get(alert.id) ?? [],
    service: { isWatched: alert.is_watched, quietTimes: quietTimes('service', alert.service_id) },
    account: { isBlocked: alert.is_blocked, zone: toZoneName(alert.time_zone_id) ?? 'UTC' },
  }
}

/** Builds the rounds of an alert: the escalations of its rule or, without a rule, the legacy notifications. */
export function buildRounds(
  alert: LoadedAlert,
  loaded: RoundData,
): { escalation_id: number | null; round: NotificationRound }[] {
  if (alert.event_id === null) return [{ escalation_id: null, round: buildLegacyRound(alert, loaded) }]
  const escalations = loaded.escalations.get(alert.event_id) ?? []
  return escalations
    .filter(({ id, is_active }) => is_active || loaded.findStatus(alert.id, id))
    .map((escalation) => ({ escalation_id: escalation.id, round: buildEscalationRound(alert, escalation, loaded) }))
}

function buildEscalationRound(alert: LoadedAlert, escalation: LoadedEscalation, loaded: RoundData): NotificationRound {
  return {
    timing: escalation,
    isActive: escalation.is_active && alert.is_rule_active,
    notify_end: escalation.notify_end,
    first_time: loaded.findStatus(alert.id, escalation.id)?.first_time ?? undefined,
    quietTimes: loaded.quietTimes('escalation', escalation.id),
    recipients: (loaded.contactAddresses.get(escalation.id) ?? []).map((each) => toRecipient(each, alert, loaded)),
    progress: loaded.getProgress(alert.id, escalation.id),
  }
}

/** Immediately, and without repeats. */
const onceTiming: EscalationTiming = { delay: 0, repeat_interval: 0, maximum_repeats: 0 }

function buildLegacyRound(alert: LoadedAlert, loaded: RoundData): NotificationRound {
  const addresses = loaded.groupAddresses.get(alert.group_id) ?? []
  return {
    timing: onceTiming,
    isActive: true,
    notify_end: true,
    first_time: undefined,
    quietTimes: noQuietTimes,
    legacy: {
      isOn: alert.notification_mode_id !== 'off',
      condition_ids: alert.notification_condition_ids,
      isDisabled: alert.are_legacy_notifications_disabled,
    },
    recipients: addresses
      .filter(({ channel_id }) => alert.notification_channel_ids.includes(channel_id))
      .map((each) => toRecipient(each, alert, loaded)),
    progress: loaded.getProgress(alert.id, null),
  }
}

function toRecipient(address: LoadedAddress, alert: LoadedAlert, loaded: RoundData): NotificationRecipient {
  return {
    address_id: address.address_id,
    contact_id: address.contact_id,
    channel_id: address.channel_id,
    address: address.address,
    language_id: address.language_id ?? alert.language_id,
    channel: {
      isAvailable: alert.available_channel_ids.includes(address.channel_id),
      // An unknown channel was removed in this version.
      isDiscontinued: channel(address.channel_id)?.isDiscontinued ?? true,
    },
    quietTimes: loaded.quietTimes('contact', address.contact_id),
    isFormer: address.is_former,
  }
}

export function groupQuietTimes(suspensions: readonly LoadedSuspension[]): RoundData['quietTimes'] {
  const byOwner = new Map(
    [...Map.groupBy(suspensions, ({ of, id }) => `${of} ${id}`)].map(([owner, ownerSuspensions]) => [
      owner,
      toQuietTimes(ownerSuspensions),
    ]),
  )
  return (of, id) => byOwner.get(`${of} ${id}`) ?? noQuietTimes
}

const toQuietTimes = (suspensions: readonly LoadedSuspension[]): QuietTimes => ({
  oneOff: suspensions.flatMap(({ start, end }) => (start === null || end === null ? [] : { start, end })),
  weekly: suspensions.flatMap(({ start_minute: start, end_minute: end }) =>
    start === null || end === null
      ? []
      : { start_minute: splitMinuteOfWeek(start), end_minute: splitMinuteOfWeek(end) },
  ),
})
