import type { StoredAnalysis } from '@wachta/domain'

/** An analysis with everything that its row in PostgreSQL holds. */
export interface FullAnalysis extends StoredAnalysis {
  readonly service_id: number
  readonly revision: number
  readonly error_tolerance: number
  /** s: by the schedule; f: forced; c: forced with custom settings, so it says nothing about the service. */
  readonly kind: 's' | 'f' | 'c'
}

/** An analysis without its checks. */
export type CountedAnalysis = Pick<
  StoredAnalysis,
  'time' | 'failure' | 'ok_checks_count' | 'error_checks_count' | 'unknown_checks_count'
>

/** From `start` up to, not including, `end`, in epoch milliseconds. */
export interface HistoryRange {
  readonly services: readonly number[]
  readonly start: number
  readonly end: number
}

export interface PhaseQuery extends HistoryRange {
  /** Zero for all sensors together. */
  readonly sensor: number
  readonly bucketMs: number
}

/** The phases of the successful checks of one bucket, added up, in milliseconds. */
export interface PhaseSums {
  readonly start: number
  readonly checks_count: number
  readonly lookup: number
  readonly connect: number
  readonly tls: number
  readonly first_byte: number
  readonly rest: number
}

/**
 * The copied analyses and checks, including those that PostgreSQL has dropped. It checks no permissions: query only
 * services that the caller may read.
 */
export interface History {
  /** Returns analyses of every kind in the order of service and time. */
  readAnalyses(range: HistoryRange): Promise<FullAnalysis[]>
  /** Returns the analyses that count for the service, without their checks. */
  readCountedAnalyses(range: HistoryRange): Promise<CountedAnalysis[]>
  /** Returns the times of the first and the last analysis that count for the service; undefined if there are none. */
  findEdges(range: HistoryRange): Promise<readonly [first: number, last: number] | undefined>
  /** Adds up the phases of checks that count for the service, in the order of buckets. */
  sumPhases(query: PhaseQuery): Promise<PhaseSums[]>
  /** Returns the services that have analyses of any kind in the range, in order. */
  listServices(range: Omit<HistoryRange, 'services'>): Promise<number[]>
}

/** The place of an analysis in the order of service and time. */
export interface AnalysisKey {
  readonly service_id: number
  readonly time: number
}

/** All analyses of a part of a day: after one key, up to and including another; null for the end of the day. */
export interface HistoryPage {
  readonly day: number
  readonly after: AnalysisKey
  readonly through: AnalysisKey | null
}

/** The history for the process that fills it. */
export interface HistoryStore extends History, AsyncDisposable {
  /** Creates the tables, or changes how long they keep data. */
  prepare(options: { readonly retentionDays: number }): Promise<void>
  readPage(page: HistoryPage): Promise<FullAnalysis[]>
  /** Counts the rows of a page, of analyses and of checks together. */
  countPage(page: HistoryPage): Promise<number>
  /** Adds analyses. Repeating it with the same token changes nothing. */
  addAnalyses(analyses: readonly FullAnalysis[], token: string): Promise<void>
  removePage(page: HistoryPage): Promise<void>
  ping(): Promise<void>
}

/** The history does not answer. */
export class HistoryUnavailableError extends Error {
  override readonly name = 'HistoryUnavailableError'
}
