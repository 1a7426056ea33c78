import { sql } from 'kysely'
import { type GarbagePlace, garbageAccounts, garbageServices, hash } from './place.ts'

/** Garbage in published status pages, which announce a maintenance window. */
export const pagePlaces: readonly GarbagePlace[] = [
  {
    // For each value, three pages: with garbage in the page, in its branding, and only in its announcement.
    columns: ['status_page.logo', 'status_page.favicon', 'status_page.announcement_templates'],
    plant: ({ index, json, owner }) => sql`with page as (
  insert into status_page (owner_id, title, slug, is_published, maintenance_posts, logo, favicon, announcement_templates)
  values (${owner}, 'Garbage', ${`garbage-${index}`}, true, 'published', ${json}::jsonb, ${json}::jsonb, ${json}::jsonb),
    (${garbageAccounts + index}, 'Garbage', ${`garbage-branding-${index}`}, true, 'none', null, null, '{}'),
    (${owner}, 'Garbage', ${`garbage-announcement-${index}`}, true, 'published', null, null, ${json}::jsonb)
  returning id, owner_id)
insert into status_page_component (status_page_id, owner_id, name, service_id, manual_status)
select id, owner_id, 'Garbage', case when owner_id = ${owner} then ${garbageServices.http + index}::int end,
  case when owner_id <> ${owner} then 'operational' end from page`,
  },
  {
    columns: [],
    plant: ({ index, owner }) => sql`insert into suspension (service_id, owner_id, start_time, end_time)
values (${garbageServices.http + index}, ${owner}, now() + interval '1 hour', now() + interval '2 hours')`,
  },
  {
    columns: ['status_page_visit.entry_hash'],
    plant: (garbage) => sql`insert into status_page_visit (status_page_id, session_id, entry_hash, expires_at)
select p.id, s.id, ${hash(garbage)}, now() + interval '1 hour'
from status_page p, session s where p.slug = ${`garbage-${garbage.index}`} and s.token_hash = ${hash(garbage)}`,
  },
]
