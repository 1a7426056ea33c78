import type { ImportLoss } from '../import/importer.ts'
import { type Raw, readStringOrNumber, toObject, toObjects } from '../import/reading.ts'
import type { ForeignComponent, ForeignPage, ImportedStatus } from './page-import.ts'
import { pageLosses } from './page-losses.ts'

const statuses: readonly ImportedStatus[] = [
  'operational',
  'under_maintenance',
  'degraded_performance',
  'partial_outage',
  'major_outage',
]

/**
 * Reads the published data of Statuspage (summary.json, perhaps with incidents.json), or the list of components of its
 * management API. Undefined if it is something else.
 */
export function readStatuspage(files: readonly unknown[]): ForeignPage | undefined {
  const parts = files.map((file) => (Array.isArray(file) ? { components: file } : toObject(file)))
  const components = parts.flatMap(({ components }) => toObjects(components))
  const page = toObject(parts.find(({ page }) => readStringOrNumber(toObject(page)['name']))?.['page'])
  if (components.length === 0 || !components.some((each) => readStringOrNumber(each['name']))) return undefined
  const lost: ImportLoss[] = []
  const title = readStringOrNumber(page['name']) ?? 'Status'
  return {
    key: `statuspage/${readStringOrNumber(page['id']) ?? title}`,
    title,
    timeZone: readStringOrNumber(page['time_zone']),
    homeUrl:
      readStringOrNumber(page['domain']) === undefined ? undefined : `https://${readStringOrNumber(page['domain'])}`,
    components: readComponents(components, lost),
    lost: [...lost, ...readPosts(parts, title)],
  }
}

/** Groups become sections; components are sorted by group. */
function readComponents(all: readonly Raw[], lost: ImportLoss[]): ForeignComponent[] {
  const groups = new Map(all.filter(isGroup).map((group) => [group['id'], group]))
  const getPosition = (component: Raw) => [
    Number((groups.get(component['group_id']) ?? component)['position']) || 0,
    Number(component['position']) || 0,
  ]
  return all
    .filter((component) => !isGroup(component) && readStringOrNumber(component['name']) !== undefined)
    .toSorted((one, other) => {
      const [[group = 0, position = 0], [otherGroup = 0, otherPosition = 0]] = [getPosition(one), getPosition(other)]
      return group - otherGroup || position - otherPosition
    })
    .map((component) => {
      const name = readStringOrNumber(component['name']) ?? ''
      const group = groups.get(component['group_id'])
      return {
        key: readStringOrNumber(component['id']) ?? name,
        name,
        description: readStringOrNumber(component['description']),
        section: group && readStringOrNumber(group['name']),
        status: readStatus(component['status'], name, lost),
        showsHistory: component['showcase'] === false ? false : undefined,
        onlyShowIfDegraded: component['only_show_if_degraded'] === true,
      }
    })
}

const isGroup = ({ group }: Raw): boolean => group === true

function readStatus(value: unknown, name: string, lost: ImportLoss[]): ImportedStatus | undefined {
  const knownStatus = statuses.find((status) => status === value)
  if (knownStatus === undefined && value !== undefined)
    lost.push({ what: name, why: pageLosses.status(String(readStringOrNumber(value) ?? typeof value).slice(0, 40)) })
  return knownStatus
}

/** Lists open posts by name; past posts are only counted. The same post can be in both files. */
function readPosts(parts: readonly Raw[], title: string): ImportLoss[] {
  const posts = parts.flatMap((part) => [...toObjects(part['incidents']), ...toObjects(part['scheduled_maintenances'])])
  const postsById = new Map(posts.map((post) => [post['id'] ?? post, post]))
  const isOver = ({ status }: Raw) => ['resolved', 'completed', 'postmortem'].includes(String(status))
  const open = [...postsById.values()].filter((post) => !isOver(post))
  const past = postsById.size - open.length
  return [
    ...open.map((post) => ({ what: readStringOrNumber(post['name']) ?? '–', why: pageLosses.openPost })),
    ...(past > 0 ? [{ what: title, why: pageLosses.pastPosts(past) }] : []),
  ]
}
