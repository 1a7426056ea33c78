import type { ShopPictures } from './shop-pictures.ts'

/** The data of a browser check's HAR archive. */
interface HarOptions {
  readonly started: number
  /** The metrics of the check. */
  readonly metrics: Readonly<Record<string, number>>
  /** Whether the product pictures are missing, and a new partner script is slow. */
  readonly isFailed: boolean
}

type Entry = readonly [type: string, path: string, mimeType: string, size: number]

const origin = 'https://sklep.example.com'

const resources: readonly Entry[] = [
  ['document', '/', 'text/html', 18_400],
  ...['base', 'shop', 'print', 'icons'].map((name) => ['stylesheet', `/css/${name}.css`, 'text/css', 9200] as const),
  ...['vendor', 'shop', 'basket', 'search', 'reviews', 'consent', 'lazy', 'sentry'].map(
    (name, place) => ['script', `/js/${name}.${place}f3.js`, 'text/javascript', 24_000 + 9000 * place] as const,
  ),
  ...['inter-400', 'inter-600'].map((name) => ['font', `/fonts/${name}.woff2`, 'font/woff2', 31_000] as const),
  ...Array.from(
    { length: 32 },
    (_, place) => ['image', `/media/product-${place + 1}.jpg?w=480`, 'image/jpeg', 22_000 + 700 * place] as const,
  ),
  ...['basket', 'session', 'recommended', 'stock', 'delivery'].map(
    (name) => ['fetch', `/api/v2/${name}`, 'application/json', 1800] as const,
  ),
  ['image', 'https://cdn.example.net/badge.svg', 'image/svg+xml', 3100],
  ['script', 'https://stats.example.net/collect.js', 'text/javascript', 41_000],
  ['ping', 'https://stats.example.net/beacon', '', 0],
  ['media', '/media/winter.mp4', 'video/mp4', 412_000],
]

/** An archive of about sixty requests, in the runner's format. */
export function shopHar({ started, isFailed, metrics }: HarOptions): string {
  const entries = requestsOf(isFailed).map((entry, place) => harEntry(entry, place, { started, isFailed }))
  const timings = {
    onContentLoad: metrics['content_loaded_time'],
    onLoad: metrics['page_load_time'],
    _firstContentfulPaint: metrics['first_contentful_paint'],
    _largestContentfulPaint: metrics['largest_contentful_paint'],
  }
  const pages = [{ id: 'page_1', title: `${origin}/`, startedDateTime: iso(started), pageTimings: timings }]
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'Wachta', version: '1' }, pages, entries } })
}

const partner: Entry = ['script', 'https://partner.example.org/widget.js', 'text/javascript', 88_000]

const requestsOf = (isFailed: boolean): readonly Entry[] => (isFailed ? [...resources, partner] : resources)

/** The request metrics of the archive, computed as in a check. */
export function shopRequests(isFailed: boolean) {
  const entries = requestsOf(isFailed).map((entry, place) => harEntry(entry, place, { started: 0, isFailed }))
  return {
    request_count: entries.length,
    failed_request_count: entries.filter(({ response }) => response.status >= 400 || response._error?.includes('ERR_'))
      .length,
    transferred_size: entries.reduce((size, { response }) => size + response._transferSize, 0),
  }
}

function harEntry(
  [type, path, mimeType, size]: Entry,
  place: number,
  { started, isFailed }: Omit<HarOptions, 'metrics'>,
) {
  const url = URL.parse(path, origin)?.href ?? path
  const isOwn = url.startsWith(origin)
  const isBlocked = url.includes('beacon')
  const isMissing = isFailed && /product-(?:2|3|5|7|8)\.jpg/.test(url)
  const isRefused = isFailed && url.includes('recommended')
  const slow = (isFailed ? 1.5 : 1) * (url.includes('partner') ? 9 : url.includes('/api/v2/stock') && isFailed ? 6 : 1)
  const opens = place === 0 || !isOwn
  const timings = {
    blocked: place === 0 ? 1.2 : 4 + (place % 6) * 9,
    dns: opens ? 14 : -1,
    connect: opens ? 62 : -1,
    ssl: opens ? 34 : -1,
    send: 0.4,
    wait: Math.round((48 + ((place * 37) % 90)) * slow),
    receive: Math.round(6 + size / 2600),
  }
  const time = isBlocked ? 0.6 : sum(timings) - Math.max(timings.ssl, 0)
  const begins = place === 0 ? 0 : 240 + Math.floor(place / 6) * (isFailed ? 190 : 110) + (place % 6) * 12
  return {
    pageref: 'page_1',
    startedDateTime: iso(started + begins),
    time,
    request: { method: type === 'ping' ? 'POST' : 'GET', url, httpVersion: 'h2', cookies: [], headers: [] },
    response: {
      status: isBlocked || isRefused ? 0 : isMissing ? 404 : 200,
      httpVersion: 'h2',
      content: { size: -1, mimeType },
      _transferSize: isBlocked || isRefused ? 0 : size,
      ...(isBlocked && { _error: 'blocked by the settings of the service' }),
      ...(isRefused && { _error: 'net::ERR_CONNECTION_RESET' }),
    },
    cache: {},
    timings: isBlocked ? { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0.6, receive: 0 } : timings,
    serverIPAddress: isOwn ? '192.0.2.80' : '198.51.100.44',
    _resourceType: type,
    ...(isBlocked && { _isBlocked: true }),
  }
}

const sum = (timings: Readonly<Record<string, number>>): number =>
  Object.values(timings).reduce((all, each) => all + Math.max(each, 0), 0)
const iso = (time: number): string => new Date(time).toISOString()

export const shopConsole = [
  `error: Failed to load resource: the server responded with a status of 404 () (${origin}/media/product-2.jpg?w=480:1)`,
  `error: Failed to load resource: the server responded with a status of 404 () (${origin}/media/product-3.jpg?w=480:1)`,
  `error: Uncaught (in promise) TypeError: Cannot read properties of undefined (reading 'price') (${origin}/js/basket.2f3.js:418)`,
  `warning: The resource ${origin}/fonts/inter-600.woff2 was preloaded but not used within a few seconds (${origin}/:1)`,
  `warning: Third-party cookie will be blocked (https://stats.example.net/collect.js:12)`,
  `info: shop 4.18.2 (${origin}/js/shop.1f3.js:3)`,
  'log: consent: given',
  '',
].join('\n')

/** The pictures taken while the page loads, in the runner's format. */
export const shopFilmstrip = ({ frames }: Pick<ShopPictures, 'frames'>): string =>
  JSON.stringify({
    frames: frames.map((image, place) => ({ at: 180 + place * 620, image: image.toString('base64') })),
  })
