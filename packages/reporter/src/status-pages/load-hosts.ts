import type { Queryable } from '@wachta/database'
import type { ServedHost } from '@wachta/status-page'
import { sql } from 'kysely'

/** Whether a domain is served: it is verified, and it has a certificate if we issue one for it. */
export const isActiveDomain = sql`d.verified_at is not null and (c.domain is null or c.expires_at > now())`

/**
 * Loads the hosts that pages processes treat specially: custom domains with the slug of their page, and our own host
 * with null, which means all pages.
 */
export async function loadPageHosts(
  db: Queryable,
  /** The host of PAGES_URL. */
  ownHost: string,
): Promise<Readonly<Record<string, ServedHost>>> {
  const rows = await db.query(sql<{ host: string; slug: string | null; certificate: string | null }>`
select coalesce(d.domain, c.domain) as host, p.slug, c.version as certificate
from page_certificate c
full join (status_page_domain d join status_page p on p.id = d.status_page_id and p.domain = d.domain and d.verified_at is not null)
  on d.domain = c.domain where p.slug is not null or c.domain = ${ownHost} order by 1`)
  return Object.fromEntries(rows.map(({ host, slug, certificate }) => [host, { slug, certificate }]))
}
