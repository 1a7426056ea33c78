import type { ImportLoss } from '../import/importer.ts'
import { type Raw, readStringOrNumber, toObject, toObjects } from '../import/reading.ts'
import type { ForeignComponent, ForeignPage } from './page-import.ts'
import { pageLosses } from './page-losses.ts'

/** Reads a status page of Uptime Kuma (`/api/status-page/SLUG`), or its backup. Undefined if it is something else. */
export function readKumaPage([file]: readonly unknown[]): ForeignPage | undefined {
  const data = toObject(file)
  if (Array.isArray(data['publicGroupList'])) return readPublished(data)
  return Array.isArray(data['monitorList']) ? readBackup(data) : undefined
}

const themes = ['auto', 'light', 'dark'] as const

function readPublished(data: Raw): ForeignPage {
  const config = toObject(data['config'])
  const title = readStringOrNumber(config['title']) ?? 'Status'
  const incident = toObject(data['incident'])
  const lost: ImportLoss[] = [
    ...(readStringOrNumber(incident['title']) === undefined
      ? []
      : [{ what: String(readStringOrNumber(incident['title'])), why: pageLosses.openPost }]),
    ...toObjects(data['maintenanceList']).map((each) => ({
      what: readStringOrNumber(each['title']) ?? '–',
      why: pageLosses.openPost,
    })),
    // This is Kuma's default logo.
    ...(/^\/icon\.svg$/.test(readStringOrNumber(config['icon']) ?? '/icon.svg')
      ? []
      : [{ what: title, why: pageLosses.picture }]),
    ...(readStringOrNumber(config['customCSS']) === undefined ? [] : [{ what: title, why: pageLosses.style }]),
    ...(toObjects(config['domainNameList']).length > 0 ? [{ what: title, why: pageLosses.domain }] : []),
  ]
  return {
    key: `uptime-kuma/page/${readStringOrNumber(config['slug']) ?? title}`,
    title,
    slug: readSlug(config['slug']),
    description: readStringOrNumber(config['description']),
    footer: readStringOrNumber(config['footerText']),
    appearance: themes.find((theme) => theme === config['theme']),
    components: toObjects(data['publicGroupList']).flatMap((group) =>
      toObjects(group['monitorList']).map((monitor) => toComponent(monitor, readStringOrNumber(group['name']))),
    ),
    lost,
  }
}

/** A backup contains no pages, so its monitors become one page, in their groups. */
function readBackup(data: Raw): ForeignPage {
  const monitors = toObjects(data['monitorList'])
  const groups = new Map(
    monitors.filter(({ type }) => type === 'group').map(({ id, name }) => [id, readStringOrNumber(name)]),
  )
  return {
    key: 'uptime-kuma/page/backup',
    title: 'Status',
    components: monitors
      .filter(({ type }) => type !== 'group')
      .map((monitor) => toComponent(monitor, groups.get(monitor['parent']))),
    lost: [],
  }
}

/** Monitors that `wachta import uptime-kuma` has imported are known by their ids. */
function toComponent(monitor: Raw, section: string | undefined): ForeignComponent {
  const id = readStringOrNumber(monitor['id'])
  return {
    key: id ?? readStringOrNumber(monitor['name']) ?? 'monitor',
    name: readStringOrNumber(monitor['name']) ?? `#${id ?? '?'}`,
    section,
    serviceExternalId: id === undefined ? undefined : `uptime-kuma/${id}`,
  }
}

/** Undefined if the slug is not valid in Wachta. */
function readSlug(value: unknown): string | undefined {
  const slug = readStringOrNumber(value)
  return slug !== undefined && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && slug.length >= 3 && slug.length <= 63
    ? slug
    : undefined
}
