import type { StatementRunner } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'

/**
 * Returns the URL for links and entries of a protected page, without a trailing slash: the custom domain once the page
 * is served there. A domain with a problem may point to a server of someone else, who would get the secret in the URL.
 */
export async function findPageUrl(
  { settings }: Pick<ApiContext, 'settings'>,
  id: number,
  db: StatementRunner,
): Promise<string> {
  const [page] = await db.query(sql<{ slug: string; domain: string | null }>`select p.slug, d.domain from status_page p
left join (status_page_domain d left join page_certificate c on c.domain = d.domain) on d.status_page_id = p.id
  and d.domain = p.domain and d.verified_at is not null and d.problem is null and (c.domain is null or c.expires_at > now()) where p.id = ${id}`)
  return page?.domain ? `https://${page.domain}` : `${settings.pagesUrl}/${page?.slug ?? ''}`
}
