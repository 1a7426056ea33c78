import { type Call, closed, keyOf, lockRow, named, type Operation, refuse } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { newToken, tokenHash } from '../authentication/tokens.ts'
import { service } from '../resources/service.ts'
import type { Services } from '../services.ts'

const maximumMessage = 1000

const reportQuery = [
  {
    name: 'state',
    schema: Type.Unsafe<string>({ type: 'string', enum: ['started', 'finished', 'failed'], default: 'finished' }),
    description: 'What the job has to say: that it began, that it is done, or that it failed.',
  },
  {
    name: 'message',
    schema: Type.String({ maxLength: maximumMessage }),
    description: 'A line about it, kept with the failure.',
  },
] as const

const received = named('heartbeat_received', Type.Object({ received: Type.Boolean() }, closed))

/** Jobs report by calling an address that only they know. */
export function heartbeatOperations({ searcher: { registry }, settings }: Services): Operation[] {
  const report = (method: 'GET' | 'POST'): Operation => ({
    id: method === 'GET' ? 'report_heartbeat' : 'post_heartbeat',
    method,
    path: '/heartbeats/{_token}',
    tag: 'services',
    summary: 'Report of a watched job; the address is its credential.',
    access: 'public',
    query: reportQuery,
    ...(method === 'GET' ? { status: 200, result: received, writes: true } : { status: 204 }),
    async handle(call) {
      await reported(call)
      return method === 'GET' ? { value: { received: true } } : undefined
    },
  })
  return [
    {
      id: 'create_heartbeat_token',
      method: 'POST',
      path: '/services/{_id}/heartbeat_token',
      tag: 'services',
      summary: 'Make the address that the job of a heartbeat service calls; a former one is worth nothing any more.',
      access: 'customer',
      on: { resource: 'service', flag: 'update' },
      status: 200,
      result: named('heartbeat_token', Type.Object({ url: Type.String() }, closed)),
      secret: true,
      async handle(call) {
        const id = Number(keyOf(service, call))
        const before = await lockRow(registry, service, id, 'update', call)
        if (before['type_id'] !== 'heartbeat') refuse('not_a_heartbeat')
        const token = newToken()
        await call.db.query(sql`insert into heartbeat (service_id, token_hash) values (${id}, ${tokenHash(token)})
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
    report('GET'),
    report('POST'),
  ]
}

async function reported({ db, params, query, now }: Call): Promise<void> {
  const state = query['state'] ?? 'finished'
  const message = query['message'] ?? null
  const column = state === 'started' ? 'started_at' : state === 'failed' ? 'failed_at' : 'finished_at'
  const [found] = await db.query(sql`update heartbeat set ${sql.id(column)} = ${now}, message = ${message}
where token_hash = ${tokenHash(String(params['_token']))} returning service_id`)
  if (!found) refuse('not_found')
}
