import type { Queryable } from '@wachta/database'
import { type LocalDay, listLastDays, minuteMs } from '@wachta/domain'
import { type DailyFigures, loadDailyFigures } from '@wachta/report'

/** How the figures of some services are computed. */
export interface FigureOptions {
  readonly zone: string
  readonly corrected: boolean
  readonly withResponseTimes: boolean
}

/** The figures of services for the last days, today included; the oldest first. */
export interface RecentFigures {
  readonly days: readonly LocalDay[]
  readonly byService: ReadonlyMap<number, readonly DailyFigures[]>
}

interface Entry {
  /** The figures of days that were over, by date. */
  readonly past: Map<string, DailyFigures>
  readonly expiresAt: number
  usedAt: number
}

/**
 * Past days are computed again after this time: late results and deleted corrections can change them. It is spread, so that
 * the services of a large page do not expire together.
 */
const keepMs = 10 * minuteMs
/** Services whose histories are in memory at the same time. */
const servicesAtOnce = 20

/**
 * Computes the daily figures of services, and keeps those of past days: a change of status costs the figures of today only.
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
    const firstMissing = (id: number) => {
      const known = this.#find(id, options, now)?.past
      const missing = past.findIndex(({ date }) => known?.has(date) !== true)
      return missing < 0 ? past.length : missing
    }
    const byService = new Map<number, DailyFigures[]>()
    for (const [first, ids] of Map.groupBy(services, firstMissing))
      for (let start = 0; start < ids.length; start += servicesAtOnce) {
        const some = ids.slice(start, start + servicesAtOnce)
        const loaded = await loadDailyFigures(db, { ...options, services: some, days: days.slice(first), now })
        for (const [id, figures] of loaded) {
          const known = first === 0 ? undefined : this.#find(id, options, now)?.past
          const kept = past.slice(0, first).flatMap(({ date }) => known?.get(date) ?? [])
          byService.set(id, [...kept, ...figures])
          this.#keep(id, { options, past, figures: [...kept, ...figures], now })
        }
      }
    return { days, byService }
  }

  /** Forgets the past of services that was changed, for example by a correction. */
  forget(services: readonly number[]): void {
    const ids = new Set(services.map(String))
    for (const key of this.#entries.keys()) if (ids.has(key.slice(0, key.indexOf(' ')))) this.#entries.delete(key)
  }

  /** Forgets what was not used for some time: pages and their services come and go. */
  prune(now: number): void {
    for (const [key, { usedAt }] of this.#entries) if (usedAt < now - 3 * keepMs) this.#entries.delete(key)
  }

  #find(id: number, options: FigureOptions, now: number): Entry | undefined {
    const entry = this.#entries.get(toKey(id, options))
    return entry && entry.expiresAt > now ? entry : undefined
  }

  #keep(id: number, { options, past, figures, now }: CachedFigures): void {
    const known = this.#find(id, options, now)
    const expiresAt = known?.expiresAt ?? now + keepMs * (0.75 + Math.random() / 2)
    const byDate = past.flatMap(({ date }, index) => {
      const own = figures[index]
      return own ? [[date, own] as const] : []
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
