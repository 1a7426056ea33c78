import { incidentStates, maintenanceStates } from '@wachta/domain'
import { defineResource, one } from '@wachta/resource'
import { id, text, time } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { addBulletin } from './add-bulletin.ts'
import { prepareUpdate, prepareUpdateChange, updatePostProgress } from './update-post-progress.ts'
import { updateText } from './update-text.ts'

/** One message of a post, with the state that the post has from then on. */
export const statusPageUpdate = defineResource('status_page_update', {
  title: 'update of a post',
  fields: {
    id: id(),
    post_id: id({ description: 'Cannot be changed afterwards.' }),
    public_id: text({ description: 'Its id on the page and in its JSON.' }),
    state: text({
      enum: [...incidentStates, ...maintenanceStates],
      description: 'One of the kind of the post. The newest update decides the state and the end of the post.',
    }),
    text: updateText('A small part of Markdown: paragraphs, emphasis, lists, code and links.'),
    time: time({ description: 'Now, unless given; not in the future.' }),
  },
  relations: {
    post: one('status_page_post', 'post_id', {
      route: { tag: 'status_page_posts', summary: 'Post of an update.' },
      collection: { path: 'updates', tag: 'status_page_posts', summary: 'Updates of a post.' },
    }),
  },
  paths: ['post.title'],
  query: ['text'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/status_page_updates',
    tag: 'status_page_posts',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['post_id', 'state', 'text'],
    optional: ['time'],
    under: ['post', 'create_updates'],
    prepare: prepareUpdate,
    async created(_id, { post_id }, call) {
      await updatePostProgress(Number(post_id), call)
      await addBulletin(Number(post_id), call)
    },
  },
  update: {
    fields: ['state', 'text', 'time'],
    prepare: prepareUpdateChange,
    changed: ({ before }, call) => updatePostProgress(Number(before['post_id']), call),
  },
  delete: { prepare: (before, call) => updatePostProgress(Number(before['post_id']), call, Number(before['id'])) },
})
