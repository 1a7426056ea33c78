import fc from 'fast-check'
import {
  type Alert,
  type Interval,
  type NotificationRecipient,
  type NotificationRound,
  noQuietTimes,
  type Progress,
  type QuietTimes,
  type RoundMessage,
  type RoundOutcome,
  type runRound,
} from '../src/index.ts'

export const minute = 60_000
/** The length of a scene in minutes. */
export const length = 150

/** A random story of the notifications of one alert, in whole minutes. */
export interface Scene {
  readonly ladder: NotificationRound['timing']
  readonly held_until: number | undefined
  readonly explanations: readonly Interval[]
  readonly service: QuietTimes
  readonly escalation: QuietTimes
  readonly contacts: readonly QuietTimes[]
  readonly acknowledged: number | undefined
  readonly end: number | undefined
}

const time = fc.integer({ min: 0, max: length }).map((each) => each * minute)
const spans = fc.array(
  fc
    .tuple(time, fc.integer({ min: 1, max: 40 }))
    .map(([start, minutes]): Interval => ({ start, end: start + minutes * minute })),
  { maxLength: 2 },
)
const quietTimes = fc.oneof(
  fc.constant(noQuietTimes),
  spans.map((oneOff): QuietTimes => ({ oneOff, weekly: [] })),
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

export const scene: fc.Arbitrary<Scene> = fc.record({
  ladder: fc.record({
    delay: fc.integer({ min: 0, max: 20 }).map((minutes) => minutes * 60),
    repeat_interval: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 15 }).map((minutes) => minutes * 60),
    ),
    maximum_repeats: fc.integer({ min: 0, max: 4 }),
  }),
  held_until: maybe(fc.integer({ min: 0, max: 3 }).map((minutes) => minutes * minute)),
  explanations: fc.oneof(fc.constant([]), spans),
  service: quietTimes,
  escalation: quietTimes,
  contacts: fc.array(quietTimes, { minLength: 1, maxLength: 3 }),
  acknowledged: maybe(time),
  end: maybe(time),
})

export interface SentMessage extends RoundMessage {
  readonly time: number
}

/** The progress of each address, as the database would return it. */
function progressOf(messages: readonly SentMessage[]): Progress[] {
  return [...Map.groupBy(messages, ({ recipient }) => recipient.address_id).values()].map((own): Progress => {
    const starts = own.filter(({ kind }) => kind === 'start')
    const sent = starts.filter(({ reason }) => reason === null)
    const [{ recipient } = { recipient: recipientOf(0, noQuietTimes) }] = own
    return {
      address_id: recipient.address_id,
      channel_id: recipient.channel_id,
      address: recipient.address,
      hasStart: starts.length > 0,
      reason: starts.find(({ step }) => step === 'start:0')?.reason ?? null,
      hasLater: starts.some(({ step }) => step === 'start:0:later'),
      wasAcknowledged: starts.some(({ reason }) => reason === 'acknowledged'),
      hasResumed: starts.some(({ step }) => step === 'start:0:resumed'),
      hasEnd: own.some(({ kind }) => kind === 'end'),
      addressed_at: sent[0]?.time ?? null,
      isNotified: sent.length > 0,
      repeat_number: Math.max(0, ...starts.map(({ repeat_number }) => repeat_number)),
    }
  })
}

const recipientOf = (index: number, times: QuietTimes): NotificationRecipient => ({
  address_id: index,
  contact_id: index,
  channel_id: 'email',
  address: `${index}@example.com`,
  language_id: 'en',
  channel: { isAvailable: true, isDiscontinued: false },
  quietTimes: times,
  isFormer: false,
})

export interface PlayedScene {
  readonly messages: readonly SentMessage[]
  readonly outcomes: readonly RoundOutcome[]
}

/** Plays a scene: runs a round at the given times, and with timers also whenever one is due. */
export function play(scene: Scene, tell: typeof runRound, times: readonly number[], withTimers: boolean): PlayedScene {
  const messages: SentMessage[] = []
  const outcomes: RoundOutcome[] = []
  const pending = [...times]
  let first_time: number | undefined
  for (let at = next(pending, -1); at !== undefined; at = next(pending, at)) {
    const outcome = tell(occasionAt(scene, at), roundOf(scene, first_time, messages), at)
    messages.push(...outcome.messages.map((told) => ({ ...told, time: at ?? 0 })))
    outcomes.push(outcome)
    first_time = outcome.first_time
    if (withTimers && outcome.next !== undefined && outcome.next <= length * minute) pending.push(outcome.next)
  }
  return { messages, outcomes }
}

const next = (times: readonly number[], after: number): number | undefined => {
  const later = times.filter((time) => time > after)
  return later.length > 0 ? Math.min(...later) : undefined
}

const occasionAt = (scene: Scene, at: number): Alert => ({
  start: 0,
  end: scene.end !== undefined && scene.end <= at ? scene.end : undefined,
  end_reason: scene.end !== undefined && scene.end <= at ? 'recovered' : null,
  acknowledged_at: scene.acknowledged !== undefined && scene.acknowledged <= at ? scene.acknowledged : undefined,
  held_until: scene.held_until,
  // Future explanations and ends are not known yet.
  explanations: scene.explanations
    .filter(({ start }) => start <= at)
    .map(({ start, end }) => ({ start, end: end <= at ? end : Number.POSITIVE_INFINITY })),
  service: { isWatched: true, quietTimes: scene.service },
  account: { isBlocked: false, zone: 'Europe/Warsaw' },
})

const roundOf = (
  scene: Scene,
  first_time: number | undefined,
  messages: readonly SentMessage[],
): NotificationRound => ({
  timing: scene.ladder,
  isActive: true,
  notify_end: true,
  first_time,
  quietTimes: scene.escalation,
  recipients: scene.contacts.map((times, index) => recipientOf(index + 1, times)),
  progress: progressOf(messages),
})
