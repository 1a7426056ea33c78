import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import type { Violation } from './api-error.ts'
import { componentMark, swaggerBound } from './field.ts'
import { lengthFirst, rejectCostlyUniqueness } from './length-first.ts'
import { isTime } from './time.ts'

/** More violations than this help nobody; the rest of a hopeless request is not described. */
const maxViolations = 100

/** Formats of text beyond ours, by the name that a schema gives them. */
export type TextFormats = Readonly<Record<string, (text: string) => boolean>>

export type Validate = (value: unknown, at: string) => Violation[]

/**
 * All violations are looked for, so a text that is too long is still held against its pattern. Backtracking over a megabyte
 * takes seconds: what is longer than any text that a pattern is meant for does not match, without being tried. Lengths
 * count characters, and a character takes two places at most.
 */
const maximumMatched = 4096 * 2

const boundedPattern = (pattern: string, flags: string) => {
  const expression = new RegExp(pattern, flags)
  return {
    test: (text: string) => text.length <= maximumMatched && expression.test(text),
    // The validator tells patterns apart by this.
    toString: () => String(expression),
  }
}

/** A validator for each set of formats: the same name may mean something else to another schema. */
const validators = new WeakMap<TextFormats, Ajv>()

function validatorFor(formats: TextFormats): Ajv {
  const known = validators.get(formats)
  if (known) return known
  const ajv = new Ajv({
    allErrors: true,
    strictTypes: false,
    allowUnionTypes: true,
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
 * Compiles a schema into a function that finds every violation of a value and says where each is. Compiled with its first
 * value: all schemas together would hold up the start of a process, which may be a restart, by a second or two.
 */
export function compileSchema(schema: TSchema, formats: TextFormats = noFormats): Validate {
  rejectCostlyUniqueness(schema)
  let check: ValidateFunction | undefined
  return (value, at) => {
    check ??= validatorFor(formats).compile(lengthFirst(schema))
    return check(value) ? [] : describe(check.errors ?? [], at)
  }
}

/** That a condition led to a violation is no violation of its own. */
const describe = (errors: readonly ErrorObject[], at: string): Violation[] =>
  errors
    .filter(({ keyword }) => keyword !== 'if')
    .slice(0, maxViolations)
    .map((error) => violation(error, at))

function violation({ keyword, instancePath, params }: ErrorObject, at: string): Violation {
  const inside = keyword === 'required' ? params['missingProperty'] : params['additionalProperty']
  const steps = instancePath.split('/').slice(1).map(unescapePointer)
  const field = [at, ...steps, ...(inside === undefined ? [] : [String(inside)])].join('.')
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
      return { symbol: 'wrong_format', field }
    default:
      return { symbol: bounds[keyword] ?? 'wrong_format', field, params: { limit: Number(params['limit']) } }
  }
}

const bounds: Readonly<Record<string, string>> = {
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  minItems: 'too_few_items',
  maxItems: 'too_many_items',
}

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** Null is allowed where a thing may be left unset; nobody has to be told to send it. */
const withoutNull = (values: readonly unknown[]): string =>
  values.filter((value) => value !== null && value !== 'null').join(', ')
