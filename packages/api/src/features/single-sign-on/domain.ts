import {
  type Call,
  defineResource,
  lockRow,
  type Operation,
  one,
  parseKey,
  reject,
  requirePermission,
  type Values,
} from '@wachta/resource'
import { id, nullable, text, time } from '@wachta/resource/field'
import { administrator, all, any, never, where, writer } from '@wachta/resource/permission'
import { createNameServers } from '@wachta/runtime/name-servers'
import { sql } from 'kysely'
import { createToken } from '../../platform/authentication/tokens.ts'
import type { ApiContext } from '../../platform/context.ts'
import { ownerOrManager } from './owner-or-manager.ts'

const maxDomains = 50
const recordPrefix = '_wachta-sso'
const reader = any(ownerOrManager, administrator)
const editor = all(writer, reader)
const isPending = where((row) => sql`${row('verified_at')} is null`)

/** An e-mail domain whose users sign in through a connection, once it is verified. */
export const ssoDomain = defineResource('sso_domain', {
  title: 'single sign-on domain',
  fields: {
    id: id(),
    owner_id: id({ description: 'Owning account.' }),
    connection_id: id(),
    domain: text({ min: 3, max: 253, pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$' }),
    record_name: text({ description: 'The name of the TXT record that proves the domain.' }),
    record_value: text({ description: 'The value of that record.' }),
    verified_at: nullable(time({ description: 'Since when it routes sign-ins; null before it is verified.' })),
    created_at: time(),
  },
  computed: {
    record_name: (row) => sql`${`${recordPrefix}.`}::text || ${row('domain')}`,
    record_value: (row) => sql`'wachta-sso=' || ${row('token')}`,
  },
  relations: {
    connection: one('sso_connection', 'connection_id'),
    owner: one('account', 'owner_id'),
  },
  query: ['domain'],
  unique: { sso_domain_once: 'domain', sso_domain_verified: 'domain' },
  owner: 'owner_id',
  permissions: { delete: editor, own: ownerOrManager, read: reader, update: never, verify: all(editor, isPending) },
  serve: {
    path: '/sso_domains',
    tag: 'single_sign_on',
    operations: ['list', 'search', 'read', 'create', 'delete', 'permissions'],
  },
  create: {
    required: ['connection_id', 'domain'],
    under: ['connection', 'update'],
    async prepare(data: Values, { db, requireStepUp }: Call) {
      await requireStepUp()
      const [{ count } = { count: 0 }] = await db.query(
        sql<{
          count: number
        }>`select count(*)::int as count from sso_domain where connection_id = ${data['connection_id']}`,
      )
      if (count >= maxDomains) reject('too_many_objects', undefined, { limit: maxDomains })
      return { columns: { ...data, token: createToken(0) } }
    },
  },
  delete: { prepare: (_before, call) => call.requireStepUp() },
})

/** Verifies a domain by its TXT record, which is not needed if an administrator of the installation verifies it. */
export const verifyDomain = (context: ApiContext): Operation => ({
  id: 'verify_sso_domain',
  method: 'POST',
  path: '/sso_domains/{_id}/verify',
  tag: 'single_sign_on',
  summary: 'Verify a domain by its TXT record; from then on its users are sent to the issuer.',
  description:
    'Administrators of the installation verify it without a record. A domain belongs to one connection only. Needs a step-up.',
  access: 'customer',
  on: { resource: 'sso_domain', flag: 'verify' },
  status: 204,
  slow: true,
  async handle(call) {
    const key = Number(parseKey(ssoDomain, call))
    const target = { resource: ssoDomain, key }
    await requirePermission(target, 'verify', call)
    await call.requireStepUp()
    if (call.caller.scope !== 'administrator') await requireTxtRecord(context, key, call)
    return call.transaction(async (tx) => {
      const row = await lockRow(target, 'verify', tx)
      await tx.db.query(sql`update sso_domain set verified_at = ${tx.now} where id = ${key}`)
      const accountId = Number(row['owner_id'])
      const [before, after] = [{ verified_at: null }, { verified_at: tx.now.toISOString() }]
      await tx.record({ resource: 'sso_domain', id: key, accountId, before, after })
      return undefined
    })
  },
})

async function requireTxtRecord({ settings, throttle }: ApiContext, key: number, { db, caller }: Call): Promise<void> {
  await throttle.issuer(`account ${caller.actsFor}`)
  const [row] = await db.query(
    sql<{ domain: string; token: string }>`select domain, token from sso_domain where id = ${key}`,
  )
  if (!row) return reject('not_found')
  const nameServers = createNameServers(settings.dnsServers)
  const isProved = await nameServers.hasTextRecord(`${recordPrefix}.${row.domain}`, `wachta-sso=${row.token}`)
  if (isProved !== true) reject('sso_domain_record_missing')
}
