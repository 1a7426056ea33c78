import type { Database } from '@wachta/database'
import { planAnnouncements, secondMs } from '@wachta/domain'
import { createLogLimiter, type Log } from '@wachta/runtime'
import { findAnnouncingPages, loadAnnouncingPage } from './load-announcing.ts'
import { writeAnnouncement } from './write-announcement.ts'

export interface AnnouncerOptions {
  readonly database: Database
  readonly log: Pick<Log, 'info' | 'error'>
  readonly now: () => number
}

export interface Announcer {
  /** Writes the posts and updates that are due. To be called only by the reporter that publishes. */
  round(): Promise<void>
}

/** Delays are in minutes, so looking more often would be useless. */
const everyMs = 5 * secondMs
/** The time for announcements in a round, before the publisher continues; further pages wait for the next round. */
const roundMs = 1 * secondMs

/** Writes what pages announce by themselves. A page that fails does not stop the others. */
export function createAnnouncer(options: AnnouncerOptions): Announcer {
  const { database, log, now } = options
  const logLimiter = createLogLimiter()
  let waiting: number[] = []
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
      if (waiting.length === 0 && now() >= nextAt) {
        nextAt = now() + everyMs
        await attempt(async () => {
          waiting = await findAnnouncingPages(database, now())
        })
      }
      const deadline = now() + roundMs
      for (let page = waiting.shift(); page !== undefined; page = now() <= deadline ? waiting.shift() : undefined)
        await attempt(() => announceAll(options, Number(page), deadline), page)
    },
  }
}

/** What is left at the deadline is written in the next round. */
async function announceAll({ database, log, now }: AnnouncerOptions, page: number, deadline: number): Promise<void> {
  do {
    const written = await announceNext(database, page, now())
    if (!written) return
    log.info({ page, announcement: written }, 'a status page announced something')
  } while (now() <= deadline)
}

/** One announcement is one transaction, decided and written on the same view of the record. */
const announceNext = (database: Database, id: number, now: number): Promise<string | undefined> =>
  database.transaction(async (tx) => {
    const page = await loadAnnouncingPage(tx, id, now)
    const [deed] = page ? planAnnouncements(page.scene) : []
    return page && deed && (await writeAnnouncement(tx, page, deed)) ? deed.kind : undefined
  })
