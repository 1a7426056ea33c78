import type { TSchema } from 'typebox'

interface Node {
  readonly [keyword: string]: unknown
}

/** The bound of lists that publish no bound; no sensible request comes near it. */
const impliedMaxItems = 10_000

/** Keywords that are expensive for long lists and texts; they are evaluated only if the length is valid. */
const costlyKeywords = { maxItems: ['items', 'uniqueItems'], maxLength: ['pattern', 'format', 'enum'] } as const

/**
 * Rewrites a schema so that lengths are checked first, and lists and texts that are too long are not validated further.
 * The validator looks for all violations, and would otherwise compare half a million items with each other.
 */
export function checkLengthFirst(schema: TSchema): TSchema {
  return reorder(schema as Node) as TSchema
}

function reorder(schema: Node): Node {
  const rewritten = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, reorderKeyword(keyword, value)]),
  )
  const bounded = { ...rewritten, ...findImpliedBound(schema) }
  return deferCostlyKeywords(deferCostlyKeywords(bounded, 'maxItems'), 'maxLength')
}

const schemaLists = new Set(['anyOf', 'oneOf', 'allOf'])
const schemaMaps = new Set(['properties', 'patternProperties', '$defs'])
const schemas = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else'])

function reorderKeyword(keyword: string, value: unknown): unknown {
  if (schemaLists.has(keyword) && Array.isArray(value)) return value.map((each: Node) => reorder(each))
  if (schemaMaps.has(keyword) && isNode(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, reorder(each as Node)]))
  return schemas.has(keyword) && isNode(value) ? reorder(value) : value
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const scalars = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'null'])

/**
 * Throws for a list of unique objects, because the validator would compare each with each. Such lists are checked in
 * code, by the key of their items.
 */
export function rejectCostlyUniqueness(schema: unknown, path = ''): void {
  if (typeof schema !== 'object' || schema === null) return
  const { uniqueItems, items } = schema as Node
  const types = isNode(items) ? [items['type']].flat() : []
  if (uniqueItems === true && (types.length === 0 || types.some((type) => !scalars.has(type))))
    throw new Error(`uniqueItems can be used only for lists of texts and numbers, not at ${path || 'the top'}`)
  for (const [key, value] of Object.entries(schema)) rejectCostlyUniqueness(value, `${path}/${key}`)
}

/** Returns a size bound for a list that has none; for unique choices, it is their number, but at least 100. */
function findImpliedBound({ items, maxItems, uniqueItems }: Node): Node {
  if (!isNode(items) || maxItems !== undefined) return {}
  const { enum: choices } = items
  return { maxItems: uniqueItems === true && Array.isArray(choices) ? Math.max(100, choices.length) : impliedMaxItems }
}

/** Moves the expensive keywords into a branch that is evaluated only if the bound is met. */
function deferCostlyKeywords(schema: Node, bound: keyof typeof costlyKeywords): Node {
  const limit = schema[bound]
  const deferred = Object.fromEntries(
    costlyKeywords[bound].filter((each) => each in schema).map((each) => [each, schema[each]]),
  )
  if (limit === undefined || Object.keys(deferred).length === 0) return schema
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !(keyword in deferred)))
  const condition = new Map<string, Node>([
    ['if', { [bound]: limit }],
    ['then', deferred],
  ])
  return { ...rest, allOf: [...((rest['allOf'] as Node[]) ?? []), Object.fromEntries(condition)] }
}
