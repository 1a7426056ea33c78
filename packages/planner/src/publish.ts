import { headers } from '@nats-io/nats-core'
import {
  type Assignment,
  type Bus,
  getCellStreams,
  getShardOfService,
  type ReadOptions,
  readAssignment,
  readStream,
  writeAssignment,
} from '@wachta/bus'
import { reportUnreadable } from '@wachta/runtime'
import type { AssignmentTable, Post, PostedAssignment } from './assignment-table.ts'
import { toAssignment } from './desired.ts'
import type { ProcessMetrics } from './process-metrics.ts'
import { type Sealer, UnsealableError } from './sealing.ts'

/** The header with the identity of an assignment, so that a starting planner need not publish it again. */
const identityHeader = 'Wachta-Identity'

const servicesPerRound = 500

export interface PublishContext {
  readonly bus: Bus
  readonly assignmentTable: AssignmentTable
  readonly seal: Sealer
  readonly processMetrics?: Pick<ProcessMetrics, 'countPost' | 'observeLag'>
  /** Called when a message could not be published. It will be retried. */
  readonly onFailure: (error: Error) => void
}

/**
 * Publishes the assignments that differ from the published ones, and returns the number of messages. An assignment
 * whose secrets cannot be decrypted is not retried, because it needs another configuration, or other keys and a
 * restart.
 */
export async function publishDue(publishing: PublishContext): Promise<number> {
  const posts = publishing.assignmentTable.takeDue(servicesPerRound)
  const outcomes = await Promise.allSettled(posts.map((post) => publish(post, publishing)))
  let sent = 0
  for (const [index, post] of posts.entries()) {
    const outcome = outcomes[index]
    if (outcome?.status === 'rejected') {
      publishing.processMetrics?.countPost('failed')
      if (outcome.reason instanceof UnsealableError) reportUnreadable('service_revision.secrets', post.service_id)
      else {
        publishing.assignmentTable.retryPost(post)
        publishing.onFailure(outcome.reason as Error)
      }
    } else {
      publishing.processMetrics?.countPost('published')
      publishing.assignmentTable.confirmPost(post)
      sent += 1
    }
  }
  for (const service_id of new Set(posts.map((post) => post.service_id))) {
    const lag_ms = publishing.assignmentTable.takeSettledMs(service_id)
    if (lag_ms !== undefined) publishing.processMetrics?.observeLag(lag_ms)
  }
  return sent
}

async function publish(
  { sensor_id, service_id, desired }: Post,
  { bus, assignmentTable, seal }: PublishContext,
): Promise<void> {
  const subject = bus.subjects.assignment(sensor_id, service_id)
  const key = assignmentTable.keys.get(sensor_id)
  const assignment: Assignment =
    desired === null
      ? { v: 1, service_id, group: getShardOfService(service_id), revisions: [] }
      : toAssignment(desired, (revision) => (key === undefined ? null : seal(revision, key)))
  const messageHeaders = headers()
  if (desired !== null) messageHeaders.set(identityHeader, assignmentTable.getIdentity(desired))
  await bus.jetstream.publish(subject, writeAssignment(assignment), { headers: messageHeaders })
}

/**
 * Reads the published assignments from the stream. Messages that only remove an assignment stay in the stream, because
 * no one may purge the stream; they are skipped. An assignment that cannot be read counts as outdated, so that it is
 * published again. Returns the number of unreadable messages.
 */
export async function readPublishedAssignments(
  bus: Bus,
  assignmentTable: AssignmentTable,
  options: Pick<ReadOptions, 'signal' | 'onRetry'>,
): Promise<number> {
  const stream = getCellStreams(bus.cell).assignments
  const done = new AbortController()
  let unreadable = 0
  const reader = await readStream(bus, {
    ...options,
    stream,
    filter: bus.subjects.assignments(),
    after: 0,
    signal: AbortSignal.any([options.signal, done.signal]),
    batch: 500,
  })
  if (reader.pending === 0) done.abort()
  else
    for await (const { subject, bytes, headers: head, pending } of reader) {
      const posted = readPosted(bytes, head?.get(identityHeader))
      if (posted === undefined) unreadable += 1
      const [sensor_id, service_id] = subject.split('.').slice(-2).map(Number)
      // Removals are not recorded, nor are subjects without a valid sensor and service.
      if (isId(sensor_id) && isId(service_id) && posted?.newest !== 0)
        assignmentTable.setPosted(sensor_id, service_id, posted ?? { identity: '', newest: 0 })
      if (pending === 0) done.abort()
    }
  return unreadable
}

/** Returns the published assignment of a message; undefined if it cannot be read. */
function readPosted(bytes: Uint8Array, identity = ''): PostedAssignment | undefined {
  try {
    return { identity, newest: readAssignment(bytes).revisions.at(-1)?.revision ?? 0 }
  } catch {
    return undefined
  }
}

const isId = (id: number | undefined): id is number => Number.isSafeInteger(id) && Number(id) > 0
