import {
  type Call,
  closed,
  lockRow,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  requirePermission,
} from '@wachta/resource'
import { id, nullable, text, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { createToken, hashToken } from '../../platform/authentication/tokens.ts'
import type { ApiContext } from '../../platform/context.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import { service } from '../services/service.ts'

const maxMessageLength = 1000

const reportQuery = [
  {
    name: 'state',
    schema: Type.Unsafe<string>({ type: 'string', enum: ['started', 'finished', 'failed'], default: 'finished' }),
    description: 'What the job reports: that it started, finished or failed.',
  },
  {
    name: 'message',
    schema: Type.String({ maxLength: maxMessageLength }),
    description: 'A one-line message, kept with the failure.',
  },
] as const

/** The state of the job. It does not contain the URL, of which only the hash is stored. */
const heartbeat = nameSchema(
  'heartbeat',
  Type.Object(
    {
      service_id: id().schema,
      has_url: Type.Boolean({ description: 'Whether a URL that the job can call was created.' }),
      started_at: nullable(time()).schema,
      finished_at: nullable(time()).schema,
      failed_at: nullable(time()).schema,
      message: nullable(text({ description: 'The message of the last report that the job ended.' })).schema,
    },
    closed,
  ),
)

const receivedSchema = nameSchema('heartbeat_received', Type.Object({ received: Type.Boolean() }, closed))

/** The operations of heartbeat services, whose jobs report by calling a secret URL. */
export function heartbeatOperations({ settings }: ApiContext): Operation[] {
  const createReportOperation = (method: 'GET' | 'POST'): Operation => ({
    id: method === 'GET' ? 'report_heartbeat' : 'post_heartbeat',
    method,
    path: '/heartbeats/{_token}',
    tag: 'services',
    summary: 'Report of a monitored job; the URL is its credential.',
    access: 'public',
    query: reportQuery,
    ...(method === 'GET' ? { status: 200, result: receivedSchema, writes: true } : { status: 204 }),
    async handle(call) {
      await storeReport(call)
      return method === 'GET' ? { value: { received: true } } : undefined
    },
  })
  return [
    {
      id: 'read_heartbeat',
      method: 'GET',
      path: '/services/{_id}/heartbeat',
      tag: 'services',
      summary: 'What the job of a heartbeat service reported last.',
      access: 'customer',
      on: { resource: 'service', flag: 'read' },
      query: [],
      status: 200,
      result: heartbeat,
      async handle(call) {
        const service_id = Number(parseKey(service, call))
        await requirePermission({ resource: service, key: service_id }, 'read', call)
        return { value: await readHeartbeat(service_id, call) }
      },
    },
    {
      id: 'create_heartbeat_token',
      method: 'POST',
      path: '/services/{_id}/heartbeat_token',
      tag: 'services',
      summary: 'Create the URL that the job of a heartbeat service calls; an earlier one no longer works.',
      access: 'customer',
      on: { resource: 'service', flag: 'update' },
      status: 200,
      result: nameSchema('heartbeat_token', Type.Object({ url: Type.String() }, closed)),
      secret: true,
      async handle(call) {
        const id = Number(parseKey(service, call))
        const before = await lockRow({ resource: service, key: id }, 'update', call)
        if (before['type_id'] !== 'heartbeat') reject('not_a_heartbeat')
        const token = createToken(call.cellNumber)
        await call.db.query(sql`insert into heartbeat (service_id, token_hash) values (${id}, ${hashToken(token)})
on conflict (service_id) do update set token_hash = excluded.token_hash`)
        await call.record({
          resource: 'heartbeat_token',
          id,
          accountId: Number(before['owner_id']),
          before: null,
          after: { service_id: id },
        })
        return { value: { url: `${settings.publicUrl}/v3/heartbeats/${token}` } }
      },
    },
    createReportOperation('GET'),
    createReportOperation('POST'),
  ]
}

interface StoredHeartbeat {
  readonly type_id: string
  readonly has_url: boolean
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly failed_at: Date | null
  readonly message: string | null
}

async function readHeartbeat(service_id: number, { db }: Call) {
  const [row] =
    await db.query(sql<StoredHeartbeat>`select v.type_id, h.token_hash is not null as has_url, h.started_at, h.finished_at, h.failed_at, h.message
from service v left join heartbeat h on h.service_id = v.id where v.id = ${service_id}`)
  if (row?.type_id !== 'heartbeat') return reject('not_a_heartbeat')
  const { has_url, started_at, finished_at, failed_at, message } = row
  return {
    ...{ service_id, has_url, message },
    started_at: toWireTime(started_at),
    finished_at: toWireTime(finished_at),
    failed_at: toWireTime(failed_at),
  }
}

const toWireTime = (instant: Date | null) => (instant === null ? null : formatWireTime(instant))

/** Stores a report. The start of a run keeps the message with which the last run ended. */
async function storeReport({ db, params, query, now }: Call): Promise<void> {
  const state = query['state'] ?? 'finished'
  const message = query['message'] ?? null
  const change =
    state === 'started'
      ? sql`started_at = ${now}`
      : state === 'failed'
        ? sql`failed_at = ${now}, message = ${message}`
        : sql`previous_finished_at = finished_at, finished_at = ${now}, message = ${message}`
  const [found] = await db.query(
    sql`update heartbeat set ${change} where token_hash = ${hashToken(String(params['_token']))} returning service_id`,
  )
  if (!found) reject('not_found')
}
