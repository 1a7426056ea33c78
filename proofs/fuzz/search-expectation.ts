import { type AnyResource, compileSchema, isTime, type Registry, type Validate } from '@wachta/resource'
import { type Expectation, pickStrictest } from './expectation.ts'
import { findSearchedName, getSearchSchema } from './searches.ts'

const maxCertainWords = 16
const maxCertainArguments = 1000

const validators = new WeakMap<AnyResource, Validate>()

/** Returns the expectation of a search, from its schema and from the documented rules for arguments. */
export function checkSearch(request: unknown, resource: AnyResource, registry: Registry): Expectation {
  const validate = validators.get(resource) ?? compileSchema(getSearchSchema(resource, registry) as object)
  validators.set(resource, validate)
  const expanded = expandFilters(request)
  const [fault] = validate(expanded, 'data')
  if (fault) return { wrong: `${fault.field}: ${fault.symbol}` }
  const { filters = {}, query = '' } = expanded as { filters?: Record<string, Filter[]>; query?: string }
  const words = query.split(/\s+/).length > maxCertainWords ? 'unsure' : 'sound'
  const argumentExpectations = Object.entries(filters).flatMap(([name, elements]) => {
    const kind = findSearchedName(name, resource, registry)?.kind ?? ''
    return elements.map(({ type, argument }) => checkArgument(name, kind, type, argument))
  })
  return pickStrictest([words, ...argumentExpectations])
}

interface Filter {
  readonly type: string
  readonly argument: unknown
}

/** A bare value is a filter by equality. */
function expandFilters(request: unknown): unknown {
  const { filters } = (request ?? {}) as { filters?: unknown }
  if (!isObject(request) || !isObject(filters)) return request
  const toFilter = (element: unknown) => (isObject(element) ? element : { type: 'equals', argument: element })
  const entries = Object.entries(filters).map(([name, elements]) => [
    name,
    Array.isArray(elements) ? elements.map(toFilter) : elements,
  ])
  return { ...request, filters: Object.fromEntries(entries) }
}

function checkArgument(name: string, kind: string, type: string, argument: unknown): Expectation {
  const wrong = { wrong: `${name}: ${type} takes no such argument` }
  if (type === 'is_null') return typeof argument === 'boolean' ? 'sound' : wrong
  if (type !== 'one_of') return isOfKind(kind, argument) ? 'sound' : wrong
  if (!Array.isArray(argument)) return wrong
  if (argument.length > maxCertainArguments) return 'unsure'
  return argument.every((item) => isOfKind(kind, item)) ? 'sound' : wrong
}

function isOfKind(kind: string, argument: unknown): boolean {
  if (kind === 'flag') return typeof argument === 'boolean'
  if (kind === 'id' || kind === 'number') return Number.isSafeInteger(argument)
  if (kind === 'decimal') return Number.isFinite(argument)
  return typeof argument === 'string' && (kind !== 'time' || isTime(argument))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
