import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from '@wachta/database'
import { addJobs, makeDeliverTimer, removeJobs, toDeliverKey } from '@wachta/queue'
import { sql } from 'kysely'
import type { DeliveryContext } from './delivery-context.ts'
import { returnUnits } from './phone-usage.ts'
import type { RenderedMessage } from './rendered-message.ts'

const maxAttemptsKept = 50

/** A sent message cannot be unsent, so recording it is retried until the database is back. */
const retryDelaysMs = [100, 300, 600, 1_000, 2_000, 3_000, 3_000, 5_000, 5_000, 5_000]

/** The data to record about one message. */
export interface DeliveryRecord {
  readonly id: number
  readonly status: 'pending' | 'sent' | 'failed' | 'suppressed'
  readonly reason?: string
  readonly attempt?: {
    readonly time: Date
    readonly outcome: 'sent' | 'temporary' | 'permanent'
    readonly answer: string
  }
  /** When the message is due again; always set while it is pending. */
  readonly retryAt?: Date
  readonly rendered?: RenderedMessage
  /** For a message that was sent in a digest: the id of the first message in it. */
  readonly digest_id?: number
  /** Whether the message is still being sent. */
  readonly keepsClaim?: boolean
}

/** Records the outcomes of a job and adds jobs for retries, in one transaction. */
export async function recordOutcomes(context: Recorder, records: readonly DeliveryRecord[]): Promise<void> {
  if (records.length === 0) return
  const pauses = records.some(({ status }) => status === 'sent') ? retryDelaysMs : []
  for (const pauseMs of pauses) {
    try {
      return await recordOnce(context, records)
    } catch {
      await wait(pauseMs)
    }
  }
  await recordOnce(context, records)
}

type Recorder = Pick<DeliveryContext, 'database' | 'phoneRules' | 'claims'>

async function recordOnce(
  { database, phoneRules, claims }: Recorder,
  records: readonly DeliveryRecord[],
): Promise<void> {
  await database.transaction(async (tx) => {
    const updated = await updatePending(tx, records, claims.processId)
    const updatedRecords = records.filter(({ id }) => updated.has(id))
    await returnUnits(
      tx,
      updatedRecords.flatMap(({ status, rendered }) =>
        rendered && (status === 'failed' || status === 'suppressed') ? rendered : [],
      ),
      phoneRules,
    )
    await addJobs(
      tx,
      updatedRecords.flatMap(({ id, retryAt }) => (retryAt ? makeDeliverTimer(id, retryAt) : [])),
    )
    await removeJobs(
      tx,
      updatedRecords.flatMap(({ id, retryAt }) => (retryAt || !updated.get(id)?.had_timer ? [] : toDeliverKey(id))),
    )
  })
}

interface UpdatedMessage {
  readonly id: number
  /** Whether a timer may exist for the message. A message that was never postponed has none: it was due at once. */
  readonly had_timer: boolean
}

/** Updates pending messages only: an outcome that another process has recorded stays. */
async function updatePending(
  tx: Transaction,
  records: readonly DeliveryRecord[],
  processId: string,
): Promise<Map<number, UpdatedMessage>> {
  const rows = records.map(({ id, status, reason, attempt, retryAt, rendered, digest_id, keepsClaim = false }) => ({
    id,
    status,
    reason: reason ?? null,
    ...(status === 'pending' ? {} : getTexts(status, rendered)),
    sent_at: status === 'sent' ? attempt?.time : null,
    next_attempt_at: retryAt ?? null,
    attempt: attempt ?? null,
    digest_id: digest_id ?? null,
    keeps_claim: keepsClaim,
  }))
  const written = await tx.query(sql<UpdatedMessage>`update notification n
set status = r.status, reason = r.reason, subject = coalesce(r.subject, n.subject), content = coalesce(r.content, n.content),
  sent_at = r.sent_at, next_attempt_at = r.next_attempt_at, digest_id = r.digest_id,
  claimed_until = case when r.keeps_claim or n.claimed_by <> ${processId} then n.claimed_until end,
  attempts = case when r.attempt is null then n.attempts else (select jsonb_agg(kept.value order by kept.place) from (
    select value, place from jsonb_array_elements(case jsonb_typeof(n.attempts) when 'array' then n.attempts else '[]' end || r.attempt) with ordinality as every (value, place)
    order by place desc limit ${maxAttemptsKept}) kept) end
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, status text, reason text, subject text, content text,
  sent_at timestamptz, next_attempt_at timestamptz, attempt jsonb, digest_id bigint, keeps_claim boolean)
  join notification o on o.id = r.id
where n.id = r.id and n.status = 'pending' returning n.id,
  o.next_attempt_at is distinct from o.created_at or o.attempts <> '[]' as had_timer`)
  return new Map(written.map((row) => [row.id, row]))
}

/** An attempted message is recorded with its text. Any other has no text, and its encrypted code is deleted. */
const getTexts = (
  status: DeliveryRecord['status'],
  rendered: RenderedMessage | undefined,
): { subject: string; content: string } =>
  rendered && status !== 'suppressed'
    ? { subject: rendered.recordedTexts.subject, content: rendered.recordedTexts.text }
    : { subject: '', content: '' }
