import type { VisitorClaims } from '@wachta/domain'
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
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { findPageUrl } from './page-url.ts'
import { statusPage } from './status-page.ts'
import { addVisitorKeys, signForPage } from './visitor-key.ts'

const readResult = nameSchema(
  'status_page_link',
  Type.Object(
    {
      url: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Anyone who has it can see the page. Null if there is none.',
      }),
    },
    closed,
  ),
)
const createResult = nameSchema(
  'status_page_link_create_result',
  Type.Object({ url: Type.String({ description: 'Anyone who has it can see the page.' }) }, closed),
)

const common = {
  tag: 'status_pages',
  access: 'customer',
  path: '/status_pages/{_id}/link',
  on: { resource: 'status_page', flag: 'update' },
} as const

/** A page with the visibility `link` has one link, which can be read again, replaced and deleted. */
export const linkOperations = (context: ApiContext): Operation[] => [readLink(context), createLink(context), deleteLink]

const readLink = (context: ApiContext): Operation => ({
  ...common,
  id: 'read_status_page_link',
  method: 'GET',
  summary: 'The link that opens a status page.',
  status: 200,
  result: readResult,
  secret: true,
  async handle(call) {
    const key = Number(parseKey(statusPage, call))
    await requirePermission({ resource: statusPage, key }, 'update', call)
    return { value: { url: (await findLink(context, key, call)) ?? null } }
  },
})

const createLink = (context: ApiContext): Operation => ({
  ...common,
  id: 'create_status_page_link',
  method: 'POST',
  summary: 'Create the link that opens a status page with the visibility `link`.',
  description: 'Replaces the former link, which no longer works.',
  status: 200,
  result: createResult,
  secret: true,
  async handle(call) {
    const key = Number(parseKey(statusPage, call))
    const { owner_id, visibility, has_link } = await lockRow({ resource: statusPage, key }, 'update', call)
    if (visibility !== 'link') reject('link_without_visibility')
    await addVisitorKeys(key, call)
    await call.db.query(sql`update status_page set link_created_at = clock_timestamp() where id = ${key}`)
    const [before, after] = [{ has_link }, { has_link: true, link: has_link ? 'replaced' : 'created' }]
    await call.record({ resource: 'status_page', id: key, accountId: Number(owner_id), before, after })
    return { value: { url: (await findLink(context, key, call)) ?? reject('not_found') } }
  },
})

const deleteLink: Operation = {
  ...common,
  id: 'delete_status_page_link',
  method: 'DELETE',
  summary: 'Delete the link that opens a status page: it cannot be opened until a new link is created.',
  status: 204,
  async handle(call) {
    const key = Number(parseKey(statusPage, call))
    const { owner_id, has_link } = await lockRow({ resource: statusPage, key }, 'update', call)
    if (has_link !== true) reject('not_found')
    await call.db.query(sql`update status_page set link_created_at = null where id = ${key}`)
    const [before, after] = [{ has_link }, { has_link: false, link: 'deleted' }]
    await call.record({ resource: 'status_page', id: key, accountId: Number(owner_id), before, after })
    return undefined
  },
}

/** The link is derived from the keys of the page and its generation, so it is not stored. */
async function findLink(context: ApiContext, key: number, { db }: Call): Promise<string | undefined> {
  const [page] = await db.query(sql<{ generation: number }>`select visitor_generation as generation
from status_page where id = ${key} and visibility = 'link' and link_created_at is not null`)
  if (!page) return undefined
  const claims: VisitorClaims = {
    ...{ purpose: 'link', generation: page.generation, expiresAt: null, renewAt: null, visit: null },
  }
  const token = await signForPage({ db, vault: context.vault }, key, claims)
  return token && `${await findPageUrl(context, key, db)}/?key=${token}`
}
