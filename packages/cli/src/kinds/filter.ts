import { CommandError, exitCodes } from '../frame/command.ts'

/** Longer operators first, so that `>=` is not parsed as `>`. */
const operators = [
  ['!=', 'not_equals'],
  ['>=', 'not_lower_than'],
  ['<=', 'not_greater_than'],
  ['^=', 'starts_with'],
  ['=', 'equals'],
  ['~', 'contains'],
  ['>', 'greater_than'],
  ['<', 'lower_than'],
] as const

const filterPattern = new RegExp(
  `^([A-Za-z_][\\w.]*)(${operators.map(([sign]) => sign.replace('^', '\\^')).join('|')})(.*)$`,
  's',
)

/** Converts filters such as `name~shop`, `is_active=true` and `error_type_id=null` to parameters of the API. */
export function toFilterQuery(filters: readonly string[]): Record<string, string> {
  const query: Record<string, string> = {}
  for (const filter of filters) {
    const [, field = '', sign = '', value = ''] =
      filterPattern.exec(filter) ?? rejectUsage(describeInvalidFilter(filter))
    const name = `filter.${field}`
    if (Object.hasOwn(query, name)) rejectUsage(describeDuplicateFilter(field))
    query[name] = toCondition(sign, value)
  }
  return query
}

function toCondition(sign: string, value: string): string {
  if (value === 'null' && (sign === '=' || sign === '!=')) return `is_null:${sign === '='}`
  if (sign === '=' && value.includes(',')) return `one_of:${value}`
  return `${operators.find(([each]) => each === sign)?.[1]}:${value}`
}

const describeInvalidFilter = (filter: string) => ({
  en: `"${filter}" is not a valid filter. Write field=value, field!=value, field~text, field^=prefix, or compare with <, <=, > or >=.`,
  pl: `„${filter}” nie jest poprawnym filtrem. Zapisz go jako pole=wartość, pole!=wartość, pole~tekst, pole^=początek albo porównaj przez <, <=, > lub >=.`,
})

const describeDuplicateFilter = (field: string) => ({
  en: `There are two filters for ${field}. Give one.`,
  pl: `Są dwa filtry dla pola ${field}. Podaj jeden.`,
})

function rejectUsage(message: ConstructorParameters<typeof CommandError>[0]): never {
  throw new CommandError(message, { exitCode: exitCodes.usage })
}
