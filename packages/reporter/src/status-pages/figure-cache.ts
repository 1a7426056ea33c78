import type { Queryable } from '@wachta/database'
import { type LocalDay, listLastDays, minuteMs } from '@wachta/domain'
import { type DailyFigures, loadDailyFigures } from '@wachta/report'
import { isWaiting } from '@wachta/runtime'

/** The options for computing the figures of services. */
export interface FigureOptions {
  readonly zone: string
  readonly corrected: boolean
  readonly withResponseTimes: boolean
}

/** The figures of services for the last days, including today, oldest first. */
export interface RecentFigures {
  readonly days: readonly LocalDay[]
  readonly byService: ReadonlyMap<number, readonly DailyFigures[]>
}

interface Entry {
  /** The figures of past days, by date. */
  readonly past: Map<string, DailyFigures>
  readonly expiresAt: number
  usedAt: number
}

/**
 * Past days are computed again after a time within these limits, because late results and deleted corrections can
 * change them. The time varies, so that the services of a large page do not expire together.
 */
const [minAgeMs, maxAgeMs] = [7.5 * minuteMs, 12.5 * minuteMs]
/** Entries that were not used for this long are removed. */
const maxUnusedMs = 30 * minuteMs
/** The number of services whose histories are in memory at the same time. */
const batchSize = 20

/**
 * Computes the daily figures of services, and caches those of past days, so that a status change requires only the
 * figures of today.
 */
export class FigureCache {
  readonly #entries = new Map<string, Entry>()

  async load(
    db: Queryable,
    services: readonly number[],
    { count, now, ...options }: FigureOptions & { readonly count: number; readonly now: number },
  ): Promise<RecentFigures> {
    const days = listLastDays(count, options.zone, now)
    const past = days.slice(0, -1)
    const findFirstMissing = (id: number) => {
      const known = this.#find(id, options, now)?.past
      const missing = past.findIndex(({ date }) => known?.has(date) !== true)
      return missing < 0 ? past.length : missing
    }
    const byService = new Map<number, DailyFigures[]>()
    for (const [first, ids] of Map.groupBy(services, findFirstMissing))
      for (let start = 0; start < ids.length; start += batchSize) {
        const batch = ids.slice(start, start + batchSize)
        const loaded = await loadDailyFigures(db, { ...options, services: batch, days: days.slice(first), now })
        for (const [id, figures] of loaded) {
          const known = first === 0 ? undefined : this.#find(id, options, now)?.past
          const cachedFigures = past.slice(0, first).flatMap(({ date }) => known?.get(date) ?? [])
          byService.set(id, [...cachedFigures, ...figures])
          this.#keep(id, { options, past, figures: [...cachedFigures, ...figures], now })
        }
      }
    return { days, byService }
  }

  /** Removes services whose past has changed, for example by a correction. */
  forget(services: readonly number[]): void {
    const ids = new Set(services.map(String))
    for (const key of this.#entries.keys()) if (ids.has(key.slice(0, key.indexOf(' ')))) this.#entries.delete(key)
  }

  /** Removes entries that have not been used for some time, because pages and their services come and go. */
  prune(now: number): void {
    for (const [key, { usedAt }] of this.#entries) if (usedAt < now - maxUnusedMs) this.#entries.delete(key)
  }

  #find(id: number, options: FigureOptions, now: number): Entry | undefined {
    const entry = this.#entries.get(toKey(id, options))
    return entry && isWaiting(now, entry.expiresAt, maxAgeMs) ? entry : undefined
  }

  #keep(id: number, { options, past, figures, now }: CachedFigures): void {
    const known = this.#find(id, options, now)
    const expiresAt = known?.expiresAt ?? now + minAgeMs + Math.random() * (maxAgeMs - minAgeMs)
    const byDate = past.flatMap(({ date }, index) => {
      const dayFigures = figures[index]
      return dayFigures ? [[date, dayFigures] as const] : []
    })
    this.#entries.set(toKey(id, options), { past: new Map(byDate), expiresAt, usedAt: now })
  }
}

interface CachedFigures {
  readonly options: FigureOptions
  readonly past: readonly LocalDay[]
  readonly figures: readonly DailyFigures[]
  readonly now: number
}

const toKey = (id: number, { zone, corrected, withResponseTimes }: FigureOptions): string =>
  `${id} ${zone} ${corrected} ${withResponseTimes}`
