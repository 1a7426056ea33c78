import { getFileHeaders } from '@wachta/status-page'
import type { ServedPage } from './page-source.ts'

/** Alternating names and values of headers: the form that Node sends fastest. */
export type RawHeaders = readonly string[]

/**
 * All caches may store public pages: for a few seconds without asking, a little longer while they revalidate, and for a
 * day if we do not answer.
 */
const publicCaching = 'public, max-age=5, stale-while-revalidate=30, stale-if-error=86400'
/** Only browsers cache restricted pages (protected or limited by IP address), and they revalidate them each time. */
const privateCaching = 'private, no-cache'

export const noIndex: RawHeaders = ['X-Robots-Tag', 'noindex, nofollow']

/** The headers of responses other than files. */
export const plainHeaders: RawHeaders = Object.entries(getFileHeaders('')).flat()

/** Returns the headers of a file that do not depend on its content. */
export function buildHeaders(page: ServedPage, path: string): RawHeaders {
  const headers = { ...getFileHeaders(path, page.view) }
  if (isRestricted(page)) {
    // Scripts of other sites must not read the page: they run in the browsers of visitors who may see it.
    delete headers['Access-Control-Allow-Origin']
    headers['Cross-Origin-Resource-Policy'] = 'same-origin'
  }
  return [
    ...Object.entries(headers).flat(),
    ...getCaching(page),
    // Vary is also sent for URLs with a language parameter, where it is not needed.
    ...['Vary', listVariants(page).join(', ')],
    ...(page.view.isIndexed ? [] : noIndex),
  ]
}

export const getCaching = (page: ServedPage): RawHeaders => [
  'Cache-Control',
  isRestricted(page) ? privateCaching : publicCaching,
]

const isRestricted = ({ isAllowed, gate }: ServedPage): boolean => isAllowed !== undefined || gate !== undefined

const listVariants = ({ view, gate }: ServedPage): string[] => [
  'Accept-Encoding',
  ...(view.languages.length > 1 ? ['Accept-Language'] : []),
  ...(gate ? ['Cookie'] : []),
]
