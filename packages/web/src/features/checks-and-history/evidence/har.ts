/** The phases of a request in the order in which they happen, as HAR names them. */
export const requestPhaseNames = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'] as const
export type RequestPhaseName = (typeof requestPhaseNames)[number]

export const requestTypes = ['document', 'style', 'script', 'image', 'font', 'data', 'media', 'other'] as const
export type RequestType = (typeof requestTypes)[number]

/** Moments of the loading of a page. */
export const pageMarkNames = ['contentLoaded', 'load', 'fcp', 'lcp'] as const
export type PageMarkName = (typeof pageMarkNames)[number]

/** One request of a HAR file. Times are in milliseconds. */
export interface HarRow {
  readonly method: string
  readonly url: string
  /** 0 if there was no response. */
  readonly status: number
  /** Why there was no response; empty if there was one. */
  readonly error: string
  /** Whether the settings of the service blocked the request. */
  readonly isBlocked: boolean
  /** Whether the request was still running when the check ended. */
  readonly isPending: boolean
  readonly type: RequestType
  readonly mimeType: string
  readonly protocol: string
  readonly remoteAddress: string
  /** The title of the page or step that the request belongs to. */
  readonly page: string
  /** The bytes that were transferred; null if unknown. */
  readonly size: number | null
  /** The start of the request relative to the start of the page, and its duration. */
  readonly start: number
  readonly length: number
  /** The phases that took time, in order; `connect` without `ssl`. */
  readonly phases: readonly { readonly phase: RequestPhaseName; readonly length: number }[]
}

export interface Waterfall {
  /** At most `maxRows`. */
  readonly rows: readonly HarRow[]
  /** How many requests the file has. */
  readonly count: number
  readonly marks: readonly { readonly name: PageMarkName; readonly at: number }[]
  /** The time up to the end of the last request or the last mark, whichever is later. */
  readonly length: number
}

/** More requests than this are counted and not shown. */
export const maxRows = 500

/** A request failed if it got no response or an error. Requests that the settings block do not count. */
export const isFailedRequest = ({ status, error, isBlocked, isPending }: HarRow): boolean =>
  !isBlocked && !isPending && (status === 0 || status >= 400 || error !== '')

/** Parses a HAR file; null if the text is not one. Its content is not trusted. */
export function buildWaterfall(text: string): Waterfall | null {
  const harLog = parseLog(text)
  const entries = getValue(harLog, 'entries')
  if (!Array.isArray(entries)) return null
  const timedEntries = entries.slice(0, maxEntries).flatMap((entry: unknown) => {
    const started = getStartTime(entry)
    return started === null ? [] : [{ entry, started }]
  })
  const pages = readPages(harLog)
  const pageStart = timedEntries.reduce(
    (first, { started }) => Math.min(first, started),
    pages.started ?? Number.POSITIVE_INFINITY,
  )
  const rows = timedEntries
    .toSorted((one, other) => one.started - other.started)
    .slice(0, maxRows)
    .map(({ entry, started }) => toRow(entry, { start: boundTime(started - pageStart), titles: pages.titles }))
  const marks = pages.marks.map(({ name, after }) => ({
    name,
    at: boundTime((pages.started ?? pageStart) - pageStart + after),
  }))
  const ends = [...rows.map(({ start, length }) => start + length), ...marks.map(({ at }) => at)]
  return {
    rows,
    count: entries.length,
    marks,
    length: ends.reduce((last, end) => Math.max(last, end), 0),
  }
}

/** Entries beyond this are not even sorted. */
const maxEntries = 5000
const maxUrlLength = 2048
const maxTextLength = 200
/** An hour; no check takes as long. */
const maxTimeMs = 3_600_000
const maxBytes = 1e12

function parseLog(text: string): unknown {
  try {
    return getValue(JSON.parse(text), 'log')
  } catch {
    return undefined
  }
}

interface EntryContext {
  readonly start: number
  readonly titles: ReadonlyMap<string, string>
}

function toRow(entry: unknown, { start, titles }: EntryContext): HarRow {
  const phases = readPhases(getValue(entry, 'timings'))
  const sum = phases.reduce((all, { length }) => all + length, 0)
  const mimeType = getShortText(entry, 'response', 'content', 'mimeType')
  return {
    method: getShortText(entry, 'request', 'method').slice(0, 20),
    url: getText(entry, 'request', 'url').slice(0, maxUrlLength),
    status: Math.min(readNumber(getValue(entry, 'response', 'status')), 999),
    error: getShortText(entry, 'response', '_error'),
    isBlocked: getValue(entry, '_isBlocked') === true,
    isPending: getValue(entry, '_isPending') === true,
    type: toType(getShortText(entry, '_resourceType').toLowerCase(), mimeType.toLowerCase()),
    mimeType,
    protocol: getShortText(entry, 'response', 'httpVersion').slice(0, 20),
    remoteAddress: getShortText(entry, 'serverIPAddress').slice(0, 64),
    page: titles.get(getShortText(entry, 'pageref')) ?? '',
    size: readSize(entry),
    start,
    length: boundTime(readNumber(getValue(entry, 'time')) || sum),
    phases,
  }
}

function readPages(log: unknown) {
  const listed = getValue(log, 'pages')
  const pages: readonly unknown[] = Array.isArray(listed) ? listed.slice(0, 100) : []
  const [first] = pages
  const readTiming = (name: string) => readNumber(getValue(first, 'pageTimings', name) ?? getValue(first, name))
  const times: Readonly<Record<PageMarkName, number>> = {
    contentLoaded: readTiming('onContentLoad'),
    load: readTiming('onLoad'),
    fcp: readTiming('_firstContentfulPaint'),
    lcp: readTiming('_largestContentfulPaint'),
  }
  return {
    started: getStartTime(first),
    titles: new Map(pages.map((page) => [getShortText(page, 'id'), getShortText(page, 'title')])),
    marks: pageMarkNames.map((name) => ({ name, after: boundTime(times[name]) })).filter(({ after }) => after > 0),
  }
}

/** In HAR, `connect` includes `ssl`; a phase that did not happen is -1. */
function readPhases(timings: unknown): HarRow['phases'] {
  const ssl = readNumber(getValue(timings, 'ssl'))
  return requestPhaseNames
    .map((phase) => {
      const length = boundTime(readNumber(getValue(timings, phase)))
      return { phase, length: phase === 'connect' ? Math.max(length - ssl, 0) : length }
    })
    .filter(({ length }) => length > 0)
}

function readSize(entry: unknown): number | null {
  const sizes = [
    getValue(entry, 'response', '_transferSize'),
    getValue(entry, 'response', 'bodySize'),
    getValue(entry, 'response', 'content', 'size'),
  ]
  const knownSize = sizes.find((size) => typeof size === 'number' && size >= 0)
  return knownSize === undefined ? null : Math.min(Number(knownSize), maxBytes)
}

const typesByResource: Readonly<Record<string, RequestType>> = {
  document: 'document',
  stylesheet: 'style',
  script: 'script',
  image: 'image',
  font: 'font',
  xhr: 'data',
  fetch: 'data',
  media: 'media',
}

const typesByMimeType: readonly (readonly [pattern: RegExp, type: RequestType])[] = [
  [/html/, 'document'],
  [/css/, 'style'],
  [/javascript|ecmascript/, 'script'],
  [/^image\//, 'image'],
  [/font/, 'font'],
  [/json|xml/, 'data'],
  [/^(?:audio|video)\//, 'media'],
]

function toType(resource: string, mimeType: string): RequestType {
  if (Object.hasOwn(typesByResource, resource)) return typesByResource[resource] ?? 'other'
  if (resource !== '') return 'other'
  return typesByMimeType.find(([pattern]) => pattern.test(mimeType))?.[1] ?? 'other'
}

function getStartTime(value: unknown): number | null {
  const time = Date.parse(getText(value, 'startedDateTime'))
  return Number.isFinite(time) ? time : null
}

function getValue(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null ? Object.getOwnPropertyDescriptor(inside, name)?.value : undefined,
    value,
  )
}

function getText(value: unknown, ...path: readonly string[]): string {
  const text = getValue(value, ...path)
  return typeof text === 'string' ? text : ''
}

const getShortText = (value: unknown, ...path: readonly string[]): string =>
  getText(value, ...path).slice(0, maxTextLength)

const readNumber = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0

const boundTime = (value: number): number => Math.min(Math.max(value, 0), maxTimeMs)
