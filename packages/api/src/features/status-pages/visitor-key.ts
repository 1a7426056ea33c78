import { toVisitorVisibility, type VisitorClaims, writeVisitorClaims } from '@wachta/domain'
import type { Call, StatementRunner } from '@wachta/resource'
import { generatePageKeys, signPageToken } from '@wachta/runtime/page-token'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { getPageKeyContext } from '../../platform/secrets/sealed-places.ts'

/** Gives a page the keys that admit its visitors, once its visibility needs them. They stay with the page. */
export async function addVisitorKeys(id: number, { db, seal }: Call): Promise<void> {
  const [page] = await db.query(sql<{ visibility: Visibility }>`select visibility from status_page
where id = ${id} and visitor_public_key is null`)
  if (!page || toVisitorVisibility(page.visibility) === undefined) return
  const { publicKey, privateKey } = generatePageKeys()
  const sealed = seal(privateKey, getPageKeyContext(id))
  await db.query(sql`insert into status_page_secret (status_page_id, sealed_key) values (${id}, ${sealed})
on conflict (status_page_id) do update set sealed_key = excluded.sealed_key`)
  await db.query(sql`update status_page set visitor_public_key = ${publicKey} where id = ${id}`)
}

type Visibility = Parameters<typeof toVisitorVisibility>[0]

/** Signs the token with which a page admits a visitor; undefined if the page has no keys. */
export async function signForPage(
  { db, vault }: { readonly db: StatementRunner; readonly vault: ApiContext['vault'] },
  pageId: number,
  claims: VisitorClaims,
): Promise<string | undefined> {
  const [keys] = await db.query(sql<{ publicKey: string; sealed: string }>`select p.visitor_public_key as "publicKey",
  s.sealed_key as sealed from status_page p join status_page_secret s on s.status_page_id = p.id
where p.id = ${pageId} and p.visitor_public_key is not null and s.sealed_key is not null`)
  if (!keys) return undefined
  const privateKey = vault.open(keys.sealed, getPageKeyContext(pageId))
  return signPageToken({ publicKey: keys.publicKey, privateKey }, writeVisitorClaims(claims))
}
