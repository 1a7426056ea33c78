import { sql } from 'kysely'
import { rows, type Stage } from './hostile-stage.ts'

/** A status page with hostile texts in every place, and a post on it. */
export interface HostilePage {
  readonly page: number
  readonly post: number
}

export async function addHostilePages({ api, account, give }: Stage): Promise<HostilePage> {
  const made = await api.owner.query(sql<{ id: number }>`insert into status_page
  (owner_id, title, slug, description, footer)
select ${account}, r->>0, 'hostile-' || n, r->>1, r->>2
from ${rows(give('status page', 20, 100), give('description of a status page', 1), give('footer of a status page', 1))} order by n returning id`)
  const page = made[0]?.id ?? 0
  await api.owner.query(sql`insert into status_page_component (status_page_id, position, section, name, description, manual_status)
select ${page}, n, r->>0, r->>1, r->>2, 'operational'
from ${rows(give('section', 40, 100), give('component', 40, 100), give('description of a component', 1))}`)
  const posts = await api.owner.query(sql<{ id: number }>`insert into status_page_post
  (status_page_id, kind, title, state, post_mortem, published_at)
select ${page}, 'incident', r->>0, 'investigating', r->>1, now() from ${rows(give('post', 20, 200), give('post-mortem', 1))} order by n returning id`)
  const post = posts[0]?.id ?? 0
  await api.owner.query(sql`insert into status_page_update (post_id, state, text)
select ${post}, 'investigating', r->>0 from ${rows(give('update', 200))}`)
  return { page, post }
}
