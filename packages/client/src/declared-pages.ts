import { assignNames, formatReference, type OmittedReference, toItems } from './declared-names.ts'
import type { ApplyData, Group, Service, StatusPage, StatusPageComponent } from './types.ts'

type Items<Section extends 'status_pages' | 'status_page_components'> =
  NonNullable<ApplyData[Section]> extends readonly (infer Item)[] ? readonly (keyof Item & string)[] : never

const pageFields = [
  'title',
  'slug',
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
  'is_published',
  'allows_subscribers',
  'incident_posts',
  'incident_post_delay',
  'maintenance_posts',
  'maintenance_notice',
  'announcement_templates',
] as const satisfies Items<'status_pages'>

const componentFields = [
  'name',
  'section',
  'position',
  'description',
  'group_rule',
  'group_share',
  'shows_history',
  'shows_availability',
  'shows_response_time',
  'only_show_if_degraded',
] as const satisfies Items<'status_page_components'>

interface PageRecords {
  readonly groups: readonly Group[]
  readonly services: readonly Service[]
  readonly status_pages: readonly StatusPage[]
  readonly status_page_components: readonly StatusPageComponent[]
}

/** The names of groups and services in the file, by id. */
interface SourceNames {
  readonly groups: ReadonlyMap<number, string>
  readonly services: ReadonlyMap<number, string>
}

/** The sections of status pages, and references that they leave out. */
export interface DeclaredPages {
  readonly document: Pick<ApplyData, 'status_pages' | 'status_page_components'>
  readonly omitted: readonly OmittedReference[]
}

/** Converts status pages with their components. Passwords and pictures are not part of a configuration. */
export function declarePages(
  records: PageRecords,
  names: SourceNames,
  { all }: { readonly all: boolean },
): DeclaredPages {
  const omitted: OmittedReference[] = []
  const namedPages = records.status_pages.map((page) => ({ ...page, name: page.title }))
  const pages = assignNames(namedPages, all)
  const components = assignNames(records.status_page_components, all)
  const status_page_components = toItems(components, records.status_page_components, componentFields).flatMap(
    ({ each, declared }) => {
      const referrer = { section: 'status_page_components', external_id: declared.external_id } as const
      const status_page = pages.get(each.status_page_id)
      if (status_page === undefined) {
        omitted.push({ ...referrer, field: 'status_page', to: formatReference(each.status_page_id, namedPages) })
        return []
      }
      const { service_id, group_id, manual_status } = each
      const [service, group] = [names.services.get(service_id ?? 0), names.groups.get(group_id ?? 0)]
      if (service_id !== null && service === undefined)
        omitted.push({ ...referrer, field: 'service', to: formatReference(service_id, records.services) })
      if (group_id !== null && group === undefined)
        omitted.push({ ...referrer, field: 'group', to: formatReference(group_id, records.groups) })
      const source = {
        ...(service !== undefined && { service }),
        ...(group !== undefined && { group }),
        ...(manual_status !== null && { manual_status }),
      }
      return [{ ...declared, status_page, ...source }]
    },
  )
  const status_pages = toItems(pages, namedPages, pageFields).map(({ declared }) => declared)
  return { document: { status_pages, status_page_components }, omitted }
}
