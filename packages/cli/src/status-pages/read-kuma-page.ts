import type { Lost } from '../import/importer.ts'
import { type Raw, readableText, records, toObject } from '../import/reading.ts'
import type { ForeignComponent, ForeignPage } from './page-import.ts'
import { pageLosses } from './page-losses.ts'

/** Reads a status page of Uptime Kuma (`/api/status-page/SLUG`), or its backup. Undefined if it is something else. */
export function readKumaPage([file]: readonly unknown[]): ForeignPage | undefined {
  const read = toObject(file)
  if (Array.isArray(read['publicGroupList'])) return readPublished(read)
  return Array.isArray(read['monitorList']) ? readBackup(read) : undefined
}

const themes = ['auto', 'light', 'dark'] as const

function readPublished(read: Raw): ForeignPage {
  const config = toObject(read['config'])
  const title = readableText(config['title']) ?? 'Status'
  const incident = toObject(read['incident'])
  const lost: Lost[] = [
    ...(readableText(incident['title']) === undefined
      ? []
      : [{ what: String(readableText(incident['title'])), why: pageLosses.openPost }]),
    ...records(read['maintenanceList']).map((each) => ({
      what: readableText(each['title']) ?? '–',
      why: pageLosses.openPost,
    })),
    // This is Kuma's default logo.
    ...(/^\/icon\.svg$/.test(readableText(config['icon']) ?? '/icon.svg')
      ? []
      : [{ what: title, why: pageLosses.picture }]),
    ...(readableText(config['customCSS']) === undefined ? [] : [{ what: title, why: pageLosses.style }]),
    ...(records(config['domainNameList']).length > 0 ? [{ what: title, why: pageLosses.domain }] : []),
  ]
  return {
    key: `uptime-kuma/page/${readableText(config['slug']) ?? title}`,
    title,
    slug: readSlug(config['slug']),
    description: readableText(config['description']),
    footer: readableText(config['footerText']),
    appearance: themes.find((theme) => theme === config['theme']),
    components: records(read['publicGroupList']).flatMap((group) =>
      records(group['monitorList']).map((monitor) => toComponent(monitor, readableText(group['name']))),
    ),
    lost,
  }
}

/** A backup contains no pages, so its monitors become one page, in their groups. */
function readBackup(read: Raw): ForeignPage {
  const monitors = records(read['monitorList'])
  const groups = new Map(
    monitors.filter(({ type }) => type === 'group').map(({ id, name }) => [id, readableText(name)]),
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
  const id = readableText(monitor['id'])
  return {
    key: id ?? readableText(monitor['name']) ?? 'monitor',
    name: readableText(monitor['name']) ?? `#${id ?? '?'}`,
    section,
    serviceName: id === undefined ? undefined : `uptime-kuma/${id}`,
  }
}

/** Undefined if the slug is not valid in Wachta. */
function readSlug(value: unknown): string | undefined {
  const slug = readableText(value)
  return slug !== undefined && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && slug.length >= 3 && slug.length <= 63
    ? slug
    : undefined
}
