import { isInside, type QuietWindow, toMinuteOfWeek } from '../contacts/quiet-hours.ts'
import { listContacts, listReachedChannels, type ReachAddress, type ReachedChannels, type ReachGroup } from './reach.ts'
import type { EscalationStep } from './steps.ts'

/** The data about contacts that the preview needs. */
export interface RecipientData {
  readonly groups: readonly ReachGroup[]
  readonly getAddresses: (contact: number) => readonly ReachAddress[]
  readonly getQuietWindows: (contact: number) => readonly QuietWindow[]
  /** The time zone of quiet hours. */
  readonly timeZone: string
}

export interface PreviewRecipient extends ReachedChannels {
  readonly contact: number
  /** Whether the contact has quiet hours at that time; the notification then waits until they end. */
  readonly isQuiet: boolean
}

/** One time at which a step notifies contacts. */
export interface Moment {
  readonly at: number
  readonly step: string
  /** 0 for the first notification. */
  readonly repeat: number
  readonly recipients: readonly PreviewRecipient[]
}

export interface EscalationPreview {
  readonly moments: readonly Moment[]
  /** Whether more notifications would follow. */
  readonly hasMore: boolean
}

/** The limit for the repeats of any step. The web app does not import the rules of the centre; a test compares both. */
const maxRepeats = 1000

/** The preview assumes an alert that does not end and is not acknowledged. */
interface PreviewOptions {
  /** When the alert starts. */
  readonly opensAt: number
  /** The maximum number of notification times to return. */
  readonly maxMoments: number
}

/** Returns who would be notified when, earliest first. */
export function previewEscalation(
  steps: readonly EscalationStep[],
  { opensAt, maxMoments }: PreviewOptions,
  data: RecipientData,
): EscalationPreview {
  const due = steps
    .filter(({ is_active, delay }) => is_active && Number.isFinite(delay))
    .flatMap((step) =>
      computeDelays(step, maxMoments + 1).map((after, repeat) => ({ step, at: opensAt + after * 1000, repeat })),
    )
    .toSorted((one, other) => one.at - other.at)
  const moments = due.slice(0, maxMoments).map(({ step, at, repeat }) => ({
    at,
    step: step.key,
    repeat,
    recipients: listContacts(step, data.groups).map((contact) => ({
      contact,
      ...listReachedChannels(step, data.getAddresses(contact)),
      isQuiet: isQuietAt(data.getQuietWindows(contact), at, data.timeZone),
    })),
  }))
  return { moments, hasMore: due.length > maxMoments }
}

/** Returns the delays of the notifications of a step, in seconds since the start. */
function computeDelays({ delay, repeat_interval, maximum_repeats }: EscalationStep, maxCount: number): number[] {
  const repeats = repeat_interval > 0 ? (maximum_repeats > 0 ? Math.min(maximum_repeats, maxRepeats) : maxRepeats) : 0
  return Array.from({ length: Math.min(repeats + 1, maxCount) }, (_, repeat) => delay + repeat * (repeat_interval || 0))
}

function isQuietAt(windows: readonly QuietWindow[], at: number, timeZone: string): boolean {
  if (windows.length === 0) return false
  const minute = toMinuteOfWeek(at, timeZone)
  return windows.some((window) => isInside(window, minute))
}
