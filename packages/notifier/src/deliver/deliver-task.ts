import { channel as knownChannel } from '@wachta/channels'
import { createClaims } from './claims.ts'
import type { DeliverOptions, DeliveryContext } from './delivery-context.ts'
import { createDestinations, type Destinations } from './destinations.ts'
import { stillUnderWay, toEntry, waitForOtherJob, waitForOtherProcess } from './entry.ts'
import { getDestination, handOver } from './hand-over.ts'
import { createLateOutcomes } from './late-outcomes.ts'
import { defaultMailLimits } from './mail-rules.ts'
import { loadPending } from './pending.ts'
import { defaultPhoneRules } from './phone-rules.ts'
import { prepare } from './prepare.ts'
import { type Entry, record } from './record.ts'
import type { RenderedMessage } from './rendered-message.ts'

/** Sends the messages that a job names. Disposing of it waits for those that are still under way. */
export type DeliverTask = ((payload: unknown, job: { readonly id: string }) => Promise<void>) & AsyncDisposable

/** How long a job waits for its messages while nothing moves where they go, and how long at most: then others get their turn. */
const patienceMs = 250
const maxWaitMs = 5_000
const maxInJob = 1_000

/**
 * The task that sends messages. A provider's fault never fails the job: it is recorded, and the message tried again. The
 * job fails where the outcome cannot be recorded, and whoever gets a second copy then can tell by its id.
 */
export function createDeliverTask(options: DeliverOptions): DeliverTask {
  const context: DeliveryContext = {
    ...options,
    caps: options.caps ?? defaultPhoneRules,
    mailLimits: options.mailLimits ?? defaultMailLimits,
    channel: options.channel ?? knownChannel,
    destinations: createDestinations(),
    claims: createClaims(options),
  }
  const lateOutcomes = createLateOutcomes(context)
  /** Messages that somebody here is about to send, or has sent and not written down yet. */
  const inHand = new Set<number>()

  async function deliver(payload: unknown): Promise<void> {
    const asked = readIds(payload)
    const elsewhere = asked.filter((id) => inHand.has(id))
    const mine = new Set(asked.filter((id) => !inHand.has(id)))
    for (const id of mine) inHand.add(id)
    try {
      const claimed = await context.claims.take([...mine])
      const { renderedMessages, entries } = await prepare(await loadPending(context.database, claimed.mine), context)
      const attempts = renderedMessages.map((rendered) => attempt(rendered, context))
      await whileTheyMove(attempts, context)
      const done = attempts.flatMap(({ entry }) => entry() ?? [])
      const late = attempts.filter(({ entry }) => entry() === undefined)
      for (const { rendered, ended } of late) {
        mine.delete(rendered.pending.id)
        void lateOutcomes.follow(ended).then(() => letGo([rendered.pending.id]))
      }
      const waiting = [
        ...late.map(({ rendered }) => stillUnderWay(rendered.pending.id, context)),
        ...elsewhere.map((id) => waitForOtherJob(id, context)),
        ...claimed.others.map(({ id, until }) => waitForOtherProcess(id, until)),
      ]
      await record(context, [...entries, ...done, ...waiting])
    } finally {
      letGo(mine)
    }
  }

  function letGo(ids: Iterable<number>): void {
    for (const id of ids) inHand.delete(id)
    context.claims.forget(ids)
  }

  return Object.assign(deliver, { [Symbol.asyncDispose]: () => lateOutcomes[Symbol.asyncDispose]() })
}

/** Waits for the end of all, as long as they get on; whoever hangs goes on alone. */
async function whileTheyMove(attempts: readonly Attempt[], { destinations }: DeliveryContext): Promise<void> {
  const all = Promise.all(attempts.map(({ ended }) => ended))
  const latest = performance.now() + maxWaitMs
  do await Promise.race([all, delay(patienceMs)])
  while (performance.now() < latest && attempts.some((one) => isGettingOn(one, destinations)))
}

const isGettingOn = ({ rendered, entry }: Attempt, destinations: Destinations): boolean =>
  entry() === undefined && destinations.isMoving(getDestination(rendered))

type Attempt = ReturnType<typeof attempt>

/** An attempt and, as soon as it is over, what is to be written down about it. */
function attempt(rendered: RenderedMessage, context: DeliveryContext) {
  let entry: Entry | undefined
  const began = Date.now()
  const ended = handOver(rendered, {
    ...context,
    isOurs: () => context.claims.isHeld(rendered.pending.id),
    onDefect: (fault) =>
      context.log?.error(
        { fault, channel: rendered.channel.id, notification: rendered.pending.id },
        'a channel failed by itself',
      ),
  }).then((outcome) => {
    traceAttempt(rendered, outcome.result, began, context)
    entry = { ...toEntry(rendered.pending, outcome, context), rendered }
    return entry
  })
  return { rendered, ended, entry: () => entry }
}

/** It is part of the story of the slot that the occurrence began with, its end included. */
function traceAttempt(
  { pending, channel }: RenderedMessage,
  outcome: string,
  start: number,
  { trace }: DeliveryContext,
): void {
  const { service, analysis_time, kind, repeat_number } = pending
  if (!trace || !service || !analysis_time) return
  trace({
    ...{ name: 'notifier deliver', service_id: service.id, slot: analysis_time.getTime(), start, end: Date.now() },
    isWorthIt: true,
    isFailure: outcome === 'temporary' || outcome === 'permanent',
    attributes: { channel: channel.id, kind, repeat_number, outcome },
  })
}

/** What is no list of ids is a defect of whoever added the job; there is nothing to try again. */
function readIds(payload: unknown): number[] {
  const { notifications } = (payload ?? {}) as { readonly notifications?: unknown }
  if (!Array.isArray(notifications)) return []
  return notifications.filter((id): id is number => Number.isSafeInteger(id)).slice(0, maxInJob)
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref())
