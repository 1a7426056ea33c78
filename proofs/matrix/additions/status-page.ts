import type { Addition } from '../additions.ts'
import { ofAccount } from '../flag-tables.ts'
import { type Context, many, one, owners } from '../kind.ts'

const page = 'customers see how services are, without an account'
const component = 'a page shows what its owner chose, under public names'
const post = 'people say what is going on'
const update = 'as above, as it goes on'

/** A page belongs to the whole account: users who are limited to groups see nothing of it. */
export const addition: Addition = {
  kinds: {
    status_page: {
      table: 'status_page',
      hangsOn: 'account',
      // The first of two shows a service, and the second a group.
      owners: [...owners, 'A.main'],
      createFlag: 'create_status_pages',
      flags: ofAccount('create_components', 'create_posts', 'create_subscribers'),
      routes: { owner: 'account' },
      collections: ['account'],
      columns: (word) => ({
        ...{ title: word, slug: word, description: word, footer: word, external_id: word },
        // Its link cannot be read, because the test API has no keys.
        ...{ visibility: 'link', link_created_at: new Date('2026-01-01T00:00:00Z') },
      }),
      body: { title: 'New', slug: 'new-page' },
      change: { footer: 'Changed' },
      hide: `title = 'changed', slug = 'changed-' || id, description = 'changed', languages = '{pl}', time_zone = 'Europe/Warsaw',
        appearance = 'dark', accent_colour = '#777777', home_url = 'https://changed.example', footer = 'changed',
        availability = 'raw', visibility = 'link', visitor_account_ids = '{}', password_changed_at = '2001-01-01', is_published = not is_published, external_id = null,
        allows_subscribers = not allows_subscribers, logo = '{"media_type": "image/png", "content": "AAAA"}', favicon = '{"media_type": "image/png", "content": "AAAA"}',
        incident_posts = 'draft', incident_post_delay = 77, maintenance_posts = 'published', maintenance_notice = 77,
        announcement_templates = '{"en": {"resolved_text": "changed"}}', created_at = '2001-01-01'`,
      references: { owner_id: one('account') },
    },
    status_page_component: {
      table: 'status_page_component',
      hangsOn: 'status_page',
      createFlag: 'create_components',
      flags: ofAccount(),
      routes: { status_page: 'status_page' },
      collections: ['status_page'],
      columns: (word, context) => ({
        name: word,
        description: word,
        section: word,
        external_id: word,
        service_id: shownOf(context).service?.[0] ?? null,
        group_id: shownOf(context).group?.[0] ?? null,
      }),
      lists: shownOf,
      body: { name: 'New', manual_status: 'operational' },
      change: { description: 'Changed' },
      hide: `name = 'changed', description = 'changed', section = 'changed', position = 77, external_id = null,
        service_id = null, group_id = null, manual_status = 'major_outage', shows_history = not shows_history,
        shows_availability = not shows_availability, only_show_if_degraded = not only_show_if_degraded,
        group_rule = 'any_up', group_share = 77, shows_response_time = not shows_response_time,
        public_id = 'changed' || lpad(id::text, 9, '0')`,
      references: { status_page_id: one('status_page'), service_id: one('service'), group_id: one('group') },
    },
    status_page_post: {
      table: 'status_page_post',
      hangsOn: 'status_page',
      createFlag: 'create_posts',
      flags: ofAccount('create_updates'),
      routes: { status_page: 'status_page', components: 'status_page_component[]' },
      collections: ['status_page'],
      columns: (word, context) => ({
        kind: 'incident',
        state: 'investigating',
        title: word,
        post_mortem: word,
        component_ids: affectedBy(context),
      }),
      lists: (context) => ({ components: affectedBy(context) }),
      body: { kind: 'incident', title: 'New', text: 'We are looking into it.' },
      change: { post_mortem: 'Changed' },
      hide: `title = 'changed', kind = 'maintenance', state = 'completed', impact = 'maintenance', component_ids = '{}',
        start_time = '2001-01-01', end_time = '2002-01-01', post_mortem = 'changed', published_at = '2001-01-01', is_automatic = not is_automatic,
        created_at = '2001-01-01', public_id = 'changed' || lpad(id::text, 9, '0')`,
      references: {
        status_page_id: one('status_page'),
        component_ids: many('status_page_component'),
        incident_id: one('incident'),
      },
    },
    status_page_update: {
      table: 'status_page_update',
      hangsOn: 'status_page_post',
      column: 'post_id',
      createFlag: 'create_updates',
      flags: ofAccount(),
      routes: { post: 'status_page_post' },
      collections: ['status_page_post'],
      columns: (word) => ({ state: 'investigating', text: word }),
      body: { state: 'resolved', text: 'New' },
      change: { text: 'Changed' },
      hide: `state = 'completed', text = 'changed', time = '2001-01-01', public_id = 'changed' || lpad(id::text, 9, '0')`,
      references: { post_id: one('status_page_post') },
    },
  },
  operations: {
    'GET /status_pages': page,
    'POST /status_pages': page,
    'POST /status_pages/search': page,
    'GET /status_pages/{_id}': page,
    'PUT /status_pages/{_id}': page,
    'DELETE /status_pages/{_id}': page,
    'GET /status_pages/{_id}/permissions': page,
    'GET /status_pages/{_id}/owner': page,
    'GET /accounts/{_id}/status_pages': 'as above, of one account',
    'GET /status_pages/{_id}/pictures': 'a page looks like its owner; lists of pages stay small without pictures',
    'PUT /status_pages/{_id}/pictures': 'as above',
    'PUT /status_pages/{_id}/password': 'not every page is for everybody; the password is never shown',
    'GET /status_pages/{_id}/link': 'as above, by a link that can be sent again',
    'POST /status_pages/{_id}/link': 'as above; it replaces the former link',
    'DELETE /status_pages/{_id}/link': 'as above',
    'POST /status_page_entries': 'as above, for users who are signed in',
    'POST /status_page_visitors': 'what serves pages cannot sign for visitors itself',
    'GET /status_page_components': component,
    'POST /status_page_components': component,
    'POST /status_page_components/search': component,
    'GET /status_page_components/{_id}': component,
    'PUT /status_page_components/{_id}': component,
    'DELETE /status_page_components/{_id}': component,
    'GET /status_page_components/{_id}/permissions': component,
    'GET /status_page_components/{_id}/status_page': component,
    'GET /status_page_components/{_id}/service': component,
    'GET /status_page_components/{_id}/group': component,
    'GET /status_pages/{_id}/components': 'as above, of one page',
    'GET /status_page_posts': post,
    'POST /status_page_posts': post,
    'POST /status_page_posts/search': post,
    'GET /status_page_posts/{_id}': post,
    'PUT /status_page_posts/{_id}': post,
    'DELETE /status_page_posts/{_id}': post,
    'GET /status_page_posts/{_id}/permissions': post,
    'GET /status_page_posts/{_id}/status_page': post,
    'GET /status_page_posts/{_id}/components': post,
    'GET /status_pages/{_id}/posts': 'as above, on one page',
    'GET /status_page_updates': update,
    'POST /status_page_updates': update,
    'POST /status_page_updates/search': update,
    'GET /status_page_updates/{_id}': update,
    'PUT /status_page_updates/{_id}': update,
    'DELETE /status_page_updates/{_id}': update,
    'GET /status_page_updates/{_id}/permissions': update,
    'GET /status_page_updates/{_id}/post': update,
    'GET /status_page_posts/{_id}/updates': 'as above, of one post',
  },
}

/** Returns what the component of a page shows. */
function shownOf({ owner, parent, find }: Context): { readonly [relation: string]: readonly number[] } {
  const isFirst = find('status_page', owner)[0] === parent
  const relation = isFirst ? 'service' : 'group'
  return { [relation]: find(relation, owner).slice(0, 1) }
}

/** Returns the component of the same page. */
function affectedBy({ owner, parent, find }: Context): readonly number[] {
  const index = find('status_page', owner).indexOf(Number(parent))
  return find('status_page_component', owner).slice(index, index + 1)
}
