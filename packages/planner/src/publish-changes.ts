import type { Database } from '@wachta/database'
import { planAssignments } from './desired.ts'
import { type PublishContext, publishDue } from './publish.ts'
import { findRevisionChanges, RevisionEnds, readRevisions } from './revisions.ts'

export interface ChangeContext {
  readonly database: Database
  readonly publishing: PublishContext
  readonly now: () => number
  /** Whether this planner may still publish: if not, it may already have a successor. */
  readonly mayPublish: () => boolean
}

/** The number of services whose revisions are in memory at a time. */
const batchSize = 1_000

/**
 * Returns a function that publishes all changes since its last call. It reads and publishes in batches, because the
 * first call finds all services of the cell. Changes that could not be published are read again by the next call.
 */
export function createChangePublisher({ database, publishing, now, mayPublish }: ChangeContext): () => Promise<void> {
  const { assignmentTable } = publishing
  const revisionEnds = new RevisionEnds()
  let seen: string | null = null
  let hasFailed = false
  const onFailure = (error: Error) => {
    hasFailed = true
    publishing.onFailure(error)
  }
  const context = { ...publishing, onFailure }
  const publishAll = async (): Promise<void> => {
    while (mayPublish() && !hasFailed) if ((await publishDue(context)) === 0) return
  }
  return async () => {
    hasFailed = false
    const changes = await findRevisionChanges(database, { seen, now: new Date(now()) })
    assignmentTable.markUnread([...revisionEnds.take(now()), ...changes.service_ids])
    seen = changes.seen
    const unread = assignmentTable.unread
    for (let first = 0; first < unread.length && mayPublish() && !hasFailed; first += batchSize) {
      const batch = unread.slice(first, first + batchSize)
      for (const [service_id, revisions] of await readRevisions(database, batch, new Date(now()))) {
        assignmentTable.setDesired(service_id, planAssignments(service_id, revisions))
        revisionEnds.record(service_id, revisions)
      }
      await publishAll()
    }
    await publishAll()
  }
}
