import type { ApplyData } from '@wachta/client'
import { externalName, freshName } from '@wachta/client'
import type { LocalizedText } from '../frame/localized-text.ts'
import type { ImportLoss } from '../import/importer.ts'
import { pageLosses } from './page-losses.ts'

type Item<Section extends 'status_pages' | 'status_page_components'> = NonNullable<ApplyData[Section]>[number]
export type ImportedStatus = NonNullable<Item<'status_page_components'>['manual_status']>

/** A service that a component can show. */
export interface KnownService {
  readonly id: number
  readonly name: string
  readonly external_id: string | null
}

/** A component as another system describes it. */
export interface ForeignComponent {
  /** Its id in the other system. */
  readonly key: string
  readonly name: string
  readonly description?: string | undefined
  readonly section?: string | undefined
  readonly status?: ImportedStatus | undefined
  readonly showsHistory?: boolean | undefined
  readonly onlyShowIfDegraded?: boolean | undefined
  /** The external id of the service, if its monitor was imported. */
  readonly serviceExternalId?: string | undefined
}

/** A page as another system describes it. */
export interface ForeignPage {
  /** The system and what it calls the page: `statuspage/kctbh9vrtdwd`. */
  readonly key: string
  readonly title: string
  readonly description?: string | undefined
  readonly footer?: string | undefined
  readonly homeUrl?: string | undefined
  readonly timeZone?: string | undefined
  readonly appearance?: 'auto' | 'light' | 'dark' | undefined
  readonly slug?: string | undefined
  readonly components: readonly ForeignComponent[]
  /** Parts that could not be imported. */
  readonly lost: readonly ImportLoss[]
}

export interface PageImport {
  readonly document: ApplyData
  readonly lost: readonly ImportLoss[]
  /** Components whose service has no external id: they are connected after the configuration is applied. */
  readonly links: readonly { readonly component: string; readonly service: KnownService }[]
}

const maxComponents = 200

/** Converts a page of another system to a configuration. Components without a matching service get a manual status. */
export function convertPage(page: ForeignPage, services: readonly KnownService[]): PageImport {
  const lost: ImportLoss[] = [...page.lost]
  const lose = (what: string, why: LocalizedText) => void lost.push({ what, why })
  const status_page = externalName(page.key)
  const takenIds = new Set<string>()
  const links: { component: string; service: KnownService }[] = []
  const importedComponents = page.components.slice(0, maxComponents)
  if (importedComponents.length < page.components.length)
    lose(page.title, pageLosses.tooMany(page.components.length, maxComponents))
  const components = importedComponents.map((component, position): Item<'status_page_components'> => {
    const external_id = freshName(`${page.key}/${component.key}`, takenIds)
    const service = matchService(component, services, lose)
    if (service && service.external_id === null) links.push({ component: external_id, service })
    return {
      external_id,
      status_page,
      name: truncate(component.name, { max: 100, lose }) || component.key,
      position,
      ...(component.section && { section: truncate(component.section, { max: 100, lose }) }),
      ...(component.description && { description: truncate(component.description, { max: 500, lose }) }),
      ...(component.showsHistory === false && { shows_history: false, shows_availability: false }),
      ...(component.onlyShowIfDegraded && { only_show_if_degraded: true }),
      ...(service?.external_id
        ? { service: service.external_id }
        : { manual_status: component.status ?? 'operational' }),
    }
  })
  const document = {
    status_pages: [toPage(page, status_page, lose)],
    ...(components.length > 0 && { status_page_components: components }),
  }
  return { document, lost, links }
}

type ReportLoss = (what: string, why: LocalizedText) => void

function toPage(page: ForeignPage, external_id: string, lose: ReportLoss): Item<'status_pages'> {
  const title = truncate(page.title, { max: 100, lose })
  const zone = page.timeZone === 'Etc/UTC' ? 'UTC' : page.timeZone
  const isKnown = zone === undefined || zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)
  if (!isKnown) lose(title, pageLosses.timeZone(zone))
  const home = page.homeUrl !== undefined && isWebAddress(page.homeUrl) ? page.homeUrl : undefined
  return {
    external_id,
    title,
    slug: page.slug ?? toPageSlug(title),
    ...(page.description && { description: truncate(page.description, { max: 1000, lose }) }),
    ...(page.footer && { footer: truncate(page.footer, { max: 500, lose }) }),
    ...(home !== undefined && { home_url: home }),
    ...(isKnown && zone !== undefined && { time_zone: zone }),
    ...(page.appearance && { appearance: page.appearance }),
  }
}

/** Finds the service imported with the component, or else by its name, ignoring case, accents and punctuation. */
function matchService(component: ForeignComponent, services: readonly KnownService[], lose: ReportLoss) {
  const declared = services.find(
    ({ external_id }) => external_id !== null && external_id === component.serviceExternalId,
  )
  if (declared) return declared
  const normalizedName = normalizeName(component.name)
  const found = services.filter(({ name }) => normalizedName !== '' && normalizeName(name) === normalizedName)
  if (found.length === 1) return found[0]
  lose(component.name, found.length > 1 ? pageLosses.ambiguous(found.length) : pageLosses.noService)
  return undefined
}

/** Unlike an external name, it keeps the letters of all scripts: two names that differ in them are different. */
const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const [minSlugLength, maxSlugLength] = [3, 63]

/** Makes a slug from a title; one that is too short gets a suffix. */
export function toPageSlug(title: string): string {
  const slug = externalName(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, '')
  return slug.length < minSlugLength ? `${slug}-status`.replace(/^-/, '') : slug
}

/** Puts a text on one line and truncates it to the maximum length. */
function truncate(text: string, { max, lose }: { readonly max: number; readonly lose: ReportLoss }): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  if (line.length <= max) return line
  lose(line.slice(0, 40), pageLosses.cut(max))
  return line.slice(0, max).toWellFormed().trim()
}

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && text.length <= 255
}
