import { randomUUID } from 'node:crypto'
import { entryMs } from '@wachta/domain'
import { closed, nameSchema, type Operation, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hashToken } from '../../platform/authentication/tokens.ts'
import type { ApiContext } from '../../platform/context.ts'
import { findPageUrl } from './page-url.ts'
import { statusPage } from './status-page.ts'
import { findVisitedPage, mayVisit } from './visited-page.ts'
import { signForPage } from './visitor-key.ts'

/**
 * Lets users visit a page with the visibility `users`: the app calls this operation with their session, and sends the
 * browser to the returned URL.
 */
export const createPageEntry = ({ settings, vault }: ApiContext): Operation => ({
  id: 'create_status_page_entry',
  method: 'POST',
  path: '/status_page_entries',
  tag: 'status_page_entries',
  summary: 'Let the caller visit a status page with the visibility `users`.',
  description: 'Needs a session: the visit ends with it.',
  access: 'customer',
  body: nameSchema('status_page_entry_data', Type.Object({ slug: statusPage.fields.slug.schema }, closed)),
  status: 200,
  result: nameSchema(
    'status_page_entry',
    Type.Object(
      { url: Type.String({ description: 'Open it in the browser within a minute; it works once.' }) },
      closed,
    ),
  ),
  secret: true,
  async handle({ body, caller, db, now, request: { address } }) {
    const { slug } = body as { slug: string }
    const sessionId = caller.sessionId ?? reject('session_required')
    const page = await findVisitedPage(db, slug)
    if (!page || !(await mayVisit(db, page, { sessionId, address, now }))) return reject('visitor_not_admitted')
    const expiresAt = now.getTime() + entryMs
    const claims = {
      purpose: 'entry',
      generation: page.generation,
      expiresAt,
      renewAt: null,
      visit: randomUUID(),
    } as const
    const token = (await signForPage({ db, vault }, page.id, claims)) ?? reject('visitor_not_admitted')
    await db.query(sql`insert into status_page_visit (status_page_id, session_id, entry_hash, created_at, expires_at)
values (${page.id}, ${sessionId}, ${hashToken(token)}, ${now}, ${new Date(expiresAt)})`)
    return { value: { url: `${await findPageUrl({ settings }, page.id, db)}/?entry=${token}` } }
  },
})
