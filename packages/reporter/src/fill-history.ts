import type { Database, Queryable } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import { fillNext, findFirstProgress, type HistoryStore, openHistory, readFillProgress } from '@wachta/history'
import type { Retention } from './partitions.ts'

/** How much longer the history must keep a day, so that one that is copied late is not too old for the history. */
const minExtraDays = 31

interface HistorySettings {
  readonly HISTORY_URL?: string
  readonly RETENTION_HISTORY_DAYS: number
  readonly RETENTION_ANALYSES_DAYS: number
}

/** Opens the history that the reporter fills; undefined if none is configured. */
export async function openFilledHistory(config: HistorySettings): Promise<HistoryStore | undefined> {
  if (config.HISTORY_URL === undefined) return undefined
  const { RETENTION_HISTORY_DAYS: historyDays, RETENTION_ANALYSES_DAYS: analysesDays } = config
  if (historyDays < analysesDays + minExtraDays)
    throw new Error(
      `RETENTION_HISTORY_DAYS is ${historyDays}: it must exceed RETENTION_ANALYSES_DAYS (${analysesDays}) by at least ${minExtraDays} days`,
    )
  return openHistory(config.HISTORY_URL)
}

interface FillOptions {
  readonly database: Pick<Database, 'transaction'>
  readonly history: HistoryStore
  readonly retentionDays: number
  readonly stopping: AbortSignal
  readonly now: () => Date
  /** The time limit, because the other steps of a round wait meanwhile. */
  readonly maxDurationMs?: number
}

/** Copies settled days to the history for a limited time. Returns false if work is left. */
export async function keepFilling(options: FillOptions): Promise<boolean> {
  const { database, history, retentionDays, stopping, now, maxDurationMs = 10_000 } = options
  const deadline = performance.now() + maxDurationMs
  await history.prepare({ retentionDays })
  while (await fillNext(database, history, now())) if (stopping.aborted || performance.now() > deadline) return false
  return true
}

/** Extends the retention of analyses to all days that are not in the history yet. */
export async function extendRetention(db: Queryable, retention: Retention, now: Date): Promise<Retention> {
  const copiedTo = (await readFillProgress(db))?.day ?? 0
  const uncopiedDays = Math.ceil((now.getTime() - copiedTo) / dayMs)
  return { ...retention, analyses: Math.max(retention.analyses, uncopiedDays) }
}

/** Returns the time in seconds since the end of the last day that is in the history. */
export async function readHistoryLag(db: Queryable): Promise<number> {
  const now = new Date()
  const { day } = (await readFillProgress(db)) ?? (await findFirstProgress(db, now))
  return (now.getTime() - day) / 1000
}
