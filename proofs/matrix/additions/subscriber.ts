import type { Addition } from '../additions.ts'
import { createImmutableFlags } from '../flag-tables.ts'
import { referenceToMany, referenceToOne } from '../kind.ts'

const subscriberReason = 'customers hear of posts without looking at the page'

/** Subscribers belong to a page. No operation updates them, because they decide themselves what they receive. */
export const addition: Addition = {
  kinds: {
    status_page_subscriber: {
      table: 'status_page_subscriber',
      parentResource: 'status_page',
      createFlag: 'create_subscribers',
      serves: 'list search read create delete permissions',
      flags: createImmutableFlags(),
      routes: { status_page: 'status_page', components: 'status_page_component[]' },
      collections: ['status_page'],
      columns: (word) => ({
        channel_id: 'slack',
        address: `https://${word}.example/hook`,
        state: 'bounced',
        reason: word,
        component_ids: [],
      }),
      lists: () => ({ components: [] }),
      body: { channel_id: 'slack', address: 'https://hooks.example/new' },
      hide: `channel_id = 'ms_teams', address = 'https://changed.example/' || id, component_ids = '{1}', language = 'pl',
        state = 'unsubscribed', reason = 'changed', created_at = '2001-01-01', changed_at = '2001-01-01'`,
      references: {
        status_page_id: referenceToOne('status_page'),
        component_ids: referenceToMany('status_page_component'),
      },
    },
  },
  operations: {
    'GET /status_page_subscribers': subscriberReason,
    'POST /status_page_subscribers': subscriberReason,
    'POST /status_page_subscribers/search': subscriberReason,
    'GET /status_page_subscribers/{_id}': subscriberReason,
    'DELETE /status_page_subscribers/{_id}': subscriberReason,
    'GET /status_page_subscribers/{_id}/permissions': subscriberReason,
    'GET /status_page_subscribers/{_id}/status_page': subscriberReason,
    'GET /status_page_subscribers/{_id}/components': subscriberReason,
    'GET /status_pages/{_id}/subscribers': 'as above, of one page',
  },
}
