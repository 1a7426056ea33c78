import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { SeededServices } from './watched.ts'

export interface StatusPages {
  readonly page: number
  readonly incident: number
  readonly maintenance: number
  /** A post that the page created automatically. */
  readonly automatic: number
  /** An unpublished page that announces everything with its own texts. */
  readonly announcing: number
  /** A page with the visibility `link`, without a link yet. */
  readonly linked: number
}

/**
 * Adds a published page with subscribers, an ongoing incident, an automatically announced one, and maintenance that is
 * still a draft; an unpublished page; and one for visitors with its link.
 */
export async function addStatusPages(
  db: Database,
  owner: number,
  { services, groups }: SeededServices,
): Promise<StatusPages> {
  const failing = services.find(({ state }) => state === 'failure')
  const [page] = await db.query(sql<{ id: number }>`insert into status_page
  (owner_id, title, slug, description, languages, time_zone, accent_colour, is_published, domain, domain_token)
values (${owner}, 'Sklepy Kowalska', 'sklepy-kowalska', 'Stan sklepów, płatności i infolinii.', '{pl,en}', 'Europe/Warsaw', '#0f766e', true, 'status.kowalska.example', '3f0b6c1d9e5a4872b1c64d0f7a2e8b95') returning id`)
  await db.query(sql`insert into status_page_domain (status_page_id, domain, target, claimed_at, next_check_at, problem)
values (${page?.id}, 'status.kowalska.example', 'status.wachta.example', now(), 'infinity', 'record_missing')`)
  const components = await db.query(sql<{ id: number }>`insert into status_page_component
  (status_page_id, section, position, name, service_id, group_id, manual_status, group_rule, shows_response_time) values
  (${page?.id}, 'Zakupy', 0, 'Sklep internetowy', ${failing?.id}, null, null, 'worst', true),
  (${page?.id}, 'Zakupy', 1, 'Płatności', null, ${groups.get('Sklep')}, null, 'any_up', false),
  (${page?.id}, '', 2, 'Infolinia', null, null, 'operational', 'worst', false) returning id`)
  const [shop, payments] = components.map(({ id }) => id)
  const [incident] = await db.query(sql<{ id: number }>`insert into status_page_post
  (status_page_id, kind, title, state, impact, component_ids, start_time, published_at)
values (${page?.id}, 'incident', 'Część płatności kartą nie przechodzi', 'identified', 'major', ${[payments]}::bigint[], now() - interval '50 minutes', now() - interval '45 minutes') returning id`)
  await db.query(sql`insert into status_page_update (post_id, state, text, time) values
  (${incident?.id}, 'investigating', 'Sprawdzamy, dlaczego część płatności jest odrzucana.', now() - interval '45 minutes'),
  (${incident?.id}, 'identified', 'Operator potwierdził awarię **bramki kart**. Przelewy działają.', now() - interval '20 minutes')`)
  const [maintenance] = await db.query(sql<{ id: number }>`insert into status_page_post
  (status_page_id, kind, title, state, impact, component_ids, start_time, end_time)
values (${page?.id}, 'maintenance', 'Wymiana serwera bazy danych', 'scheduled', 'maintenance', ${[shop]}::bigint[], now() + interval '3 days', now() + interval '3 days 2 hours') returning id`)
  const [automatic] = await db.query(sql<{ id: number }>`insert into status_page_post
  (status_page_id, kind, title, state, impact, component_ids, start_time, end_time, published_at, is_automatic)
values (${page?.id}, 'incident', 'Awaria: Infolinia / Outage: Infolinia', 'resolved', 'minor', '{}', now() - interval '2 days', now() - interval '47 hours', now() - interval '2 days', true) returning id`)
  await db.query(sql`insert into status_page_update (post_id, state, text, time) values
  (${automatic?.id}, 'investigating', 'Obserwujemy awarię. Ustalamy przyczynę.', now() - interval '2 days'),
  (${automatic?.id}, 'resolved', 'Awaria została usunięta.', now() - interval '47 hours')`)
  await addSubscribers(db, owner, { page: page?.id ?? 0, component: payments ?? 0 })
  const templates = {
    pl: {
      incident_title: 'Przerwa: {{components}}',
      resolved_text: 'Już działa. Przerwa trwała od {{start}} do {{end}}.',
    },
  }
  const [announcing] = await db.query(sql<{ id: number }>`insert into status_page
  (owner_id, title, slug, languages, visibility, allowed_addresses, incident_posts, maintenance_posts, announcement_templates)
values (${owner}, 'Dla partnerów', 'sklepy-partnerzy', '{pl,en}', 'addresses', '{192.0.2.0/24}', 'published', 'published', ${templates}) returning id`)
  await db.query(sql`insert into status_page_component (status_page_id, name, manual_status)
values (${announcing?.id}, 'Hurtownia', 'operational')`)
  const [linked] = await db.query(sql<{ id: number }>`insert into status_page
  (owner_id, title, slug, languages, time_zone, visibility, is_published)
values (${owner}, 'Dla franczyzobiorców', 'sklepy-franczyza', '{pl}', 'Europe/Warsaw', 'link', true) returning id`)
  return {
    page: page?.id ?? 0,
    incident: incident?.id ?? 0,
    maintenance: maintenance?.id ?? 0,
    automatic: automatic?.id ?? 0,
    announcing: announcing?.id ?? 0,
    linked: linked?.id ?? 0,
  }
}

/** Adds some subscribers in every state, and a list page full of active ones. */
async function addSubscribers(
  db: Database,
  owner: number,
  { page, component }: { readonly page: number; readonly component: number },
): Promise<void> {
  await db.query(sql`insert into status_page_subscriber
  (status_page_id, owner_id, channel_id, address, component_ids, language, state, reason, created_at, changed_at) values
  (${page}, ${owner}, 'email', 'jan.nowak@example.com', ${[component]}::bigint[], 'pl', 'confirmed', null, now() - interval '1 hour', now() - interval '50 minutes'),
  (${page}, ${owner}, 'email', 'katarzyna.wisniewska-kaczmarek@przedsiebiorstwo-handlowe.example.com', '{}', 'pl', 'pending', null, now() - interval '2 hours', now() - interval '2 hours'),
  (${page}, ${owner}, 'email', 'biuro@stara-firma.example', '{}', 'pl', 'bounced', '550 5.1.1 Mailbox does not exist', now() - interval '90 days', now() - interval '3 days'),
  (${page}, ${owner}, 'email', 'piotr@example.net', '{}', 'en', 'unsubscribed', null, now() - interval '60 days', now() - interval '8 days'),
  (${page}, ${owner}, 'slack', 'https://hooks.slack.example/services/T00000000/B00000000/abcdefgh', '{}', 'en', 'confirmed', null, now() - interval '3 hours', now() - interval '3 hours')`)
  await db.query(sql`insert into status_page_subscriber
  (status_page_id, owner_id, channel_id, address, component_ids, language, state, created_at, changed_at)
select ${page}, ${owner}, 'email', 'klient' || n || '@example.com', '{}', 'pl', 'confirmed', now() - n * interval '1 day', now() - n * interval '1 day'
from generate_series(1, 30) n`)
}
