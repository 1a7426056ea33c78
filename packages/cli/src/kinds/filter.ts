import { CommandError, exitCodes } from '../frame/command.ts'

/** The longer ones first, so that `>=` is not parsed as `>`. */
const signs = [
  ['!=', 'not_equals'],
  ['>=', 'not_lower_than'],
  ['<=', 'not_greater_than'],
  ['^=', 'starts_with'],
  ['=', 'equals'],
  ['~', 'contains'],
  ['>', 'greater_than'],
  ['<', 'lower_than'],
] as const

const shape = new RegExp(`^([A-Za-z_][\\w.]*)(${signs.map(([sign]) => sign.replace('^', '\\^')).join('|')})(.*)$`, 's')

/** `name~shop`, `is_active=true`, `error_type_id=null` as the API takes them in a query. */
export function filterQuery(filters: readonly string[]): Record<string, string> {
  const query: Record<string, string> = {}
  for (const filter of filters) {
    const [, field = '', sign = '', value = ''] = shape.exec(filter) ?? refuse(notAFilter(filter))
    const name = `filter.${field}`
    if (Object.hasOwn(query, name)) refuse(twice(field))
    query[name] = toCondition(sign, value)
  }
  return query
}

function toCondition(sign: string, value: string): string {
  if (value === 'null' && (sign === '=' || sign === '!=')) return `is_null:${sign === '='}`
  if (sign === '=' && value.includes(',')) return `one_of:${value}`
  return `${signs.find(([each]) => each === sign)?.[1]}:${value}`
}

const notAFilter = (filter: string) => ({
  en: `"${filter}" is not a valid filter. Write field=value, field!=value, field~text, field^=prefix, or compare with <, <=, > or >=.`,
  pl: `„${filter}” nie jest poprawnym filtrem. Zapisz go jako pole=wartość, pole!=wartość, pole~tekst, pole^=początek albo porównaj przez <, <=, > lub >=.`,
})

const twice = (field: string) => ({
  en: `There are two filters for ${field}. Give one.`,
  pl: `Są dwa filtry dla pola ${field}. Podaj jeden.`,
})

function refuse(words: ConstructorParameters<typeof CommandError>[0]): never {
  throw new CommandError(words, { exitCode: exitCodes.usage })
}
