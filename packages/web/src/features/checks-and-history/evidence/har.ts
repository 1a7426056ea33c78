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
  /** The settings of the service keep it from being sent. */
  readonly isBlocked: boolean
  /** It had not ended when the check did. */
  readonly isPending: boolean
  readonly type: RequestType
  readonly mimeType: string
  readonly protocol: string
  readonly remoteAddress: string
  /** The title of the page or step that it belongs to. */
  readonly page: string
  /** The bytes that were transferred; null if unknown. */
  readonly size: number | null
  /** The start of the request after that of the page, and its duration. */
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
  /** From the first request to the end of the last, or to the last mark. */
  readonly length: number
}

/** More requests than this are counted and not shown. */
export const maxRows = 500

/** A request failed if it got no response or an error. Requests that the settings block do not count. */
export const isFailedRequest = ({ status, error, isBlocked, isPending }: HarRow): boolean =>
  !isBlocked && !isPending && (status === 0 || status >= 400 || error !== '')

/** Parses a HAR file; null if the text is not one. Its content is not trusted. */
export function buildWaterfall(text: string): Waterfall | null {
  const log = logIn(text)
  const entries = valueAt(log, 'entries')
  if (!Array.isArray(entries)) return null
  const timed = entries.slice(0, maxEntries).flatMap((entry: unknown) => {
    const started = timeAt(entry)
    return started === null ? [] : [{ entry, started }]
  })
  const pages = readPages(log)
  const zero = timed.reduce((first, { started }) => Math.min(first, started), pages.started ?? Number.POSITIVE_INFINITY)
  const rows = timed
    .toSorted((one, other) => one.started - other.started)
    .slice(0, maxRows)
    .map(({ entry, started }) => toRow(entry, { start: boundTime(started - zero), titles: pages.titles }))
  const marks = pages.marks.map(({ name, after }) => ({ name, at: boundTime((pages.started ?? zero) - zero + after) }))
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
const maxUrl = 2048
const maxText = 200
/** An hour; no check takes as long. */
const maxTime = 3_600_000
const maxBytes = 1e12

function logIn(text: string): unknown {
  try {
    return valueAt(JSON.parse(text), 'log')
  } catch {
    return undefined
  }
}

interface PlacedEntry {
  readonly start: number
  readonly titles: ReadonlyMap<string, string>
}

function toRow(entry: unknown, { start, titles }: PlacedEntry): HarRow {
  const phases = readPhases(valueAt(entry, 'timings'))
  const sum = phases.reduce((all, { length }) => all + length, 0)
  const mimeType = shortTextAt(entry, 'response', 'content', 'mimeType')
  return {
    method: shortTextAt(entry, 'request', 'method').slice(0, 20),
    url: textAt(entry, 'request', 'url').slice(0, maxUrl),
    status: Math.min(readNumber(valueAt(entry, 'response', 'status')), 999),
    error: shortTextAt(entry, 'response', '_error'),
    isBlocked: valueAt(entry, '_isBlocked') === true,
    isPending: valueAt(entry, '_isPending') === true,
    type: toType(shortTextAt(entry, '_resourceType').toLowerCase(), mimeType.toLowerCase()),
    mimeType,
    protocol: shortTextAt(entry, 'response', 'httpVersion').slice(0, 20),
    remoteAddress: shortTextAt(entry, 'serverIPAddress').slice(0, 64),
    page: titles.get(shortTextAt(entry, 'pageref')) ?? '',
    size: readSize(entry),
    start,
    length: boundTime(readNumber(valueAt(entry, 'time')) || sum),
    phases,
  }
}

function readPages(log: unknown) {
  const listed = valueAt(log, 'pages')
  const pages: readonly unknown[] = Array.isArray(listed) ? listed.slice(0, 100) : []
  const [first] = pages
  const timing = (name: string) => readNumber(valueAt(first, 'pageTimings', name) ?? valueAt(first, name))
  const found: Readonly<Record<PageMarkName, number>> = {
    contentLoaded: timing('onContentLoad'),
    load: timing('onLoad'),
    fcp: timing('_firstContentfulPaint'),
    lcp: timing('_largestContentfulPaint'),
  }
  return {
    started: timeAt(first),
    titles: new Map(pages.map((page) => [shortTextAt(page, 'id'), shortTextAt(page, 'title')])),
    marks: pageMarkNames.map((name) => ({ name, after: boundTime(found[name]) })).filter(({ after }) => after > 0),
  }
}

/** In HAR, `connect` includes `ssl`; a phase that did not happen is -1. */
function readPhases(timings: unknown): HarRow['phases'] {
  const ssl = readNumber(valueAt(timings, 'ssl'))
  return requestPhaseNames
    .map((phase) => {
      const length = boundTime(readNumber(valueAt(timings, phase)))
      return { phase, length: phase === 'connect' ? Math.max(length - ssl, 0) : length }
    })
    .filter(({ length }) => length > 0)
}

function readSize(entry: unknown): number | null {
  const sizes = [
    valueAt(entry, 'response', '_transferSize'),
    valueAt(entry, 'response', 'bodySize'),
    valueAt(entry, 'response', 'content', 'size'),
  ]
  const known = sizes.find((size) => typeof size === 'number' && size >= 0)
  return known === undefined ? null : Math.min(Number(known), maxBytes)
}

const types: Readonly<Record<string, RequestType>> = {
  document: 'document',
  stylesheet: 'style',
  script: 'script',
  image: 'image',
  font: 'font',
  xhr: 'data',
  fetch: 'data',
  media: 'media',
}

const byMimeType: readonly (readonly [pattern: RegExp, type: RequestType])[] = [
  [/html/, 'document'],
  [/css/, 'style'],
  [/javascript|ecmascript/, 'script'],
  [/^image\//, 'image'],
  [/font/, 'font'],
  [/json|xml/, 'data'],
  [/^(?:audio|video)\//, 'media'],
]

function toType(resource: string, mimeType: string): RequestType {
  if (Object.hasOwn(types, resource)) return types[resource] ?? 'other'
  if (resource !== '') return 'other'
  return byMimeType.find(([pattern]) => pattern.test(mimeType))?.[1] ?? 'other'
}

function timeAt(value: unknown): number | null {
  const time = Date.parse(textAt(value, 'startedDateTime'))
  return Number.isFinite(time) ? time : null
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null ? Object.getOwnPropertyDescriptor(inside, name)?.value : undefined,
    value,
  )
}

function textAt(value: unknown, ...path: readonly string[]): string {
  const text = valueAt(value, ...path)
  return typeof text === 'string' ? text : ''
}

const shortTextAt = (value: unknown, ...path: readonly string[]): string => textAt(value, ...path).slice(0, maxText)

const readNumber = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0

const boundTime = (value: number): number => Math.min(Math.max(value, 0), maxTime)
