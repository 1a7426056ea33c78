import { type DeclaredObject, normalizeDomain } from '@wachta/domain'
import { Type } from 'typebox'
import { buildItemSchema, externalId, pickFields } from '../../platform/apply/fields.ts'
import { type ApplyKind, type ExternalIds, type Reference, sortNames } from '../../platform/apply/kind.ts'
import { statusPageComponent } from './component.ts'
import { statusPage } from './status-page.ts'

const pageRequired = ['title', 'slug']
/** Passwords, links and pictures are not part of a configuration, nor are sub-accounts, which it cannot name. */
const pageOptional = (statusPage.update?.fields ?? []).filter(
  (name) => !pageRequired.includes(name) && name !== 'visitor_account_ids',
)
const pageFields = [...pageRequired, ...pageOptional]

export const statusPageKind: ApplyKind = {
  section: 'status_pages',
  resource: statusPage,
  item: buildItemSchema(statusPage, { required: pageRequired, optional: pageOptional, also: {} }),
  references: () => [],
  data: (item) => pickFields(item, pageFields),
  toDeclared: (record) => ({
    external_id: String(record['external_id']),
    ...pickFields(record, pageFields),
    ...sortSets(record),
  }),
  normalize: (item) => ({ ...item, ...sortSets(item), ...lowerColour(item), ...asStored(item) }),
}

/** The order of addresses means nothing; the first language is the default one. */
const sortSets = ({ allowed_addresses }: Readonly<Record<string, unknown>>) =>
  allowed_addresses === undefined ? {} : { allowed_addresses: sortNames(allowed_addresses as string[]) }

/** Colours are stored in small letters. */
const lowerColour = ({ accent_colour: colour }: DeclaredObject) =>
  typeof colour === 'string' ? { accent_colour: colour.toLowerCase() } : {}

/** Domains are compared as they are stored. */
const asStored = ({ domain }: DeclaredObject) =>
  typeof domain === 'string' ? { domain: normalizeDomain(domain) ?? domain } : {}

/** The sections that a component refers to by external id, besides its page. */
const sources = { service: 'services', group: 'groups' } as const
const componentFields = (statusPageComponent.update?.fields ?? []).filter(
  (name) => name !== 'service_id' && name !== 'group_id',
)

export const statusPageComponentKind: ApplyKind = {
  section: 'status_page_components',
  resource: statusPageComponent,
  item: buildItemSchema(statusPageComponent, {
    required: ['name'],
    optional: componentFields.filter((name) => name !== 'name'),
    also: { status_page: externalId, service: Type.Optional(externalId), group: Type.Optional(externalId) },
  }),
  called: { status_page_id: 'status_page', service_id: 'service', group_id: 'group' },
  references: (item) => [
    { section: 'status_pages', external_id: String(item['status_page']), at: 'status_page' },
    ...Object.entries(sources).flatMap(([at, section]): Reference[] =>
      item[at] === undefined ? [] : [{ section, external_id: String(item[at]), at }],
    ),
  ],
  data: (item, known) => ({
    ...pickFields(item, componentFields),
    status_page_id: known.id('status_pages', String(item['status_page'])),
    ...toSource(item, known),
  }),
  toDeclared: (record, known) => ({
    external_id: String(record['external_id']),
    ...pickFields(record, componentFields),
    status_page: known.externalId('status_pages', Number(record['status_page_id'])),
    service: toName(record['service_id'], 'services', known),
    group: toName(record['group_id'], 'groups', known),
  }),
}

/** A component that names its source has no other one, also if it had before. */
function toSource(item: DeclaredObject, known: ExternalIds): Readonly<Record<string, unknown>> {
  const { service, group, manual_status = null } = item
  if (service === undefined && group === undefined && manual_status === null) return {}
  return {
    service_id: service === undefined ? null : known.id('services', String(service)),
    group_id: group === undefined ? null : known.id('groups', String(group)),
    manual_status,
  }
}

const toName = (id: unknown, section: 'services' | 'groups', known: ExternalIds): string | null =>
  id === null ? null : known.externalId(section, Number(id))
