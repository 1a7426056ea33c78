import type { Addition } from '../additions.ts'
import { madeOnce } from '../flag-tables.ts'
import { many, one } from '../kind.ts'

const subscriber = 'customers hear of posts without looking at the page'

/** Subscribers belong to a page. They have no update, because subscribers themselves decide what they get. */
export const addition: Addition = {
  kinds: {
    status_page_subscriber: {
      table: 'status_page_subscriber',
      hangsOn: 'status_page',
      createFlag: 'create_subscribers',
      serves: 'list search read create delete permissions',
      flags: madeOnce(),
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
      references: { status_page_id: one('status_page'), component_ids: many('status_page_component') },
    },
  },
  operations: {
    'GET /status_page_subscribers': subscriber,
    'POST /status_page_subscribers': subscriber,
    'POST /status_page_subscribers/search': subscriber,
    'GET /status_page_subscribers/{_id}': subscriber,
    'DELETE /status_page_subscribers/{_id}': subscriber,
    'GET /status_page_subscribers/{_id}/permissions': subscriber,
    'GET /status_page_subscribers/{_id}/status_page': subscriber,
    'GET /status_page_subscribers/{_id}/components': subscriber,
    'GET /status_pages/{_id}/subscribers': 'as above, of one page',
  },
}
