import { computeFirstDueTime, computeRepeatState, type EscalationTiming, type RepeatState } from './escalation.ts'
import type { Interval } from './interval.ts'
import {
  type AddressState,
  groupByAddress,
  type NotificationRecipient,
  type Progress,
} from './notification-recipient.ts'
import {
  findSuppression,
  isTemporaryReason,
  type LegacyRules,
  type MessageCandidate,
  type Suppression,
  type SuppressionReason,
} from './notification-stage.ts'
import { findQuietTime, listQuietIntervals, type QuietTimes } from './quiet-times.ts'

/**
 * How soon a suppressed notification is evaluated again, because windows and rules can change before their planned end.
 */
export const recheckMs = 300_000

/** One alert, as far as notifications depend on it. All times in milliseconds since 1970. */
export interface Alert {
  readonly start: number
  readonly end: number | undefined
  readonly end_reason: MessageCandidate['alert']['end_reason']
  readonly acknowledged_at: number | undefined
  /** Until when a mass change suppresses notifications. */
  readonly held_until: number | undefined
  /** When conditions of the alert rule fired; the end is infinite while they still fire. */
  readonly explanations: readonly Interval[]
  readonly service: { readonly isWatched: boolean; readonly quietTimes: QuietTimes }
  readonly account: { readonly isBlocked: boolean; readonly zone: string }
}

/** One round of notifications: an escalation step, or the legacy notifications. */
export interface NotificationRound {
  readonly timing: EscalationTiming
  readonly isActive: boolean
  readonly notify_end: boolean
  /** When the first message was due, once one was sent: repeats are counted from it. */
  readonly first_time: number | undefined
  readonly quietTimes: QuietTimes
  readonly legacy?: LegacyRules
  readonly recipients: readonly NotificationRecipient[]
  /** What is already recorded for each address. */
  readonly progress: readonly Progress[]
}

/** A message to record: one to send, or a suppressed one with its reason. */
export interface RoundMessage {
  readonly recipient: NotificationRecipient
  readonly kind: 'start' | 'end'
  readonly repeat_number: number
  readonly step: string
  readonly reason: SuppressionReason | null
}

export interface RoundOutcome {
  readonly messages: readonly RoundMessage[]
  readonly status: 'waiting' | 'sent' | 'suspended' | 'finished'
  readonly first_time: number | undefined
  /** When to run the round again; undefined if nothing is left to send. */
  readonly next: number | undefined
}

/**
 * Decides which messages are due at the instant. Recorded messages are never repeated, so it can be run again safely.
 */
export function runRound(alert: Alert, round: NotificationRound, instant: number): RoundOutcome {
  if (alert.end !== undefined) return runEndedRound(alert, round, { end: alert.end, instant })
  if (!round.isActive) return finishRound(round, [])
  return notifyStart(alert, round, instant)
}

/**
 * Runs a round for an alert that has ended. If no notifier was running during the alert, the start is sent as it would
 * have been just before the end, then the end. Recipients who were added after others had been notified get neither.
 */
function runEndedRound(
  alert: Alert,
  round: NotificationRound,
  { end, instant }: { readonly end: number; readonly instant: number },
): RoundOutcome {
  const last = end - 1
  const starts = round.isActive ? notifyStart({ ...alert, end: undefined }, round, last).messages : []
  const isFirst = round.progress.every(({ addressed_at }) => addressed_at === null)
  const missed = starts.filter(({ step }) => step === laterStep || (step === firstStep && isFirst))
  const progress = [...round.progress, ...missed.map((message) => toProgress(message, last))]
  return finishRound(round, [...missed, ...notifyEnd(alert, { ...round, progress }, instant)])
}

const toProgress = ({ recipient, reason, step }: RoundMessage, at: number): Progress => ({
  address_id: recipient.address_id,
  channel_id: recipient.channel_id,
  address: recipient.address,
  hasStart: true,
  reason,
  hasLater: step === laterStep,
  wasAcknowledged: reason === 'acknowledged',
  hasResumed: step === resumedStep,
  hasEnd: false,
  addressed_at: reason === null ? at : null,
  isNotified: reason === null,
  repeat_number: 0,
})

const finishRound = ({ first_time }: NotificationRound, messages: readonly RoundMessage[]): RoundOutcome => ({
  messages,
  status: 'finished',
  first_time,
  next: undefined,
})

function notifyStart(alert: Alert, round: NotificationRound, instant: number): RoundOutcome {
  const { acknowledged_at } = alert
  const addresses = groupByAddress(round).filter(({ recipients }) => recipients.length > 0)
  const evaluate = createEvaluation(alert, round, instant)
  const earliest = alert.start + round.timing.delay * 1000
  const due =
    round.first_time ?? computeFirstDueTime(round.timing, alert.start, findSuppressedPeriods(alert, round, instant))
  // A step that was not due when the alert was acknowledged notifies no one.
  const isReached = earliest <= Math.min(instant, acknowledged_at ?? instant)
  const firsts = isReached ? addresses.flatMap((address) => createFirstMessage(address, evaluate) ?? []) : []
  // A message that is no longer suppressed may still have to wait, see `computeFirstDueTime`.
  const dueDrafts = firsts.filter(({ suppression }) => suppression !== undefined || due <= instant)
  const sent = dueDrafts.filter(({ suppression }) => suppression === undefined)
  const wasAddressed = addresses.some(({ addressed_at }) => addressed_at !== null)
  const isAddressed = wasAddressed || sent.length > 0
  const isOnTime = wasAddressed || sent.some(({ step }) => step === firstStep)
  const first_time = round.first_time ?? (isAddressed ? (isOnTime ? due : instant) : undefined)
  const firstMessages = dueDrafts.filter(isWorthRecording).map(toMessage)
  if (acknowledged_at !== undefined) return { ...finishRound(round, firstMessages), first_time }
  const { next, ...newest } = computeRepeatState(round.timing, first_time ?? due, instant)
  const messages = [
    ...firstMessages,
    ...createRepeatMessages(newest, addresses, { round, sent, evaluate }).map(toMessage),
  ]
  const temporarySuppressions = firsts.flatMap(({ suppression }) =>
    suppression && isTemporaryReason(suppression.reason) ? suppression : [],
  )
  const nextTime = findEarliest([
    instant < earliest ? earliest : undefined,
    dueDrafts.length < firsts.length ? due : undefined,
    isAddressed ? next : undefined,
    ...temporarySuppressions.map(({ until }) => findEarliest([until, instant + recheckMs])),
  ])
  const statusWithoutStart =
    temporarySuppressions.length > 0 ? 'suspended' : nextTime === undefined ? 'finished' : 'waiting'
  return { messages, status: isAddressed ? 'sent' : statusWithoutStart, first_time, next: nextTime }
}

interface RepeatOptions {
  readonly round: NotificationRound
  readonly sent: readonly Draft[]
  readonly evaluate: EvaluateAddress
}

/**
 * Addresses that got the first message earlier get the newest repeat; repeats that were missed meanwhile are skipped.
 * In the first run of a round, an address can get the first message and a repeat at once.
 */
function createRepeatMessages(
  { newest, time }: Omit<RepeatState, 'next'>,
  addresses: readonly AddressState[],
  { round, sent, evaluate }: RepeatOptions,
): Draft[] {
  if (newest < 1) return []
  const newlyAddressed = new Set(round.progress.length === 0 ? sent.map(({ address }) => address) : [])
  const isDue = (one: AddressState) => newlyAddressed.has(one) || (one.addressed_at !== null && one.addressed_at < time)
  return addresses
    .filter((one) => isDue(one) && one.repeat_number < newest)
    .map((one) => ({ kind: 'start', repeat_number: newest, step: `start:${newest}`, ...evaluate('start', one) }))
}

const findEarliest = (times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** Addresses with a recorded start, sent or suppressed, get the end; a suppressed end is not sent later. */
function notifyEnd(alert: Alert, round: NotificationRound, instant: number): RoundMessage[] {
  if (!round.notify_end) return []
  const evaluate = createEvaluation(alert, round, instant)
  return groupByAddress(round)
    .filter(({ hasStart, hasEnd, everyone }) => hasStart && !hasEnd && everyone.length > 0)
    .map((address) => toMessage({ kind: 'end', repeat_number: 0, step: 'end', ...evaluate('end', address) }))
}

interface Draft extends EvaluatedRecipient {
  readonly kind: 'start' | 'end'
  readonly repeat_number: number
  readonly step: string
}

const firstStep = 'start:0'
const laterStep = 'start:0:later'
const resumedStep = 'start:0:resumed'

/**
 * Returns the first message to an address: immediately, or later if it was suppressed. If it was suppressed because the
 * alert was acknowledged, it is sent once the acknowledgement is undone.
 */
function createFirstMessage(address: AddressState, evaluate: EvaluateAddress): Draft | undefined {
  if (address.addressed_at !== null) return undefined
  if (address.wasAcknowledged) return address.hasResumed ? undefined : createResumedMessage(address, evaluate)
  if (address.hasLater) return undefined
  if (address.hasStart && !isTemporaryReason(address.reason)) return undefined
  const step = address.hasStart ? laterStep : firstStep
  return { kind: 'start', repeat_number: 0, step, ...evaluate('start', address) }
}

function createResumedMessage(address: AddressState, evaluate: EvaluateAddress): Draft | undefined {
  const evaluated = evaluate('start', address)
  if (evaluated.suppression?.reason === 'acknowledged') return undefined
  return { kind: 'start', repeat_number: 0, step: resumedStep, ...evaluated }
}

/** A suppression is recorded once, however often it is evaluated. */
const isWorthRecording = ({ step, suppression }: Draft): boolean =>
  step === firstStep || !suppression || !isTemporaryReason(suppression.reason)

const toMessage = ({ recipient, kind, repeat_number, step, suppression }: Draft): RoundMessage => ({
  recipient,
  kind,
  repeat_number,
  step,
  reason: suppression?.reason ?? null,
})

/** The recipient chosen for an address, and why the message is suppressed, if it is. */
interface EvaluatedRecipient {
  readonly address: AddressState
  readonly recipient: NotificationRecipient
  readonly suppression: Suppression | undefined
}

type EvaluateAddress = (kind: 'start' | 'end', address: AddressState) => EvaluatedRecipient

/** If several recipients share an address, any of them that is not suppressed is chosen. */
function createEvaluation(
  { service, account, ...alert }: Alert,
  round: NotificationRound,
  instant: number,
): EvaluateAddress {
  const findQuiet = (times: QuietTimes) => findQuietTime(times, account.zone, instant)
  const common = {
    alert: {
      ...alert,
      isAcknowledged: alert.acknowledged_at !== undefined,
      isExplained: alert.explanations.some((each) => containsInstant(each, instant)),
    },
    service: { isWatched: service.isWatched, quiet: findQuiet(service.quietTimes) },
    escalation: { quiet: findQuiet(round.quietTimes) },
    account,
    ...(round.legacy && { legacyRules: round.legacy }),
  }
  return (kind, address) => {
    // A legacy recipient who gets only ends counts as notified of the start.
    const wasNotified = address.isNotified || address.reason === 'condition_not_chosen'
    const evaluated = (kind === 'start' ? address.recipients : address.everyone).map((recipient) => {
      const contact = { quiet: findQuiet(recipient.quietTimes) }
      const candidate = { ...common, kind, wasNotified, contact, channel: recipient.channel }
      return { address, recipient, suppression: findSuppression(candidate, instant) }
    })
    const [chosen = evaluated[0]] = evaluated.filter(({ suppression }) => suppression === undefined)
    if (!chosen) throw new Error('a message needs a recipient')
    return chosen
  }
}

/** The periods so far in which all recipients were suppressed. */
function findSuppressedPeriods(
  { start, held_until = start, ...alert }: Alert,
  round: NotificationRound,
  instant: number,
): Interval[] {
  const listQuiet = (times: QuietTimes) => listQuietIntervals(times, alert.account.zone, { start, end: instant + 1 })
  return [
    { start, end: held_until },
    ...alert.explanations,
    ...listQuiet(alert.service.quietTimes),
    ...listQuiet(round.quietTimes),
  ]
}

const containsInstant = ({ start, end }: Interval, instant: number): boolean => start <= instant && instant < end
