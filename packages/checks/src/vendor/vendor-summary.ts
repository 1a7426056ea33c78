import type { PageIndicator } from '@wachta/domain'
import { CheckFailure } from '../failure.ts'

/** The rank of each indicator, which is also the value of the metric; a higher rank is worse. */
export const indicatorRanks: Readonly<Record<PageIndicator, number>> = {
  none: 0,
  maintenance: 1,
  minor: 2,
  major: 3,
  critical: 4,
}

/** The part of a vendor's `/api/v2/summary.json` that a check reads. */
export interface VendorSummary {
  readonly indicator: PageIndicator
  /** As the vendor describes it. */
  readonly description: string
  readonly components: readonly VendorComponent[]
  /** The ones that are not resolved, the newest first. */
  readonly incidents: readonly VendorIncident[]
}

export interface VendorComponent {
  readonly id: string
  readonly name: string
  /** The unchanged text. It is validated only for the components that are watched. */
  readonly status: string
}

export interface VendorIncident {
  readonly name: string
  /** The vendor's latest update. */
  readonly update: string
  /** The ids of the affected components; empty if the vendor names none. */
  readonly componentIds: readonly string[]
}

/** Reads the summary of a status page. Members that checks do not use are ignored; the others must be valid. */
export function parseVendorSummary(document: unknown): VendorSummary {
  const page = readObject(document, 'the document')
  const status = readObject(page['status'], 'status')
  return {
    indicator: readIndicator(status['indicator']),
    description: readText(status['description'] ?? '', 'status.description'),
    components: readList(page['components'], 'components').map(readComponent),
    incidents: readIncidents(readList(page['incidents'], 'incidents')),
  }
}

function readIndicator(value: unknown): PageIndicator {
  const known = Object.keys(indicatorRanks) as PageIndicator[]
  const indicator = known.find((each) => each === value)
  if (indicator === undefined) throw createInvalidPageFailure('status.indicator', `none of ${known.join(', ')}`)
  return indicator
}

type Members = Readonly<Record<string, unknown>>

function readComponent(value: unknown): VendorComponent {
  const { id, name, status } = readObject(value, 'a component')
  return {
    id: readText(id, 'id of a component'),
    name: readText(name, 'name of a component'),
    status: readText(status, 'status of a component'),
  }
}

const finishedStatuses: ReadonlySet<string> = new Set(['resolved', 'postmortem', 'completed'])

function readIncidents(values: readonly unknown[]): VendorIncident[] {
  return values
    .map((value) => readObject(value, 'an incident'))
    .filter((incident) => !finishedStatuses.has(readText(incident['status'], 'status of an incident')))
    .map((incident) => ({ incident, at: readTime(incident['created_at']) }))
    .sort((one, other) => other.at - one.at)
    .map(({ incident }) => readIncident(incident))
}

function readIncident(incident: Members): VendorIncident {
  return {
    name: readText(incident['name'], 'name of an incident'),
    update: readNewestUpdate(readList(incident['incident_updates'], 'incident_updates')),
    componentIds: readList(incident['components'], 'components of an incident').map((each) =>
      readText(readObject(each, 'a component of an incident')['id'], 'id of a component of an incident'),
    ),
  }
}

function readNewestUpdate(values: readonly unknown[]): string {
  const [newest] = values
    .map((value) => readObject(value, 'an update'))
    .map((update) => ({
      body: readText(update['body'] ?? '', 'body of an update'),
      at: readTime(update['created_at']),
    }))
    .sort((one, other) => other.at - one.at)
  return newest?.body ?? ''
}

/** A time that is missing or cannot be read counts as the oldest; such entries stay in the order of the page. */
function readTime(value: unknown): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? 0 : time
}

function readObject(value: unknown, part: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw createInvalidPageFailure(part, 'not an object')
  return value as Members
}

/** A list that a page leaves out is empty. */
function readList(value: unknown, part: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw createInvalidPageFailure(part, 'not a list')
  return value
}

function readText(value: unknown, part: string): string {
  if (typeof value !== 'string') throw createInvalidPageFailure(part, 'not a text')
  return value
}

const createInvalidPageFailure = (part: string, problem: string) =>
  new CheckFailure('vendor_page_invalid', `this is not the summary of a status page: ${part} is ${problem}`)
