import type { PageLanguage } from '@wachta/status-page'
import type { Encoding } from './rendered-files.ts'

/** Chooses the best encoding that the visitor accepts: a header such as `gzip, br;q=0.8`. */
export function chooseEncoding(header: string | undefined): Encoding {
  // What nearly all browsers send; anything else is read with care.
  if (header === 'gzip, deflate, br, zstd' || header === 'gzip, deflate, br') return 'br'
  if (header === undefined) return 'identity'
  const weights = parseWeights(header)
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br'
  return weightOf('gzip') > 0 ? 'gzip' : 'identity'
}

/** Chooses the language of a page that suits the visitor best: a header such as `pl-PL,pl;q=0.9,en;q=0.8`. */
export function chooseLanguage(languages: readonly PageLanguage[], header: string | undefined): PageLanguage {
  const [first = 'en', ...others] = languages
  if (others.length === 0 || header === undefined) return first
  const weights = parseWeights(header)
  const weightOf = (language: string) =>
    Math.max(
      0,
      ...[...weights].filter(([name]) => name === language || name.startsWith(`${language}-`)).map(([, one]) => one),
    )
  return languages.reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best), first)
}

/** Most visitors send one of a few headers. */
const known = new Map<string, ReadonlyMap<string, number>>()
const maxKnown = 500

/** Reads names with weights, lower-cased. A header that is too long or malformed counts as far as it makes sense. */
function parseWeights(header: string): ReadonlyMap<string, number> {
  const parsed = known.get(header)
  if (parsed) return parsed
  const weights = new Map<string, number>()
  for (const item of header.slice(0, 500).split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    if (name !== '' && weight >= 0 && weight <= 1) weights.set(name, weight)
  }
  if (known.size >= maxKnown) known.clear()
  known.set(header, weights)
  return weights
}
