import { channel } from '@wachta/channels'
import {
  type EscalationTiming,
  fromMinute,
  type Interval,
  noQuietTimes,
  type Occasion,
  type QuietTimes,
  type Recipient,
  type Round,
  zoneName,
} from '@wachta/domain'
import type { LoadedOccurrence } from './occurrences.ts'
import type { LoadedAddress, LoadedEscalation, LoadedSuspension } from './recipients.ts'
import type { LoadedProgress, LoadedStatus } from './record.ts'

/** All that is known of the occurrences of a job. */
export interface Loaded {
  readonly explanations: ReadonlyMap<number, readonly Interval[]>
  /** By event. */
  readonly escalations: ReadonlyMap<number, readonly LoadedEscalation[]>
  /** By escalation. */
  readonly contactAddresses: ReadonlyMap<number, readonly LoadedAddress[]>
  /** By group of services. */
  readonly groupAddresses: ReadonlyMap<number, readonly LoadedAddress[]>
  readonly quietTimes: (of: LoadedSuspension['of'], id: number | null) => QuietTimes
  readonly progress: (occurrenceId: number, escalationId: number | null) => readonly LoadedProgress[]
  readonly statuses: (occurrenceId: number, escalationId: number) => LoadedStatus | undefined
}

export function occasionOf(occurrence: LoadedOccurrence, { explanations, quietTimes }: Loaded): Occasion {
  return {
    start: occurrence.start_time,
    end: occurrence.end_time ?? undefined,
    end_reason: occurrence.end_reason,
    acknowledged_at: occurrence.acknowledged_at ?? undefined,
    held_until: occurrence.held_until ?? undefined,
    explanations: explanations.get(occurrence.id) ?? [],
    service: { isWatched: occurrence.is_watched, quietTimes: quietTimes('service', occurrence.service_id) },
    account: { isBlocked: occurrence.is_blocked, zone: zoneName(occurrence.time_zone_id) ?? 'UTC' },
  }
}

/** Everything that tells of an occurrence: the escalations of its event; without an event, the older style. */
export function roundsOf(
  occurrence: LoadedOccurrence,
  loaded: Loaded,
): { escalation_id: number | null; round: Round }[] {
  if (occurrence.event_id === null) return [{ escalation_id: null, round: legacyRules(occurrence, loaded) }]
  const escalations = loaded.escalations.get(occurrence.event_id) ?? []
  return escalations
    .filter(({ id, is_active }) => is_active || loaded.statuses(occurrence.id, id))
    .map((escalation) => ({ escalation_id: escalation.id, round: escalationRound(occurrence, escalation, loaded) }))
}

function escalationRound(occurrence: LoadedOccurrence, escalation: LoadedEscalation, loaded: Loaded): Round {
  return {
    timing: escalation,
    isActive: escalation.is_active && occurrence.is_rule_active,
    notify_end: escalation.notify_end,
    first_time: loaded.statuses(occurrence.id, escalation.id)?.first_time ?? undefined,
    quietTimes: loaded.quietTimes('escalation', escalation.id),
    recipients: (loaded.contactAddresses.get(escalation.id) ?? []).map((each) => recipient(each, occurrence, loaded)),
    progress: loaded.progress(occurrence.id, escalation.id),
  }
}

/** At once, and only once. */
const once: EscalationTiming = { delay: 0, repeat_interval: 0, maximum_repeats: 0 }

function legacyRules(occurrence: LoadedOccurrence, loaded: Loaded): Round {
  const addresses = loaded.groupAddresses.get(occurrence.group_id) ?? []
  return {
    timing: once,
    isActive: true,
    notify_end: true,
    first_time: undefined,
    quietTimes: noQuietTimes,
    legacyRules: {
      isOn: occurrence.notification_mode_id !== 'off',
      condition_ids: occurrence.notification_condition_ids,
      isDisabled: occurrence.is_older_style_disabled,
    },
    recipients: addresses
      .filter(({ channel_id }) => occurrence.notification_channel_ids.includes(channel_id))
      .map((each) => recipient(each, occurrence, loaded)),
    progress: loaded.progress(occurrence.id, null),
  }
}

function recipient(address: LoadedAddress, occurrence: LoadedOccurrence, loaded: Loaded): Recipient {
  return {
    address_id: address.address_id,
    contact_id: address.contact_id,
    channel_id: address.channel_id,
    address: address.address,
    language_id: address.language_id ?? occurrence.language_id,
    channel: {
      isAvailable: occurrence.available_channel_ids.includes(address.channel_id),
      // One that this version does not know was known once.
      isDiscontinued: channel(address.channel_id)?.isDiscontinued ?? true,
    },
    quietTimes: loaded.quietTimes('contact', address.contact_id),
    isFormer: address.is_former,
  }
}

export function quietTimesOf(suspensions: readonly LoadedSuspension[]): Loaded['quietTimes'] {
  const byOwner = new Map(
    [...Map.groupBy(suspensions, ({ of, id }) => `${of} ${id}`)].map(([owner, own]) => [owner, quietTimes(own)]),
  )
  return (of, id) => byOwner.get(`${of} ${id}`) ?? noQuietTimes
}

const quietTimes = (suspensions: readonly LoadedSuspension[]): QuietTimes => ({
  oneOff: suspensions.flatMap(({ start, end }) => (start === null || end === null ? [] : { start, end })),
  weekly: suspensions.flatMap(({ start_minute: start, end_minute: end }) =>
    start === null || end === null ? [] : { start_minute: fromMinute(start), end_minute: fromMinute(end) },
  ),
})
