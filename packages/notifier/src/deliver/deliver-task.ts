import { channels, channel as knownChannel } from '@wachta/channels'
import type { DeliverPayload } from '@wachta/queue'
import { createClaims } from './claims.ts'
import type { DeliverOptions, DeliveryContext } from './delivery-context.ts'
import {
  createOtherJobRecord,
  createOtherProcessRecord,
  createUnderWayRecord,
  toDeliveryRecords,
} from './delivery-records.ts'
import { createDestinations, type Destinations } from './destinations.ts'
import { createLateOutcomes } from './late-outcomes.ts'
import { defaultMailLimits } from './mail-limits.ts'
import { loadPending } from './pending.ts'
import { defaultPhoneRules } from './phone-rules.ts'
import { prepareMessages } from './prepare.ts'
import { type DeliveryRecord, recordOutcomes } from './record.ts'
import { getNotifications, type RenderedMessage } from './rendered-message.ts'
import { type DeliveryOutcome, getDestination, sendToProvider } from './send-to-provider.ts'

/** Sends the messages of a job. Disposing of it waits for attempts in progress. */
export type DeliverTask = ((payload: DeliverPayload) => Promise<void>) & AsyncDisposable

/** The channels on which waiting messages can be combined into one. */
const digestChannelIds = channels.filter(({ digest }) => digest !== undefined).map(({ id }) => id)

/** How often a job checks whether the destinations of its messages make progress, and how long it waits at most. */
const progressCheckMs = 250
const maxWaitMs = 5_000

/**
 * Creates the task that sends messages. An error of a provider does not fail the job: it is recorded, and the message
 * is retried. The job fails only if an outcome cannot be recorded; a duplicate then has the same id.
 */
export function createDeliverTask(options: DeliverOptions): DeliverTask {
  const context: DeliveryContext = {
    ...options,
    phoneRules: options.phoneRules ?? defaultPhoneRules,
    mailLimits: options.mailLimits ?? defaultMailLimits,
    channel: options.channel ?? knownChannel,
    destinations: createDestinations(),
    claims: createClaims(options),
  }
  const lateOutcomes = createLateOutcomes(context)
  /**
   * Messages that this process is sending, or has sent and not recorded yet, each with a promise for the end of that
   * work.
   */
  const inProgress = new Map<number, Promise<void>>()

  async function deliver({ notifications: requestedIds }: DeliverPayload): Promise<void> {
    const inOtherJobs = requestedIds.filter((id) => inProgress.has(id))
    const otherJobs = inOtherJobs.flatMap((id) => inProgress.get(id) ?? [])
    await send(requestedIds)
    if (inOtherJobs.length === 0) return
    await Promise.all(otherJobs)
    const waiting = inOtherJobs.filter((id) => inProgress.has(id)).map((id) => createOtherJobRecord(id, context))
    await recordOutcomes(context, waiting)
    // If the other jobs ended well, nothing is left to send.
    await send(inOtherJobs)
  }

  /**
   * Sends those messages that no other job of this process is sending, and messages that wait for the same addresses.
   */
  async function send(requestedIds: readonly number[]): Promise<void> {
    const reservedIds = new Set<number>()
    const ended = Promise.withResolvers<void>()
    const reserve = (ids: readonly number[]): number[] => {
      const free = ids.filter((id) => !inProgress.has(id))
      for (const id of free) {
        reservedIds.add(id)
        inProgress.set(id, ended.promise)
      }
      return free
    }
    try {
      const claimed = await context.claims.take(reserve(requestedIds))
      const more = await context.claims.takeWaiting(claimed.mine, { channel_ids: digestChannelIds, now: context.now() })
      const pending = await loadPending(context.database, [...claimed.mine, ...reserve(more)])
      const { renderedMessages, records } = await prepareMessages(pending, context)
      const attempts = renderedMessages.map((rendered) => attempt(rendered, context))
      await waitWhileProgressing(attempts, context)
      const late = attempts.filter(({ getRecords }) => getRecords() === undefined)
      for (const { ids, ended: lateEnd } of late) {
        for (const id of ids) reservedIds.delete(id)
        void lateOutcomes.follow(lateEnd).then(() => release(ids))
      }
      await recordOutcomes(context, [
        ...records,
        ...attempts.flatMap(({ getRecords }) => getRecords() ?? []),
        ...late.flatMap(({ ids }) => ids.map((id) => createUnderWayRecord(id, context))),
        ...claimed.others.map(({ id, until }) => createOtherProcessRecord(id, until)),
      ])
    } finally {
      release(reservedIds)
      ended.resolve()
    }
  }

  function release(ids: Iterable<number>): void {
    for (const id of ids) inProgress.delete(id)
    context.claims.forget(ids)
  }

  return Object.assign(deliver, { [Symbol.asyncDispose]: () => lateOutcomes[Symbol.asyncDispose]() })
}

/** Waits for all attempts while they make progress. An attempt that hangs is followed separately. */
async function waitWhileProgressing(attempts: readonly Attempt[], { destinations }: DeliveryContext): Promise<void> {
  const all = Promise.all(attempts.map(({ ended }) => ended))
  const latest = performance.now() + maxWaitMs
  do await Promise.race([all, delay(progressCheckMs)])
  while (performance.now() < latest && attempts.some((one) => isProgressing(one, destinations)))
}

const isProgressing = ({ rendered, getRecords }: Attempt, destinations: Destinations): boolean =>
  getRecords() === undefined && destinations.isMoving(getDestination(rendered))

type Attempt = ReturnType<typeof attempt>

/** Starts an attempt. Once it has ended, `getRecords` returns its records. */
function attempt(rendered: RenderedMessage, context: DeliveryContext) {
  let records: DeliveryRecord[] | undefined
  const startedAt = Date.now()
  const ids = getNotifications(rendered).map(({ pending }) => pending.id)
  const ended = sendToProvider(rendered, {
    ...context,
    isStillClaimed: () => context.claims.areHeld(ids),
    onDefect: (fault) =>
      context.log?.error(
        { fault, channel: rendered.channel.id, notifications: ids },
        'a channel failed because of a defect',
      ),
  }).then((outcome) => {
    for (const one of getNotifications(rendered))
      traceAttempt(one, { start: startedAt, outcome: outcome.result }, context)
    records = toDeliveryRecords(rendered, outcome, context)
    return records
  })
  return { rendered, ids, ended, getRecords: () => records }
}

/** When an attempt started, and how it ended. */
interface EndedAttempt {
  readonly start: number
  readonly outcome: DeliveryOutcome['result']
}

/** Start and end of an alert belong to the trace of the slot that the alert started with. */
function traceAttempt(
  { pending, channel }: RenderedMessage,
  { start, outcome }: EndedAttempt,
  { trace }: DeliveryContext,
): void {
  const { service, analysis_time, kind, repeat_number } = pending
  if (!trace || !service || !analysis_time) return
  trace({
    ...{ name: 'notifier deliver', service_id: service.id, slot: analysis_time.getTime(), start, end: Date.now() },
    isAlwaysTraced: true,
    isFailure: outcome === 'temporary' || outcome === 'permanent',
    attributes: { channel: channel.id, kind, repeat_number, outcome },
  })
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref())
