import type { Database, Queryable } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import { fillNext, type HistoryStore, openHistory, readFillProgress, startFillProgress } from '@wachta/history'
import type { Retention } from './partitions.ts'

/** The history must not delete a day before PostgreSQL has, whose oldest days may wait to be copied. */
const longerDays = 31

interface HistorySettings {
  readonly HISTORY_URL?: string
  readonly RETENTION_HISTORY_DAYS: number
  readonly RETENTION_ANALYSES_DAYS: number
}

/** Opens the history that the reporter fills; undefined if none is configured. */
export async function openFilledHistory(config: HistorySettings): Promise<HistoryStore | undefined> {
  if (config.HISTORY_URL === undefined) return undefined
  const { RETENTION_HISTORY_DAYS: days, RETENTION_ANALYSES_DAYS: least } = config
  if (days < least + longerDays)
    throw new Error(
      `RETENTION_HISTORY_DAYS is ${days}: it must exceed RETENTION_ANALYSES_DAYS (${least}) by at least ${longerDays} days`,
    )
  return openHistory(config.HISTORY_URL)
}

interface FillOptions {
  readonly database: Pick<Database, 'transaction'>
  readonly history: HistoryStore
  readonly retentionDays: number
  readonly stopping: AbortSignal
  readonly now: () => Date
  /** The other steps of a round wait meanwhile. */
  readonly longestMs?: number
}

/** Copies settled days to the history for a limited time. Returns false if work is left. */
export async function keepFilling(filling: FillOptions): Promise<boolean> {
  const { database, history, retentionDays, stopping, now, longestMs = 10_000 } = filling
  const end = performance.now() + longestMs
  await history.prepare({ retentionDays })
  while (await fillNext(database, history, now())) if (stopping.aborted || performance.now() > end) return false
  return true
}

/** Extends the retention of analyses to all days that are not in the history yet. */
export async function extendRetention(db: Queryable, retention: Retention, now: Date): Promise<Retention> {
  const copiedTo = (await readFillProgress(db))?.day ?? 0
  const uncopiedDays = Math.ceil((now.getTime() - copiedTo) / dayMs)
  return { ...retention, analyses: Math.max(retention.analyses, uncopiedDays) }
}

/** Returns how long ago the last day ended that is in the history, in seconds. */
export async function readHistoryLag(db: Queryable): Promise<number> {
  const now = new Date()
  const { day } = (await readFillProgress(db)) ?? (await startFillProgress(db, now))
  return (now.getTime() - day) / 1000
}
