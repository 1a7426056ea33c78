import type { Client } from './client.ts'
import { collectPages } from './collect-pages.ts'
import { assignNames, formatReference, type NamedRecord, type OmittedReference, toItems } from './declared-names.ts'
import { type DeclaredPages, declarePages } from './declared-pages.ts'
import type {
  ApplyData,
  Contact,
  ContactAddress,
  Escalation,
  Event,
  Group,
  ReportTemplate,
  Service,
  StatusPage,
  StatusPageComponent,
} from './types.ts'

type Items<Section extends keyof ApplyData> =
  NonNullable<ApplyData[Section]> extends readonly (infer Item)[] ? readonly (keyof Item & string)[] : never

/** The fields that a file can declare under the same name as in the API. */
const fields = {
  groups: [
    'name',
    'periodic_daily_reports',
    'periodic_weekly_reports',
    'periodic_monthly_reports',
    'archived_services_in_periodic_reports',
    'assigned_sensor_ids',
    'service_level_target',
  ] satisfies Items<'groups'>,
  services: [
    'name',
    'type_id',
    'address',
    'interval',
    'description',
    'is_active',
    'sensor_ids',
    'step_names',
    'notification_channel_ids',
    'notification_condition_ids',
    'notification_mode_id',
    'recovery_notification_mode_id',
    'tags',
    'service_level_target',
  ] satisfies Items<'services'>,
  contacts: ['name', 'description', 'language_id'] satisfies Items<'contacts'>,
  events: [
    'name',
    'kind',
    'description',
    'is_active',
    'settings',
    'start_delay',
    'end_delay',
  ] satisfies Items<'events'>,
  escalations: [
    'name',
    'is_active',
    'delay',
    'repeat_interval',
    'maximum_repeats',
    'contact_group_ids',
    'channel_ids',
    'notify_end',
  ] satisfies Items<'escalations'>,
  report_templates: [
    'name',
    'description',
    'title',
    'introduction',
    'email_subject',
    'email_body',
    'tags',
    'delivery',
    'is_active',
    'language_id',
    'time_zone_id',
    'section_ids',
    'reporting_plan_ids',
    'attachment_type_ids',
    'accounting_method',
    'recipients',
    'service_level_target',
  ] satisfies Items<'report_templates'>,
}

/** The placeholder of the API for secrets. */
const mask = '********'

export interface AccountRecords {
  readonly groups: readonly Group[]
  readonly services: readonly Service[]
  readonly contacts: readonly Contact[]
  readonly addresses: readonly ContactAddress[]
  readonly events: readonly Event[]
  readonly escalations: readonly Escalation[]
  readonly report_templates: readonly ReportTemplate[]
  readonly status_pages: readonly StatusPage[]
  readonly status_page_components: readonly StatusPageComponent[]
}

/** Reads all records of the account that a file can declare. */
export async function readAccount(client: Client, signal: AbortSignal): Promise<AccountRecords> {
  const { id } = await client.call('read_account', { path: { _id: 'my_account' }, query: { fields: ['id'] } })
  const ownerFilter = { 'filter.owner_id': `equals:${id}` }
  const readAll = async <Item>(list: string, query: object): Promise<Item[]> => {
    const items: unknown[] = await collectPages(client.pages(list as 'list_services', { query }, { signal }))
    return items as Item[]
  }
  const events = await readAll<Event>('list_events', ownerFilter)
  const ownEventIds = new Set(events.map((event) => event.id))
  const contacts = await readAll<Contact>('list_contacts', ownerFilter)
  const ownContactIds = new Set(contacts.map((contact) => contact.id))
  const pages = await readAll<StatusPage>('list_status_pages', ownerFilter)
  const ownPageIds = new Set(pages.map((page) => page.id))
  return {
    groups: await readAll('list_groups', ownerFilter),
    services: await readAll('list_services', { ...ownerFilter, 'filter.is_archived': 'false' }),
    contacts,
    addresses: (await readAll<ContactAddress>('list_contact_addresses', {})).filter((each) =>
      ownContactIds.has(each.contact_id),
    ),
    events,
    escalations: (await readAll<Escalation>('list_escalations', {})).filter((each) => ownEventIds.has(each.event_id)),
    report_templates: await readAll('list_report_templates', ownerFilter),
    status_pages: pages,
    status_page_components: (await readAll<StatusPageComponent>('list_status_page_components', {})).filter((each) =>
      ownPageIds.has(each.status_page_id),
    ),
  }
}

export interface Declaration {
  readonly document: ApplyData
  readonly omitted: readonly OmittedReference[]
}

/**
 * Converts records to a declared configuration: only records with an external id, or all of them. With `all`, records
 * that were created by hand get new names, so applying the file to the same account would create them again. A
 * field that refers to an object outside the file is left out, because `apply` does not change fields that are left
 * out.
 */
export function toDeclaration(records: AccountRecords, { all }: { readonly all: boolean }): Declaration {
  const omitted: OmittedReference[] = []
  const ownGroups = records.groups.filter(({ is_default }) => !is_default)
  const groups = assignNames(ownGroups, all)
  const services = assignNames(records.services, all)
  const contacts = assignNames(records.contacts, all)
  const events = assignNames(records.events, all)
  const allEvents = { names: events, records: records.events }
  const escalations = assignNames(records.escalations, all)
  const templates = assignNames(records.report_templates, all)
  /** Returns the names of all referenced objects; undefined, with a note in `omitted`, if one of them has none. */
  const resolveNames = (referrer: Referrer, ...references: readonly ReferencedRecords[]): string[][] | undefined => {
    const unnamed = references.flatMap(({ names, ids = [], records: targets }) =>
      ids.filter((id) => !names.has(id)).map((id) => ({ ...referrer, to: formatReference(id, targets) })),
    )
    omitted.push(...unnamed)
    if (unnamed.length > 0) return undefined
    return references.map(({ names, ids = [] }) => ids.flatMap((id) => names.get(id) ?? []))
  }
  /** Returns the scope with names; undefined, with a note in `omitted`, if an object has no name in the file. */
  const toScopeNames = (referrer: Omit<Referrer, 'field'>, { all_services = false, group_ids, service_ids }: Scope) => {
    const found = resolveNames(
      { ...referrer, field: 'scope' },
      { names: groups, ids: group_ids, records: records.groups },
      { names: services, ids: service_ids, records: records.services },
    )
    return found && { scope: { all_services, groups: found[0] ?? [], services: found[1] ?? [] } }
  }
  const document: ApplyData = {
    groups: toItems(groups, records.groups, fields.groups).map(({ declared }) => declared),
    services: toItems(services, records.services, fields.services).map(({ each, declared }) => {
      const referrer = { section: 'services', external_id: declared.external_id, field: 'group' } as const
      const ids = records.groups.some(({ id, is_default }) => id === each.group_id && is_default) ? [] : [each.group_id]
      const found = resolveNames(referrer, { names: groups, ids, records: records.groups })
      const [group] = found?.[0] ?? []
      return {
        ...declared,
        // Without a value, `apply` would use the default group.
        ...(found ? group !== undefined && { group } : { group: null }),
        extended_settings: omitSecretAndUnset(each.extended_settings),
      }
    }),
    contacts: toItems(contacts, records.contacts, fields.contacts).map(({ each, declared }) => ({
      ...declared,
      addresses: records.addresses
        .filter(({ contact_id }) => contact_id === each.id)
        .map(({ channel_id, address }) => ({ channel_id, address })),
    })),
    events: toItems(events, records.events, fields.events).map(({ each, declared }) => {
      const referrer = { section: 'events', external_id: declared.external_id } as const
      const scope = toScopeNames(referrer, each.scope)
      const conditions = resolveNames(
        { ...referrer, field: 'conditions' },
        { ...allEvents, ids: each.condition_event_ids },
      )
      return {
        ...declared,
        ...scope,
        ...(conditions && { conditions: conditions[0] ?? [] }),
      }
    }),
    escalations: toItems(escalations, records.escalations, fields.escalations).flatMap(({ each, declared }) => {
      const referrer = { section: 'escalations', external_id: declared.external_id } as const
      const [[event] = []] = resolveNames({ ...referrer, field: 'event' }, { ...allEvents, ids: [each.event_id] }) ?? []
      if (event === undefined) return []
      const contactNames = resolveNames(
        { ...referrer, field: 'contacts' },
        { names: contacts, ids: each.contact_ids, records: records.contacts },
      )
      return [{ ...declared, event, ...(contactNames && { contacts: contactNames[0] ?? [] }) }]
    }),
    report_templates: toItems(templates, records.report_templates, fields.report_templates).map(
      ({ each, declared }) => ({
        ...declared,
        ...toScopeNames({ section: 'report_templates', external_id: declared.external_id }, each.scope),
      }),
    ),
  }
  return addPages({ document, omitted }, declarePages(records, { groups, services }, { all }))
}

const addPages = ({ document, omitted }: Declaration, pages: DeclaredPages): Declaration => ({
  document: { ...document, ...pages.document },
  omitted: [...omitted, ...pages.omitted],
})

type Scope = Event['scope']

/** The field that contains a reference. */
type Referrer = Omit<OmittedReference, 'to'>

/** Referenced objects: their names in the file, their ids, and the records that contain them. */
interface ReferencedRecords {
  readonly names: ReadonlyMap<number, string>
  readonly ids: readonly number[] | undefined
  readonly records: readonly NamedRecord[]
}

/** Leaves out secrets, which are never shown, and unset settings. */
const omitSecretAndUnset = (settings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== mask))
