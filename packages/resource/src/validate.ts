import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import type { Violation } from './api-error.ts'
import { componentMark, swaggerBound } from './field.ts'
import { checkLengthFirst, rejectCostlyUniqueness } from './length-first.ts'
import { isTime } from './time.ts'

/** The number of reported violations; a request can contain far more. */
const maxViolations = 100

/** Additional text formats, by their name in a schema. */
export type TextFormats = Readonly<Record<string, (text: string) => boolean>>

export type Validate = (value: unknown, fieldPath: string) => Violation[]

/**
 * The longest text that is matched against a pattern; longer ones never match. The validator looks for all violations,
 * so it matches even texts that are too long, and backtracking over a megabyte takes seconds. The factor is for
 * characters that take two UTF-16 units.
 */
const maxMatchedLength = 4096 * 2

const boundedPattern = (pattern: string, flags: string) => {
  const expression = new RegExp(pattern, flags)
  return {
    test: (text: string) => text.length <= maxMatchedLength && expression.test(text),
    // The validator identifies patterns by their string form.
    toString: () => String(expression),
  }
}

/** One validator per set of formats, because two sets can give the same name different meanings. */
const validators = new WeakMap<TextFormats, Ajv>()

function getValidator(formats: TextFormats): Ajv {
  const known = validators.get(formats)
  if (known) return known
  const ajv = new Ajv({
    allErrors: true,
    strictTypes: false,
    allowUnionTypes: true,
    // 99.9 / 0.00001 is not a whole number in binary.
    multipleOfPrecision: 6,
    code: { regExp: Object.assign(boundedPattern, { code: 'boundedPattern' }) },
  })
  ajv.addFormat('dateTime', { type: 'string', validate: isTime })
  ajv.addKeyword(componentMark)
  ajv.addKeyword(swaggerBound)
  ajv.addKeyword('example')
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, { type: 'string', validate })
  validators.set(formats, ajv)
  return ajv
}

const noFormats: TextFormats = {}

/**
 * Returns a function that finds all violations of a schema. The schema is compiled at the first use: compiling all
 * schemas at once would delay the start of a process by a second or two.
 */
export function compileSchema(schema: TSchema, formats: TextFormats = noFormats): Validate {
  rejectCostlyUniqueness(schema)
  let check: ValidateFunction | undefined
  return (value, fieldPath) => {
    check ??= getValidator(formats).compile(checkLengthFirst(schema))
    return check(value) ? [] : toViolations(check.errors ?? [], fieldPath)
  }
}

/** Converts errors of the validator to violations. A failed `if` only duplicates the errors of its branch. */
const toViolations = (errors: readonly ErrorObject[], fieldPath: string): Violation[] =>
  errors
    .filter(({ keyword }) => keyword !== 'if')
    .slice(0, maxViolations)
    .map((error) => toViolation(error, fieldPath))

function toViolation({ keyword, instancePath, params }: ErrorObject, fieldPath: string): Violation {
  const property = keyword === 'required' ? params['missingProperty'] : params['additionalProperty']
  const steps = instancePath.split('/').slice(1).map(unescapePointer)
  const field = [fieldPath, ...steps, ...(property === undefined ? [] : [String(property)])].join('.')
  switch (keyword) {
    case 'required':
      return { symbol: 'missing_field', field }
    case 'additionalProperties':
      return { symbol: 'unknown_field', field }
    case 'type':
      return { symbol: 'wrong_type', field, params: { expected: withoutNull([params['type']].flat()) } }
    case 'enum':
      return {
        symbol: 'not_an_allowed_value',
        field,
        params: { allowed: withoutNull((params['allowedValues'] as unknown[]).slice(0, 20)) },
      }
    case 'uniqueItems':
      return { symbol: 'repeated_item', field }
    case 'pattern':
    case 'format':
    case 'multipleOf':
      return { symbol: 'wrong_format', field }
    default:
      return { symbol: boundSymbols[keyword] ?? 'wrong_format', field, params: { limit: Number(params['limit']) } }
  }
}

const boundSymbols: Readonly<Record<string, string>> = {
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  minItems: 'too_few_items',
  maxItems: 'too_many_items',
}

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** Omits null from messages, because a client need not send null for an unset value. */
const withoutNull = (values: readonly unknown[]): string =>
  values.filter((value) => value !== null && value !== 'null').join(', ')
