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
  itemSchema: buildItemSchema(statusPage, { required: pageRequired, optional: pageOptional, extraFields: {} }),
  references: () => [],
  data: (item) => pickFields(item, pageFields),
  toDeclared: (record) => ({
    external_id: String(record['external_id']),
    ...pickFields(record, pageFields),
    ...sortAddresses(record),
  }),
  normalize: (item) => ({ ...item, ...sortAddresses(item), ...lowercaseColour(item), ...normalizeItemDomain(item) }),
}

/** Sorts the addresses, whose order has no meaning. Languages stay in order, because the first is the default one. */
const sortAddresses = ({ allowed_addresses }: Readonly<Record<string, unknown>>) =>
  allowed_addresses === undefined ? {} : { allowed_addresses: sortNames(allowed_addresses as string[]) }

/** Colours are stored in lower case. */
const lowercaseColour = ({ accent_colour: colour }: DeclaredObject) =>
  typeof colour === 'string' ? { accent_colour: colour.toLowerCase() } : {}

/** Domains are compared as they are stored. */
const normalizeItemDomain = ({ domain }: DeclaredObject) =>
  typeof domain === 'string' ? { domain: normalizeDomain(domain) ?? domain } : {}

/** The sections that a component refers to by external id, besides its page. */
const sources = { service: 'services', group: 'groups' } as const
const componentFields = (statusPageComponent.update?.fields ?? []).filter(
  (name) => name !== 'service_id' && name !== 'group_id',
)

export const statusPageComponentKind: ApplyKind = {
  section: 'status_page_components',
  resource: statusPageComponent,
  itemSchema: buildItemSchema(statusPageComponent, {
    required: ['name'],
    optional: componentFields.filter((name) => name !== 'name'),
    extraFields: { status_page: externalId, service: Type.Optional(externalId), group: Type.Optional(externalId) },
  }),
  documentNames: { status_page_id: 'status_page', service_id: 'service', group_id: 'group' },
  references: (item) => [
    { section: 'status_pages', external_id: String(item['status_page']), path: 'status_page' },
    ...Object.entries(sources).flatMap(([at, section]): Reference[] =>
      item[at] === undefined ? [] : [{ section, external_id: String(item[at]), path: at }],
    ),
  ],
  data: (item, ids) => ({
    ...pickFields(item, componentFields),
    status_page_id: ids.id('status_pages', String(item['status_page'])),
    ...toSource(item, ids),
  }),
  toDeclared: (record, ids) => ({
    external_id: String(record['external_id']),
    ...pickFields(record, componentFields),
    status_page: ids.externalId('status_pages', Number(record['status_page_id'])),
    service: toExternalId(record['service_id'], 'services', ids),
    group: toExternalId(record['group_id'], 'groups', ids),
  }),
}

/** A declared source replaces any other source that the component had. */
function toSource(item: DeclaredObject, ids: ExternalIds): Readonly<Record<string, unknown>> {
  const { service, group, manual_status = null } = item
  if (service === undefined && group === undefined && manual_status === null) return {}
  return {
    service_id: service === undefined ? null : ids.id('services', String(service)),
    group_id: group === undefined ? null : ids.id('groups', String(group)),
    manual_status,
  }
}

const toExternalId = (id: unknown, section: 'services' | 'groups', ids: ExternalIds): string | null =>
  id === null ? null : ids.externalId(section, Number(id))
