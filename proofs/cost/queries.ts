import type { Parameter } from './document.ts'

/** Node accepts at most 16 KiB before the body. */
const size = 14_000

/** Returns the most expensive query strings of an operation: each parameter long, repeated, and all at once. */
export function worstQueries(parameters: readonly Parameter[]): { shape: string; text: string }[] {
  const each = parameters.slice(0, 8).flatMap(({ name, schema }) => {
    const choices = (schema?.items?.enum ?? schema?.enum ?? []).filter((choice) => typeof choice === 'string')
    return [
      { shape: `a long list in ${name}`, text: `${name}=${'id,'.repeat(size / 3)}` },
      {
        shape: `everything in ${name}, many times`,
        text: repeated(`${name}=${choices.join(',').slice(0, size - 100) || 'ą'}`),
      },
    ]
  })
  const many = [
    { shape: 'unknown parameters', text: Array.from({ length: 2000 }, (_, at) => `${at.toString(36)}=`).join('&') },
    { shape: 'one parameter many times', text: repeated('a=') },
    { shape: 'separators', text: '&'.repeat(size) },
    { shape: 'escapes', text: `a=${'%41'.repeat(size / 3)}` },
  ]
  return [...each, ...(parameters.some(({ name }) => name === 'embed') ? searches : []), ...many]
}

function repeated(pair: string): string {
  const text = encodeURI(pair)
  return Array.from({ length: Math.floor(size / (text.length + 1)) }, () => text).join('&')
}

/** Lists take filters by name, which the document does not list. */
const searches = [
  { shape: 'many filters', text: repeated('filter.id=1') },
  { shape: 'a filter with many values', text: `filter.id=one_of:${'1,'.repeat(size / 2)}1` },
  { shape: 'a long filter', text: `filter.name=contains:${'a%25_'.repeat(size / 5)}` },
  { shape: 'many unknown filters', text: Array.from({ length: 900 }, (_, at) => `filter.a${at}=1`).join('&') },
  { shape: 'a long sort', text: `sort=${'-id,'.repeat(size / 4)}id` },
  { shape: 'deep embeds', text: `embed=${'owner.owner.owner,'.repeat(size / 18)}owner` },
  { shape: 'a long search', text: `query=${'a+'.repeat(size / 2)}` },
]
