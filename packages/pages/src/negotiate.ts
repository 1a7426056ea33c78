import type { PageLanguage } from '@wachta/status-page'
import type { ContentEncoding } from './rendered-files.ts'

const maxRemembered = 500
/** Longer headers are not what browsers send. */
const maxRememberedLength = 300

/** Chooses the best encoding that the visitor accepts: a header such as `gzip, br;q=0.8`. */
export const chooseEncoding = (header: string | undefined): ContentEncoding =>
  header === undefined ? 'identity' : findBestEncoding(header)

/** Chooses the language of a page that suits the visitor best: a header such as `pl-PL,pl;q=0.9,en;q=0.8`. */
export function chooseLanguage(languages: readonly PageLanguage[], header: string | undefined): PageLanguage {
  const first = languages[0] ?? 'en'
  if (languages.length < 2 || header === undefined) return first
  const weights = weighLanguages(header)
  const getWeight = (language: PageLanguage) => weights.get(language) ?? 0
  return languages.reduce((best, one) => (getWeight(one) > getWeight(best) ? one : best), first)
}

const findBestEncoding = remember((header): ContentEncoding => {
  const weights = parseWeights(header)
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br'
  return weightOf('gzip') > 0 ? 'gzip' : 'identity'
})

/** The weight of each language is the highest of its regions. */
const weighLanguages = remember((header) => {
  const weights = new Map<string, number>()
  for (const [name, weight] of parseWeights(header)) {
    const [language = ''] = name.split('-')
    weights.set(language, Math.max(weight, weights.get(language) ?? 0))
  }
  return weights
})

/** Keeps the results for some hundred headers: most visitors send one of a few. */
function remember<Result>(read: (header: string) => Result): (header: string) => Result {
  const known = new Map<string, Result>()
  return (header) => {
    const found = known.get(header)
    if (found !== undefined) return found
    const result = read(header)
    if (known.size >= maxRemembered) known.clear()
    if (header.length <= maxRememberedLength) known.set(header, result)
    return result
  }
}

/** Reads names with weights, lower-cased. A header that is too long or malformed counts as far as it makes sense. */
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
