import { type Language, languages } from '@wachta/domain'

/** Returns the preferred language in `Accept-Language`, if it is supported. */
export function getAcceptedLanguage(header: string | undefined): Language | undefined {
  const wishes = (header ?? '').slice(0, 200).split(',').map(readWish)
  return wishes
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => languages.find((language) => language === tag))
    .find((language) => language !== undefined)
}

function readWish(wish: string): { tag: string; weight: number } {
  const [range = '', ...parameters] = wish.trim().toLowerCase().split(';')
  const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((found) => found !== undefined)
  return { tag: range.split('-')[0] ?? '', weight: quality === undefined ? 1 : Number(quality) || 0 }
}
