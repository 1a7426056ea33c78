import type { Parameter } from './document.ts'

/** Node accepts at most 16 KiB before the body. */
const queryBytes = 14_000

/** Returns the most expensive query strings of an operation: each parameter long, repeated, and all at once. */
export function createWorstQueries(parameters: readonly Parameter[]): { shape: string; text: string }[] {
  const parameterQueries = parameters.slice(0, 8).flatMap(({ name, schema }) => {
    const choices = (schema?.items?.enum ?? schema?.enum ?? []).filter((choice) => typeof choice === 'string')
    return [
      { shape: `a long list in ${name}`, text: `${name}=${'id,'.repeat(queryBytes / 3)}` },
      {
        shape: `everything in ${name}, many times`,
        text: repeatPair(`${name}=${choices.join(',').slice(0, queryBytes - 100) || 'ą'}`),
      },
    ]
  })
  const generalQueries = [
    {
      shape: 'unknown parameters',
      text: Array.from({ length: 2000 }, (_, index) => `${index.toString(36)}=`).join('&'),
    },
    { shape: 'one parameter many times', text: repeatPair('a=') },
    { shape: 'separators', text: '&'.repeat(queryBytes) },
    { shape: 'escapes', text: `a=${'%41'.repeat(queryBytes / 3)}` },
  ]
  return [
    ...parameterQueries,
    ...(parameters.some(({ name }) => name === 'embed') ? listQueries : []),
    ...generalQueries,
  ]
}

function repeatPair(pair: string): string {
  const text = encodeURI(pair)
  return Array.from({ length: Math.floor(queryBytes / (text.length + 1)) }, () => text).join('&')
}

/** Query strings for lists, which accept filters by field name; the document does not list these parameters. */
const listQueries = [
  { shape: 'many filters', text: repeatPair('filter.id=1') },
  { shape: 'a filter with many values', text: `filter.id=one_of:${'1,'.repeat(queryBytes / 2)}1` },
  { shape: 'a long filter', text: `filter.name=contains:${'a%25_'.repeat(queryBytes / 5)}` },
  { shape: 'many unknown filters', text: Array.from({ length: 900 }, (_, index) => `filter.a${index}=1`).join('&') },
  { shape: 'a long sort', text: `sort=${'-id,'.repeat(queryBytes / 4)}id` },
  { shape: 'deep embeds', text: `embed=${'owner.owner.owner,'.repeat(queryBytes / 18)}owner` },
  { shape: 'a long search', text: `query=${'a+'.repeat(queryBytes / 2)}` },
]
