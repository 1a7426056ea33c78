import { sql } from 'kysely'
import type { Rig } from './rig.ts'

const paths = ['', 'history', 'widget', 'logo', 'favicon.ico', 'style.css', 'api/v2/summary.json', 'maintenance.ics']

/**
 * Opens every path of the status pages of all tenants, with or without garbage, and waits until at least one page is
 * published. The content of the responses does not matter, only that there is one. Returns how many requests were sent.
 */
export async function visitPages({ db, pages, eventually }: Rig): Promise<number> {
  const slugs = await db.query(sql<{ slug: string }>`select slug from status_page where is_published order by id`)
  await eventually('a published status page', async () => {
    const statuses = await Promise.all(slugs.map(({ slug }) => visit(`${pages}/${slug}/`)))
    return statuses.includes(200) ? true : undefined
  })
  for (const { slug } of slugs) for (const path of paths) await visit(`${pages}/${slug}/${path}`)
  return slugs.length * paths.length
}

async function visit(url: string): Promise<number> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  await answer.arrayBuffer()
  return answer.status
}
