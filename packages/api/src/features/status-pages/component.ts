import { componentStatuses, defaultGroupRule, defaultGroupShare, groupRules } from '@wachta/domain'
import { defineResource, one } from '@wachta/resource'
import { flag, id, nullable, number, text, unlisted } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { prepareComponent, prepareComponentChange } from './component-rules.ts'

const settings = [
  'section',
  'position',
  'description',
  'service_id',
  'group_id',
  'manual_status',
  'group_rule',
  'group_share',
  'shows_history',
  'shows_availability',
  'shows_response_time',
  'only_show_if_degraded',
] as const

/** A line of a status page: a service, a group, or something whose status people set, under a public name. */
export const statusPageComponent = defineResource('status_page_component', {
  title: 'component of a status page',
  fields: {
    id: id(),
    status_page_id: id({ description: 'Cannot be changed afterwards.' }),
    public_id: text({ description: 'Its id on the page and in its JSON.' }),
    section: text({ max: 100, default: '', description: 'The heading above it; none if empty.' }),
    position: number({ max: 100_000, default: 0, description: 'Components are ordered by it, then by age.' }),
    name: text({ min: 1, max: 100, description: 'The name that visitors see, instead of the name of the service.' }),
    description: text({ max: 500, default: '' }),
    service_id: nullable(id({ description: 'A service of the owner of the page, or one shared with it.' })),
    group_id: nullable(id({ description: 'A group of the owner of the page, or one shared with it.' })),
    manual_status: nullable(
      text({ enum: componentStatuses, description: 'Of a component that is neither a service nor a group.' }),
    ),
    group_rule: text({
      enum: groupRules,
      default: defaultGroupRule,
      description:
        'How the statuses of a group become one: `worst` has a partial outage if one service fails, `any_up` works as long as one does, `share` fails with fewer than group_share.',
    }),
    group_share: number({
      min: 1,
      max: 100,
      default: defaultGroupShare,
      description: 'With the rule `share`: the percentage of services that must work.',
    }),
    shows_history: flag({ default: true, description: 'Whether the page shows its last 90 days.' }),
    shows_availability: flag({ default: true }),
    shows_response_time: flag({ default: false, description: 'Not available if the status is set manually.' }),
    only_show_if_degraded: flag({ default: false, description: 'Whether the page leaves it out while it works.' }),
    external_id: unlisted(nullable(text({ description: 'Its identifier in a declarative configuration.' }))),
  },
  relations: {
    status_page: one('status_page', 'status_page_id', {
      route: { tag: 'status_pages', summary: 'Status page of a component.' },
      collection: { path: 'components', tag: 'status_pages', summary: 'Components of a status page.' },
    }),
    service: one('service', 'service_id', { route: { tag: 'services', summary: 'Service that a component shows.' } }),
    group: one('group', 'group_id', { route: { tag: 'groups', summary: 'Group that a component shows.' } }),
  },
  paths: ['status_page.title', 'service.name', 'group.name'],
  query: ['name', 'description'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/status_page_components',
    tag: 'status_pages',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['status_page_id', 'name'],
    optional: settings,
    under: ['status_page', 'create_components'],
    prepare: async (data, call) => ({ columns: await prepareComponent(data, call) }),
  },
  update: { fields: ['name', ...settings], prepare: prepareComponentChange },
})
