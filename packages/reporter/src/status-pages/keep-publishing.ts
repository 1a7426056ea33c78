import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '@wachta/database'
import type { Guard } from '@wachta/egress'
import type { ObjectStore } from '@wachta/objects'
import { createLogLimiter, type Log } from '@wachta/runtime'
import { type CertificateSettings, openCertifier } from '../certificates/open-certifier.ts'
import type { ProcessMetrics } from '../process-metrics.ts'
import { createAnnouncer } from './announcer.ts'
import { createPageStore } from './page-store.ts'
import { Publisher } from './publisher.ts'
import { createPublisherLock } from './publisher-lock.ts'

export interface PublishingOptions {
  readonly databaseUrl: string
  readonly objects: ObjectStore
  readonly config: CertificateSettings
  readonly guard: Guard
  readonly apiUrl: string
  readonly pushKey: string | null
  readonly processMetrics: ProcessMetrics
  readonly log: Log
  readonly stopping: AbortSignal
}

/** The interval of searches for changes; searching never takes more than a tenth of the time. */
const minSearchIntervalMs = 500
const pauseFactor = 10
/** The pause after a failure, and while another reporter publishes. */
const idleMs = 1_000

/** Publishes status pages until the process is stopped. Uses separate connections, so that reports do not delay it. */
export async function keepPublishing(options: PublishingOptions): Promise<void> {
  const { databaseUrl, log, stopping } = options
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  await using database: Database = openDatabase(databaseUrl, { connections: 3, onError })
  await using lock = createPublisherLock(database)
  const store = createPageStore(options.objects)
  const url = options.config.PAGES_URL
  const publisher = new Publisher({ ...options, url, database, store, lock, now: Date.now })
  const announcer = createAnnouncer({ database, log, now: Date.now })
  const certifier = await openCertifier({ ...options, database, now: Date.now })
  const logLimiter = createLogLimiter()
  let roundDurations: readonly number[] = [0]
  while (!stopping.aborted) {
    let pauseMs = idleMs
    const started = performance.now()
    try {
      if (await publisher.round()) {
        // The fastest of the last rounds shows the cost of a search; slower ones also published something.
        roundDurations = [...roundDurations.slice(-4), performance.now() - started]
        pauseMs = Math.max(minSearchIntervalMs, Math.min(...roundDurations) * pauseFactor)
      } else options.processMetrics.pagesStampedElsewhere()
    } catch (err) {
      const due = logLimiter('round')
      if (due)
        log.error(
          { err, suppressed: due.suppressed },
          'could not publish status pages; after a minute, they show visitors that their data is out of date',
        )
    }
    // Announcements are written even while pages cannot be published, because they reach people in other ways too.
    if (lock.isHeld) await announcer.round()
    if (lock.isHeld) certifier.start()
    await wait(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
  // Released first, so that another reporter can publish. It finds the orders under way in the database.
  await lock[Symbol.asyncDispose]()
  await certifier.settle()
}
