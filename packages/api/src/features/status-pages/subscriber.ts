import { subscriberChannels, subscriberStates } from '@wachta/domain'
import { type CallerRef, defineResource, many, one, type RowRef } from '@wachta/resource'
import { id, idList, nullable, personal, text, time } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { editor, keeper } from '../../platform/access.ts'
import { prepareSubscriber, rejectTooManySubscribers } from './subscriber-rules.ts'

/** A person or program that gets the posts of a status page. */
export const statusPageSubscriber = defineResource('status_page_subscriber', {
  title: 'subscriber of a status page',
  fields: {
    id: id(),
    status_page_id: id(),
    channel_id: text({
      enum: subscriberChannels,
      description:
        '`webhook`, `slack` and `ms_teams` are added by the owner of the page; visitors subscribe by `email` and `web_push`.',
    }),
    address: personal(
      text({
        min: 1,
        max: 512,
        description:
          'In the format of the channel. Without access to contacts, only its beginning is shown. Of a browser (`web_push`), its push service and a fingerprint; the address that messages are sent to is never returned.',
      }),
    ),
    component_ids: idList({ max: 200, default: [], description: 'Only posts about these; about all if empty.' }),
    language: text({ enum: ['en', 'pl'], default: 'en', description: 'The language of the messages.' }),
    state: text({
      enum: subscriberStates,
      description:
        '`pending` until the holder of an e-mail address confirms it; `bounced` if the address or the browser does not exist any more. Only those that are `confirmed` get messages.',
    }),
    reason: nullable(text({ description: 'What the mail server or the receiver answered when it bounced.' })),
    created_at: time(),
    changed_at: time({ description: 'When the state last changed, or confirmation was last asked for.' }),
  },
  computed: { address: showAddress },
  relations: {
    status_page: one('status_page', 'status_page_id', {
      route: { tag: 'status_pages', summary: 'Status page of a subscriber.' },
      collection: { path: 'subscribers', tag: 'status_pages', summary: 'Subscribers of a status page.' },
    }),
    components: many('status_page_component', 'component_ids', {
      route: { tag: 'status_pages', summary: 'Components that a subscriber chose.' },
    }),
  },
  paths: ['status_page.title'],
  query: ['address'],
  unique: { status_page_subscriber_address: 'address' },
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper },
  serve: {
    path: '/status_page_subscribers',
    tag: 'status_pages',
    operations: ['list', 'search', 'read', 'create', 'delete', 'permissions'],
  },
  create: {
    required: ['status_page_id', 'channel_id', 'address'],
    optional: ['component_ids', 'language'],
    under: ['status_page', 'create_subscribers'],
    prepare: prepareSubscriber,
    created: rejectTooManySubscribers,
  },
})

/** Shortens the address for callers who may not read the addresses of contacts, because both are equally personal. */
function showAddress(row: RowRef, caller: CallerRef) {
  const address = row('address')
  if (caller.allows('contact_address', 'read')) return address
  return sql`case ${row('channel_id')} when 'email' then left(${address}, 1) || '…@' || split_part(${address}, '@', 2)
  else substring(${address} from '^[A-Za-z]+://[^/?#]*') || '/…' end`
}
