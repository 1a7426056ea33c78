import { channel as knownChannel } from '@wachta/channels'
import type { DeliverPayload } from '@wachta/queue'
import { createClaims } from './claims.ts'
import type { DeliverOptions, DeliveryContext } from './delivery-context.ts'
import { createDestinations, type Destinations } from './destinations.ts'
import { stillUnderWay, toEntry, waitForOtherJob, waitForOtherProcess } from './entry.ts'
import { type DeliveryOutcome, getDestination, handOver } from './hand-over.ts'
import { createLateOutcomes } from './late-outcomes.ts'
import { defaultMailLimits } from './mail-limits.ts'
import { loadPending } from './pending.ts'
import { defaultPhoneRules } from './phone-rules.ts'
import { prepare } from './prepare.ts'
import { type DeliveryRecord, record } from './record.ts'
import type { RenderedMessage } from './rendered-message.ts'

/** Sends the messages of a job. Disposing of it waits for attempts in progress. */
export type DeliverTask = ((payload: DeliverPayload) => Promise<void>) & AsyncDisposable

/** How long a job waits for its messages while their destinations make no progress, and how long at most. */
const progressCheckMs = 250
const maxWaitMs = 5_000

/**
 * Creates the task that sends messages. An error of a provider does not fail the job: it is recorded, and the message
 * is retried. The job fails only if an outcome cannot be recorded; a duplicate then has the same id.
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
  /** Messages that this process is sending, or has sent and not recorded yet. */
  const inProgress = new Set<number>()

  async function deliver({ notifications: asked }: DeliverPayload): Promise<void> {
    const inOtherJobs = asked.filter((id) => inProgress.has(id))
    const mine = new Set(asked.filter((id) => !inProgress.has(id)))
    for (const id of mine) inProgress.add(id)
    try {
      const claimed = await context.claims.take([...mine])
      const { renderedMessages, entries } = await prepare(await loadPending(context.database, claimed.mine), context)
      const attempts = renderedMessages.map((rendered) => attempt(rendered, context))
      await waitWhileProgressing(attempts, context)
      const done = attempts.flatMap(({ entry }) => entry() ?? [])
      const late = attempts.filter(({ entry }) => entry() === undefined)
      for (const { rendered, ended } of late) {
        mine.delete(rendered.pending.id)
        void lateOutcomes.follow(ended).then(() => release([rendered.pending.id]))
      }
      const waiting = [
        ...late.map(({ rendered }) => stillUnderWay(rendered.pending.id, context)),
        ...inOtherJobs.map((id) => waitForOtherJob(id, context)),
        ...claimed.others.map(({ id, until }) => waitForOtherProcess(id, until)),
      ]
      await record(context, [...entries, ...done, ...waiting])
    } finally {
      release(mine)
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

const isProgressing = ({ rendered, entry }: Attempt, destinations: Destinations): boolean =>
  entry() === undefined && destinations.isMoving(getDestination(rendered))

type Attempt = ReturnType<typeof attempt>

/** An attempt and, once it has ended, the entry to record. */
function attempt(rendered: RenderedMessage, context: DeliveryContext) {
  let entry: DeliveryRecord | undefined
  const began = Date.now()
  const ended = handOver(rendered, {
    ...context,
    isOurs: () => context.claims.isHeld(rendered.pending.id),
    onDefect: (fault) =>
      context.log?.error(
        { fault, channel: rendered.channel.id, notification: rendered.pending.id },
        'a channel failed because of a defect',
      ),
  }).then((outcome) => {
    traceAttempt(rendered, { start: began, outcome: outcome.result }, context)
    entry = { ...toEntry(rendered.pending, outcome, context), rendered }
    return entry
  })
  return { rendered, ended, entry: () => entry }
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
    isWorthIt: true,
    isFailure: outcome === 'temporary' || outcome === 'permanent',
    attributes: { channel: channel.id, kind, repeat_number, outcome },
  })
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref())
