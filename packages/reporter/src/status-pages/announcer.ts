import type { Database } from '@wachta/database'
import { planAnnouncements, secondMs } from '@wachta/domain'
import { createLogLimiter, isWaiting, type Log } from '@wachta/runtime'
import { findAnnouncingPages, loadAnnouncingPage } from './load-announcing.ts'
import { writeAnnouncement } from './write-announcement.ts'

export interface AnnouncerOptions {
  readonly database: Database
  readonly log: Pick<Log, 'info' | 'error'>
  readonly now: () => number
}

export interface Announcer {
  /** Writes posts and updates that are due, for a limited time. Call it only in the reporter that publishes. */
  round(): Promise<void>
}

/** Pages delay automatic posts by whole minutes, so searching more often would be useless. */
const searchIntervalMs = 5 * secondMs
/**
 * The time limit for announcements in a round, before the publisher continues; further pages wait for the next round.
 */
const maxRoundMs = 1 * secondMs

/** Writes the automatic posts of pages. If a page fails, the others are still processed. */
export function createAnnouncer(options: AnnouncerOptions): Announcer {
  const { database, log, now } = options
  const logLimiter = createLogLimiter()
  let waitingPages: number[] = []
  let nextAt = Number.NEGATIVE_INFINITY
  const attempt = async (work: () => Promise<void>, page?: number) => {
    try {
      await work()
    } catch (err) {
      const due = logLimiter(page ?? 'all')
      if (due)
        log.error(
          { err, page, suppressed: due.suppressed },
          'could not create automatic posts on a status page; retrying',
        )
    }
  }
  return {
    async round() {
      if (waitingPages.length === 0 && !isWaiting(now(), nextAt, searchIntervalMs)) {
        nextAt = now() + searchIntervalMs
        await attempt(async () => {
          waitingPages = await findAnnouncingPages(database, now())
        })
      }
      const deadline = now() + maxRoundMs
      for (
        let page = waitingPages.shift();
        page !== undefined;
        page = now() <= deadline ? waitingPages.shift() : undefined
      )
        await attempt(() => announceAll(options, Number(page), deadline), page)
    },
  }
}

/** Writes the announcements of a page until the deadline; the next round writes the rest. */
async function announceAll({ database, log, now }: AnnouncerOptions, page: number, deadline: number): Promise<void> {
  do {
    const written = await announceNext(database, page, now())
    if (!written) return
    log.info({ page, announcement: written }, 'wrote an automatic post or update on a status page')
  } while (now() <= deadline)
}

/** Each announcement is decided and written in one transaction, so both use the same state of the database. */
const announceNext = (database: Database, id: number, now: number): Promise<string | undefined> =>
  database.transaction(async (tx) => {
    const page = await loadAnnouncingPage(tx, id, now)
    const [announcement] = page ? planAnnouncements(page.scene) : []
    return page && announcement && (await writeAnnouncement(tx, page, announcement)) ? announcement.kind : undefined
  })
