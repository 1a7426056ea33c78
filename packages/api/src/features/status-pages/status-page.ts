import { pageVisibilities } from '@wachta/domain'
import { defineResource, one } from '@wachta/resource'
import { type Field, flag, id, idList, nullable, text, textList, time, unlisted } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { editor, keeper } from '../../platform/access.ts'
import { contactUrlPattern } from '../branding/schemas.ts'
import { announcementFields, announcementSettings } from './announcement-fields.ts'
import { domainExpressions, domainFields } from './domain-fields.ts'
import { prepareStatusPage, prepareStatusPageChange, rejectTooManyPages } from './page-rules.ts'
import { addVisitorKeys } from './visitor-key.ts'

const languages: Field = {
  kind: 'list',
  nullable: false,
  schema: Type.Array(text({ enum: ['en', 'pl'] }).schema, {
    uniqueItems: true,
    minItems: 1,
    maxItems: 2,
    default: ['en'],
    description: 'Visitors choose among them; the first is the default.',
  }),
}

const settings = [
  'domain',
  'description',
  'languages',
  'time_zone',
  'appearance',
  'accent_colour',
  'home_url',
  'footer',
  'availability',
  'visibility',
  'allowed_addresses',
  'visitor_account_ids',
  'is_published',
  'allows_subscribers',
  ...announcementSettings,
] as const

/** A status page, on which the customers of an account see the status of its services. */
export const statusPage = defineResource('status_page', {
  title: 'status page',
  fields: {
    id: id(),
    owner_id: id({ description: 'Owning account.' }),
    title: text({ min: 1, max: 100 }),
    slug: text({
      min: 3,
      max: 63,
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      description: 'Part of the address of the page; unique in the installation.',
    }),
    description: text({ max: 1000, default: '' }),
    languages,
    time_zone: text({
      min: 1,
      max: 64,
      default: 'UTC',
      description: 'An IANA name, such as `Europe/Warsaw`, for days and times on the page.',
    }),
    appearance: text({
      enum: ['auto', 'light', 'dark'],
      default: 'auto',
      description: '`auto` follows the device of the visitor.',
    }),
    accent_colour: nullable(
      text({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Null: that of the branding of the account.' }),
    ),
    home_url: nullable(
      text({
        min: 1,
        max: 255,
        pattern: contactUrlPattern.source,
        description: 'Where the logo leads to; with `https` or `http`, without credentials.',
      }),
    ),
    footer: text({ max: 500, default: '' }),
    availability: text({
      enum: ['raw', 'corrected'],
      default: 'corrected',
      description: 'Whether corrections count in its availability.',
    }),
    visibility: text({
      enum: pageVisibilities,
      default: 'public',
      description:
        'Who may open it: everyone; everyone who knows the address; visitors from the allowed addresses; visitors who know the password or have the link; users of the account and of the sub-accounts in visitor_account_ids.',
    }),
    allowed_addresses: textList({
      max: 100,
      maxLength: 64,
      default: [],
      description: 'With the visibility `addresses`: addresses and networks (CIDR), v4 and v6.',
    }),
    visitor_account_ids: idList({
      default: [],
      description: 'With the visibility `users`: sub-accounts whose users may also open it.',
    }),
    has_password: flag({ description: 'Whether a password is set, which the visibility `password` requires.' }),
    has_link: flag({ description: 'With the visibility `link`: whether there is a link.' }),
    is_published: flag({ default: false, description: 'A page that is not published is visible only in the app.' }),
    allows_subscribers: flag({
      default: true,
      description:
        'Whether visitors of a public or unlisted page can subscribe to it, by e-mail or with their browser.',
    }),
    ...domainFields,
    ...announcementFields,
    has_logo: flag({ description: 'Whether it has a logo of its own; otherwise the logo of the branding is shown.' }),
    has_favicon: flag(),
    created_at: time(),
    external_id: unlisted(nullable(text({ description: 'Its identifier in a declarative configuration.' }))),
  },
  computed: {
    ...domainExpressions,
    has_logo: (row) => sql`(${row('logo')} is not null)`,
    has_favicon: (row) => sql`(${row('favicon')} is not null)`,
    has_password: (row) => sql`(${row('password_changed_at')} is not null)`,
    has_link: (row) => sql`(${row('link_created_at')} is not null)`,
  },
  relations: {
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a status page.' },
      collection: { path: 'status_pages', tag: 'status_pages', summary: 'Status pages of an account.' },
    }),
  },
  paths: ['owner.name', 'owner.username'],
  query: ['title', 'slug', 'domain'],
  unique: { status_page_slug_key: 'slug' },
  owner: 'owner_id',
  permissions: {
    create_components: editor,
    create_posts: editor,
    create_subscribers: editor,
    delete: editor,
    own: own(),
    read: keeper,
    update: editor,
  },
  serve: {
    path: '/status_pages',
    tag: 'status_pages',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['title', 'slug'],
    optional: ['owner_id', ...settings],
    under: ['owner', 'create_status_pages'],
    defaults: (_data, { caller }) => ({ owner_id: caller.actsFor }),
    prepare: async (data, call) => ({ columns: await prepareStatusPage(data, call) }),
    async created(key, _kept, call) {
      await rejectTooManyPages(key, call)
      await addVisitorKeys(key, call)
    },
  },
  update: {
    fields: ['title', 'slug', ...settings],
    prepare: prepareStatusPageChange,
    changed: ({ id: key }, call) => addVisitorKeys(key, call),
  },
})
