import { type Language, languages } from '@wachta/domain'

/** Returns the preferred language in `Accept-Language`, if it is supported. */
export function getAcceptedLanguage(header: string | undefined): Language | undefined {
  const preferences = (header ?? '').slice(0, 200).split(',').map(readPreference)
  return preferences
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => languages.find((language) => language === tag))
    .find((language) => language !== undefined)
}

function readPreference(preference: string): { tag: string; weight: number } {
  const [range = '', ...parameters] = preference.trim().toLowerCase().split(';')
  const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((found) => found !== undefined)
  return { tag: range.split('-')[0] ?? '', weight: quality === undefined ? 1 : Number(quality) || 0 }
}
