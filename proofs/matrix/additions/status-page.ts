import type { Addition } from '../additions.ts'
import { createAccountFlags } from '../flag-tables.ts'
import { type Context, owners, referenceToMany, referenceToOne } from '../kind.ts'

const pageReason = 'customers see how services are, without an account'
const componentReason = 'a page shows what its owner chose, under public names'
const protectionReason = 'not every page is for everybody'
const postReason = 'people say what is going on'
const updateReason = 'people add to a post while the incident or maintenance goes on'

/** A page belongs to the whole account: users who are limited to groups see nothing of it. */
export const addition: Addition = {
  kinds: {
    status_page: {
      table: 'status_page',
      parentResource: 'account',
      // A.main has two pages: the component of the first shows a service, that of the second a group.
      owners: [...owners, 'A.main'],
      createFlag: 'create_status_pages',
      flags: createAccountFlags('create_components', 'create_posts', 'create_subscribers'),
      routes: { owner: 'account' },
      collections: ['account'],
      columns: (word) => ({
        ...{ title: word, slug: word, description: word, footer: word, external_id: word },
        // The row has no visitor key, so that its link cannot be read; only `has_link` shows that it exists.
        ...{ visibility: 'link', link_created_at: new Date('2026-01-01T00:00:00Z') },
      }),
      body: { title: 'New', slug: 'new-page' },
      change: { footer: 'Changed' },
      hide: `title = 'changed', slug = 'changed-' || id, description = 'changed', languages = '{pl}', time_zone = 'Europe/Warsaw',
        appearance = 'dark', accent_colour = '#777777', home_url = 'https://changed.example', footer = 'changed',
        availability = 'raw', visibility = 'users', allowed_addresses = '{192.0.2.0/24}', domain = 'changed-' || id || '.example',
        visitor_account_ids = '{}', password_changed_at = '2001-01-01', is_published = not is_published, external_id = null,
        allows_subscribers = not allows_subscribers, logo = '{"media_type": "image/png", "content": "AAAA"}', favicon = '{"media_type": "image/png", "content": "AAAA"}',
        incident_posts = 'draft', incident_post_delay = 77, maintenance_posts = 'published', maintenance_notice = 77,
        announcement_templates = '{"en": {"resolved_text": "changed"}}', created_at = '2001-01-01'`,
      references: { owner_id: referenceToOne('account') },
    },
    status_page_component: {
      table: 'status_page_component',
      parentResource: 'status_page',
      createFlag: 'create_components',
      flags: createAccountFlags(),
      routes: { status_page: 'status_page' },
      collections: ['status_page'],
      columns: (word, context) => ({
        name: word,
        description: word,
        section: word,
        external_id: word,
        service_id: listShownIds(context).service?.[0] ?? null,
        group_id: listShownIds(context).group?.[0] ?? null,
      }),
      lists: listShownIds,
      body: { name: 'New', manual_status: 'operational' },
      change: { description: 'Changed' },
      hide: `name = 'changed', description = 'changed', section = 'changed', position = 77, external_id = null,
        service_id = null, group_id = null, manual_status = 'major_outage', shows_history = not shows_history,
        shows_availability = not shows_availability, only_show_if_degraded = not only_show_if_degraded,
        group_rule = 'any_up', group_share = 77, shows_response_time = not shows_response_time,
        public_id = 'changed' || lpad(id::text, 9, '0')`,
      references: {
        status_page_id: referenceToOne('status_page'),
        service_id: referenceToOne('service'),
        group_id: referenceToOne('group'),
      },
    },
    status_page_post: {
      table: 'status_page_post',
      parentResource: 'status_page',
      createFlag: 'create_posts',
      flags: createAccountFlags('create_updates'),
      routes: { status_page: 'status_page', components: 'status_page_component[]' },
      collections: ['status_page'],
      columns: (word, context) => ({
        kind: 'incident',
        state: 'investigating',
        title: word,
        post_mortem: word,
        component_ids: getAffectedComponents(context),
      }),
      lists: (context) => ({ components: getAffectedComponents(context) }),
      body: { kind: 'incident', title: 'New', text: 'We are looking into it.' },
      change: { post_mortem: 'Changed' },
      hide: `title = 'changed', kind = 'maintenance', state = 'completed', impact = 'maintenance', component_ids = '{}',
        start_time = '2001-01-01', end_time = '2002-01-01', post_mortem = 'changed', published_at = '2001-01-01', is_automatic = not is_automatic,
        created_at = '2001-01-01', public_id = 'changed' || lpad(id::text, 9, '0')`,
      references: {
        status_page_id: referenceToOne('status_page'),
        component_ids: referenceToMany('status_page_component'),
        incident_id: referenceToOne('incident'),
      },
    },
    status_page_update: {
      table: 'status_page_update',
      parentResource: 'status_page_post',
      column: 'post_id',
      createFlag: 'create_updates',
      flags: createAccountFlags(),
      routes: { post: 'status_page_post' },
      collections: ['status_page_post'],
      columns: (word) => ({ state: 'investigating', text: word }),
      body: { state: 'resolved', text: 'New' },
      change: { text: 'Changed' },
      hide: `state = 'completed', text = 'changed', time = '2001-01-01', public_id = 'changed' || lpad(id::text, 9, '0')`,
      references: { post_id: referenceToOne('status_page_post') },
    },
  },
  operations: {
    'GET /status_pages': pageReason,
    'POST /status_pages': pageReason,
    'POST /status_pages/search': pageReason,
    'GET /status_pages/{_id}': pageReason,
    'PUT /status_pages/{_id}': pageReason,
    'DELETE /status_pages/{_id}': pageReason,
    'GET /status_pages/{_id}/permissions': pageReason,
    'GET /status_pages/{_id}/owner': pageReason,
    'GET /accounts/{_id}/status_pages': 'as above, of one account',
    'GET /status_pages/{_id}/pictures': 'a page has the logo of its owner; lists of pages stay small without pictures',
    'PUT /status_pages/{_id}/pictures': 'as above',
    'PUT /status_pages/{_id}/password': `${protectionReason}; the password is never shown`,
    'GET /status_pages/{_id}/link': `${protectionReason}: a link opens it`,
    'POST /status_pages/{_id}/link': `${protectionReason}: a new link replaces the former one`,
    'DELETE /status_pages/{_id}/link': `${protectionReason}: a link can be withdrawn`,
    'POST /status_page_entries': `${protectionReason}: some are for users who are signed in`,
    'POST /status_page_visitors': 'the process that serves pages cannot issue tokens for visitors',
    'GET /status_page_components': componentReason,
    'POST /status_page_components': componentReason,
    'POST /status_page_components/search': componentReason,
    'GET /status_page_components/{_id}': componentReason,
    'PUT /status_page_components/{_id}': componentReason,
    'DELETE /status_page_components/{_id}': componentReason,
    'GET /status_page_components/{_id}/permissions': componentReason,
    'GET /status_page_components/{_id}/status_page': componentReason,
    'GET /status_page_components/{_id}/service': componentReason,
    'GET /status_page_components/{_id}/group': componentReason,
    'GET /status_pages/{_id}/components': 'as above, of one page',
    'GET /status_page_posts': postReason,
    'POST /status_page_posts': postReason,
    'POST /status_page_posts/search': postReason,
    'GET /status_page_posts/{_id}': postReason,
    'PUT /status_page_posts/{_id}': postReason,
    'DELETE /status_page_posts/{_id}': postReason,
    'GET /status_page_posts/{_id}/permissions': postReason,
    'GET /status_page_posts/{_id}/status_page': postReason,
    'GET /status_page_posts/{_id}/components': postReason,
    'GET /status_pages/{_id}/posts': 'as above, on one page',
    'GET /status_page_updates': updateReason,
    'POST /status_page_updates': updateReason,
    'POST /status_page_updates/search': updateReason,
    'GET /status_page_updates/{_id}': updateReason,
    'PUT /status_page_updates/{_id}': updateReason,
    'DELETE /status_page_updates/{_id}': updateReason,
    'GET /status_page_updates/{_id}/permissions': updateReason,
    'GET /status_page_updates/{_id}/post': updateReason,
    'GET /status_page_posts/{_id}/updates': 'as above, of one post',
  },
}

/** Returns the id of the service or group that the component of a page shows, by relation. */
function listShownIds({ owner, parent, find }: Context): { readonly [relation: string]: readonly number[] } {
  const isFirst = find('status_page', owner)[0] === Number(parent)
  const relation = isFirst ? 'service' : 'group'
  return { [relation]: find(relation, owner).slice(0, 1) }
}

/** Returns the only component of the page: components are seeded in the order of their pages. */
function getAffectedComponents({ owner, parent, find }: Context): readonly number[] {
  const index = find('status_page', owner).indexOf(Number(parent))
  return find('status_page_component', owner).slice(index, index + 1)
}
