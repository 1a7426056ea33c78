import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  findQuietTime,
  findSuppression,
  type Interval,
  isTemporaryReason,
  type MessageCandidate,
  noQuietTimes,
  type RoundOutcome,
  runRound,
  type SuppressionReason,
  splitMinuteOfWeek,
} from '../src/index.ts'
import { length, minute, type PlayedScene, play, type Scene, type SentMessage, scene } from './notification-scene.ts'

type RunRound = typeof runRound

// Deliberately wrong rules.
const wakes: RunRound = (occasion, round, instant) =>
  runRound(
    occasion,
    { ...round, recipients: round.recipients.map((each) => ({ ...each, quietTimes: noQuietTimes })) },
    instant,
  )
const forgets: RunRound = (occasion, round, instant) => runRound(occasion, { ...round, progress: [] }, instant)
const insists: RunRound = (occasion, round, instant) =>
  runRound({ ...occasion, acknowledged_at: undefined }, round, instant)
const dawdles: RunRound = (occasion, round, instant) => {
  const outcome = runRound(occasion, round, instant)
  return { ...outcome, next: outcome.next === undefined ? undefined : outcome.next + minute }
}
const sulks: RunRound = (occasion, round, instant) => {
  const outcome = runRound(occasion, round, instant)
  return { ...outcome, messages: outcome.messages.filter(({ step }) => step !== 'start:0:later') }
}

const everyMinute = Array.from({ length: length + 1 }, (_, index) => index * minute)

/** When other processes add jobs during a scene: at the start, the acknowledgement, the end, and the end of a cause. */
const causes = ({ acknowledged, end, explanations }: Scene) =>
  [0, acknowledged, end, ...explanations.map((each) => each.end)]
    .filter((time) => time !== undefined)
    .filter((time) => time <= length * minute)

const holds = (property: (scene: Scene) => boolean, numRuns = 200) =>
  !fc.check(fc.property(scene, property), { numRuns, endOnFailure: true }).failed

const written = ({ messages }: PlayedScene) =>
  messages.map(({ time, step, recipient, reason }) => `${time} ${step} ${recipient.address} ${reason}`).sort()

const same = (one: PlayedScene, other: PlayedScene) => JSON.stringify(written(one)) === JSON.stringify(written(other))

test('running a round only at its next time gives the same messages as running it every minute', () => {
  const enough = (tell: RunRound) =>
    holds((each) => same(play(each, tell, causes(each), true), play(each, runRound, everyMinute, false)))
  assert.ok(enough(runRound))
  for (const wrong of [dawdles, wakes, sulks]) assert.equal(enough(wrong), false)
})

test('a round that runs again a moment later sends nothing again', () => {
  const stable = (tell: RunRound) =>
    holds((each) => {
      const once = play(each, tell, everyMinute, false)
      const again = play(each, tell, [...everyMinute, ...everyMinute.map((at) => at + 1)], false)
      return same(once, again)
    }, 40)
  assert.ok(stable(runRound))
  assert.equal(stable(forgets), false)
})

const within = (spans: readonly Interval[], at: number) => spans.some(({ start, end }) => start <= at && at < end)

interface Minute extends Pick<SentMessage, 'time' | 'kind'> {
  readonly address_id: number
}

/** Whether the scene forbids to notify this contact at this time. */
function isSilent({ acknowledged, end, ...each }: Scene, { time, address_id, kind }: Minute): boolean {
  const contact = each.contacts[address_id - 1] ?? noQuietTimes
  const isQuiet = [each.service, each.escalation, contact].some(({ oneOff }) => within(oneOff, time))
  if (kind === 'end') return isQuiet
  const isOver = (acknowledged ?? time + 1) <= time || (end ?? time + 1) <= time
  return isOver || isQuiet || within(each.explanations, time) || time < (each.held_until ?? 0)
}

test('no one is notified while notifications are suppressed, or after the alert is acknowledged or over', () => {
  const silent = (tell: RunRound) =>
    holds((each) =>
      play(each, tell, causes(each), true).messages.every(({ time, kind, reason, recipient: { address_id } }) => {
        const mayNot = isSilent(each, { time, kind, address_id })
        return reason === 'not_told_of_start' || (reason !== null) === mayNot
      }),
    )
  assert.ok(silent(runRound))
  for (const wrong of [wakes, insists]) assert.equal(silent(wrong), false)
})

test('everyone who can be notified gets one first message, not too early, and the configured repeats', () => {
  const told = (tell: RunRound) =>
    holds((each) => {
      const { delay, repeat_interval, maximum_repeats } = each.ladder
      const most = repeat_interval === 0 ? 0 : maximum_repeats || 1000
      const { messages } = play(each, tell, causes(each), true)
      return each.contacts.every((_, index) => {
        const own = messages.filter(({ recipient, kind }) => recipient.address_id === index + 1 && kind === 'start')
        const sent = own.filter(({ reason }) => reason === null)
        const firsts = sent.filter(({ repeat_number }) => repeat_number === 0)
        return (
          firsts.length === (couldBeTold(each, index) ? 1 : Math.min(1, firsts.length)) &&
          sent.length <= firsts.length + most &&
          sent.every(({ time }) => time >= delay * 1000)
        )
      })
    })
  assert.ok(told(runRound))
  assert.equal(told(sulks), false)
})

/** Whether notifications were allowed for at least the length of the delay at some time. */
function couldBeTold(each: Scene, index: number): boolean {
  const free = everyMinute.map((time) => !isSilent(each, { time, address_id: index + 1, kind: 'start' }))
  const needed = each.ladder.delay / 60 + 1
  return free.some((_, last) => last + 1 >= needed && free.slice(last + 1 - needed, last + 1).every(Boolean))
}

test('ends are sent once to those who were notified of the start', () => {
  const fair = (tell: RunRound) =>
    holds((each) => {
      const { messages } = play(each, tell, causes(each), true)
      const ends = messages.filter(({ kind }) => kind === 'end')
      const told = new Set(
        messages
          .filter(({ kind, reason }) => kind === 'start' && reason === null)
          .map(({ recipient }) => recipient.address),
      )
      return (
        new Set(ends.map(({ recipient }) => recipient.address)).size === ends.length &&
        ends.every(({ recipient, reason }) => reason !== null || told.has(recipient.address)) &&
        (each.end === undefined ||
          [...told].every((address) => ends.some(({ recipient }) => recipient.address === address)))
      )
    })
  assert.ok(fair(runRound))
  const generous: RunRound = (occasion, round, instant) =>
    runRound(occasion, { ...round, progress: round.progress.map((each) => ({ ...each, isNotified: true })) }, instant)
  assert.equal(fair(generous), false)
})

test('a suppressed message is recorded once, and the round has the matching status', () => {
  const statuses = new Set<RoundOutcome['status']>()
  const once = holds((each) => {
    const { messages, outcomes } = play(each, runRound, everyMinute, false)
    for (const { status } of outcomes) statuses.add(status)
    const isOver = each.end !== undefined || each.acknowledged !== undefined
    return (
      messages.every(({ step, reason }) => step !== 'start:0:later' || !isTemporaryReason(reason)) &&
      (!isOver || outcomes.at(-1)?.status === 'finished')
    )
  }, 60)
  assert.ok(once)
  assert.deepEqual([...statuses].sort(), ['finished', 'sent', 'suspended', 'waiting'])
})

test('of several reasons for suppression, the first in order is recorded', () => {
  const quiet = { until: 5 }
  const wrong: MessageCandidate = {
    kind: 'start',
    alert: { isAcknowledged: true, end_reason: 'removed', held_until: 10, isExplained: true },
    service: { isWatched: false, quiet },
    escalation: { quiet },
    contact: { quiet },
    channel: { isAvailable: false, isDiscontinued: true },
    account: { isBlocked: true },
    wasNotified: false,
    legacyRules: { isOn: false, condition_ids: [], isDisabled: true },
  }
  const mend: [SuppressionReason, (of: MessageCandidate) => MessageCandidate][] = [
    ['acknowledged', (of) => ({ ...of, alert: { ...of.alert, isAcknowledged: false } })],
    ['condition', (of) => ({ ...of, alert: { ...of.alert, isExplained: false } })],
    ['mass_change', (of) => ({ ...of, alert: { ...of.alert, held_until: 0 } })],
    ['service_suspended', (of) => ({ ...of, service: { ...of.service, quiet: undefined } })],
    ['escalation_suspended', (of) => ({ ...of, escalation: { quiet: undefined } })],
    ['contact_suspended', (of) => ({ ...of, contact: { quiet: undefined } })],
    ['channel_not_available', (of) => ({ ...of, channel: { ...of.channel, isAvailable: true } })],
    ['channel_discontinued', (of) => ({ ...of, channel: { ...of.channel, isDiscontinued: false } })],
    ['account_blocked', (of) => ({ ...of, account: { isBlocked: false } })],
    ['service_paused', (of) => ({ ...of, kind: 'end' })],
    ['not_told_of_start', (of) => ({ ...of, wasNotified: true })],
    ['notifications_off', (of) => ({ ...of, legacyRules: { isOn: true, condition_ids: [], isDisabled: true } })],
    [
      'condition_not_chosen',
      (of) => ({ ...of, legacyRules: { isOn: true, condition_ids: ['recovery'], isDisabled: true } }),
    ],
    [
      'older_style_disabled',
      (of) => ({ ...of, legacyRules: { isOn: true, condition_ids: ['recovery'], isDisabled: false } }),
    ],
    ['service_gone', (of) => ({ ...of, alert: { ...of.alert, end_reason: 'recovered' } })],
  ]
  let candidate = wrong
  const reasons: (SuppressionReason | undefined)[] = []
  for (const [, better] of mend) {
    reasons.push(findSuppression(candidate, 1)?.reason)
    candidate = better(candidate)
  }
  assert.deepEqual(
    reasons,
    mend.map(([reason]) => reason),
  )
  assert.equal(findSuppression(candidate, 1), undefined)
  assert.equal(
    findSuppression({ ...candidate, alert: { ...candidate.alert, end_reason: 'paused' } }, 1)?.reason,
    'service_paused',
  )
})

test('quiet hours end by local time, also in nights with a clock change', () => {
  const weekly = Array.from({ length: 7 }, (_, day) => ({
    start_minute: splitMinuteOfWeek(day * 1440 + 22 * 60),
    end_minute: splitMinuteOfWeek(((day + 1) % 7) * 1440 + 6 * 60),
  }))
  const wall = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Warsaw', hour: '2-digit', minute: '2-digit' })
  const faults = (zone: string) =>
    ['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z'].flatMap((noon) =>
      Array.from({ length: 24 * 60 }, (_, index) => Date.parse(noon) + index * minute).filter((at) => {
        const shown = wall.format(at)
        const quiet = findQuietTime({ oneOff: [], weekly }, zone, at)
        const isQuiet = shown >= '22:00' || shown < '06:00'
        return (quiet !== undefined) !== isQuiet || (quiet?.until !== undefined && wall.format(quiet.until) !== '06:00')
      }),
    )
  assert.deepEqual(faults('Europe/Warsaw'), [])
  assert.ok(faults('UTC').length > 0)
})
