import type { PageLanguage } from '@wachta/status-page'
import type { ContentEncoding } from './rendered-files.ts'

const maxRememberedHeaders = 500
/** The headers of browsers are shorter. */
const maxRememberedLength = 300

/** Chooses the best encoding that the visitor accepts, from a header such as `gzip, br;q=0.8`. */
export const chooseEncoding = (header: string | undefined): ContentEncoding =>
  header === undefined ? 'identity' : findBestEncoding(header)

/** Chooses the best language of a page for the visitor, from a header such as `pl-PL,pl;q=0.9,en;q=0.8`. */
export function chooseLanguage(languages: readonly PageLanguage[], header: string | undefined): PageLanguage {
  const first = languages[0] ?? 'en'
  if (languages.length < 2 || header === undefined) return first
  const weights = weighLanguages(header)
  const getWeight = (language: PageLanguage) => weights.get(language) ?? 0
  return languages.reduce((best, one) => (getWeight(one) > getWeight(best) ? one : best), first)
}

const findBestEncoding = memoize((header): ContentEncoding => {
  const weights = parseWeights(header)
  const getWeight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  if (getWeight('br') > 0 && getWeight('br') >= getWeight('gzip')) return 'br'
  return getWeight('gzip') > 0 ? 'gzip' : 'identity'
})

/** The weight of a language is the highest of its regional variants. */
const weighLanguages = memoize((header) => {
  const weights = new Map<string, number>()
  for (const [name, weight] of parseWeights(header)) {
    const [language = ''] = name.split('-')
    weights.set(language, Math.max(weight, weights.get(language) ?? 0))
  }
  return weights
})

/** Caches the results of short headers, because most visitors send one of a few. */
function memoize<Result>(read: (header: string) => Result): (header: string) => Result {
  const cache = new Map<string, Result>()
  return (header) => {
    const found = cache.get(header)
    if (found !== undefined) return found
    const result = read(header)
    if (cache.size >= maxRememberedHeaders) cache.clear()
    if (header.length <= maxRememberedLength) cache.set(header, result)
    return result
  }
}

/** Returns lower-cased names with their weights. Parts that are malformed or beyond a length limit are ignored. */
function parseWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.slice(0, 500).split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    if (name !== '' && weight >= 0 && weight <= 1) weights.set(name, weight)
  }
  return weights
}
