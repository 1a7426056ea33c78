import { incidentStates, maintenanceStates, postImpacts, postKinds } from '@wachta/domain'
import { defineResource, many, one } from '@wachta/resource'
import { flag, id, idList, nullable, text, time } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { editor, keeper } from '../../platform/access.ts'
import { addBulletin } from './add-bulletin.ts'
import { addFirstUpdate, preparePost, preparePostChange } from './post-rules.ts'
import { updateText } from './update-text.ts'

const changeable = ['title', 'impact', 'component_ids', 'start_time', 'end_time', 'post_mortem', 'is_draft'] as const

/** A post on a status page about an incident or a maintenance, written by people or automatically. */
export const statusPagePost = defineResource('status_page_post', {
  title: 'post of a status page',
  fields: {
    id: id(),
    status_page_id: id({ description: 'Cannot be changed afterwards.' }),
    public_id: text({ description: 'Its id on the page and in its JSON.' }),
    kind: text({ enum: postKinds, description: 'Cannot be changed afterwards.' }),
    title: text({ min: 1, max: 200 }),
    state: text({
      enum: [...incidentStates, ...maintenanceStates],
      description:
        'That of its newest update. An incident is investigating, identified, monitoring or resolved; a maintenance is scheduled, in_progress, verifying or completed.',
    }),
    impact: text({
      enum: postKinds.flatMap((kind) => postImpacts[kind]),
      description: '`maintenance` is for maintenance, the others are for incidents; `minor` unless given.',
    }),
    component_ids: idList({ max: 200, default: [], description: 'The affected components of the same page.' }),
    start_time: time({ description: 'Now, unless given; of a maintenance, when it is planned to start.' }),
    end_time: nullable(
      time({
        description: 'When it was resolved or completed; of a maintenance before that, when it is planned to end.',
      }),
    ),
    post_mortem: text({
      max: 20_000,
      default: '',
      description: 'What happened and why, once it is known; a small part of Markdown.',
    }),
    is_draft: flag({
      description: 'True unless given: visitors do not see a draft. False publishes it, which cannot be undone.',
    }),
    published_at: nullable(time()),
    incident_id: nullable(id({ description: 'The incident that it is about. Cannot be changed afterwards.' })),
    is_automatic: flag({
      description: 'Whether it was written automatically and is updated automatically. A change by a person ends this.',
    }),
    created_at: time(),
  },
  computed: { is_draft: (row) => sql`(${row('published_at')} is null)` },
  relations: {
    status_page: one('status_page', 'status_page_id', {
      route: { tag: 'status_pages', summary: 'Status page of a post.' },
      collection: { path: 'posts', tag: 'status_page_posts', summary: 'Posts of a status page.' },
    }),
    components: many('status_page_component', 'component_ids', {
      route: { tag: 'status_pages', summary: 'Components that a post affects.' },
    }),
    incident: one('incident', 'incident_id'),
  },
  paths: ['status_page.title'],
  query: ['title', 'post_mortem'],
  unique: { status_page_post_incident: 'incident_id' },
  owner: 'owner_id',
  permissions: { create_updates: editor, delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/status_page_posts',
    tag: 'status_page_posts',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['status_page_id', 'kind', 'title'],
    optional: ['state', 'impact', 'component_ids', 'start_time', 'end_time', 'post_mortem', 'is_draft', 'incident_id'],
    extraFields: {
      optional: { text: updateText('The text of its first update; without it, no update is created.').schema },
    },
    under: ['status_page', 'create_posts'],
    prepare: preparePost,
    async created(postId, kept, call) {
      await addFirstUpdate(postId, kept, call)
      await addBulletin(postId, call)
    },
  },
  update: {
    fields: changeable,
    prepare: preparePostChange,
    changed: ({ id: postId, changes }, call) => ('is_draft' in changes ? addBulletin(postId, call) : Promise.resolve()),
  },
})
