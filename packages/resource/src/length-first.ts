import type { TSchema } from 'typebox'

interface Node {
  readonly [keyword: string]: unknown
}

/** Lists that publish no bound of their own; nothing that has a meaning comes near it. */
const maximumItems = 10_000

/** What a schema asks of each item or of a whole text, and may ask only once the length is known to be right. */
const costly = { maxItems: ['items', 'uniqueItems'], maxLength: ['pattern', 'format', 'enum'] } as const

/**
 * The same rules in an order that bounds what they cost: the length of a list or text comes first, and what is too long is not
 * looked at any further. A validator that looks for all violations would otherwise compare half a million items with each other.
 */
export function lengthFirst(schema: TSchema): TSchema {
  return reorder(schema as Node) as TSchema
}

function reorder(schema: Node): Node {
  const inside = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, inner(keyword, value)]))
  const bounded = { ...inside, ...impliedBound(schema) }
  return split(split(bounded, 'maxItems'), 'maxLength')
}

const schemaLists = new Set(['anyOf', 'oneOf', 'allOf'])
const schemaMaps = new Set(['properties', 'patternProperties', '$defs'])
const schemas = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else'])

function inner(keyword: string, value: unknown): unknown {
  if (schemaLists.has(keyword) && Array.isArray(value)) return value.map((each: Node) => reorder(each))
  if (schemaMaps.has(keyword) && isNode(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, reorder(each as Node)]))
  return schemas.has(keyword) && isNode(value) ? reorder(value) : value
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const scalars = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'null'])

/**
 * Throws for lists whose items are objects and must be unique: each would be compared with each. Code that knows the key of
 * such items tells repeats apart by it.
 */
export function rejectCostlyUniqueness(schema: unknown, at = ''): void {
  if (typeof schema !== 'object' || schema === null) return
  const { uniqueItems, items } = schema as Node
  const types = isNode(items) ? [items['type']].flat() : []
  if (uniqueItems === true && (types.length === 0 || types.some((type) => !scalars.has(type))))
    throw new Error(`uniqueItems is for lists of texts and numbers, not at ${at || 'the top'}`)
  for (const [key, value] of Object.entries(schema)) rejectCostlyUniqueness(value, `${at}/${key}`)
}

/** A list without repeats cannot be longer than what there is to choose from. */
function impliedBound({ items, maxItems, uniqueItems }: Node): Node {
  if (!isNode(items) || maxItems !== undefined) return {}
  const { enum: choices } = items
  return { maxItems: uniqueItems === true && Array.isArray(choices) ? Math.max(100, choices.length) : maximumItems }
}

/** Moves the costly rules behind the bound. */
function split(schema: Node, bound: keyof typeof costly): Node {
  const limit = schema[bound]
  const moved = Object.fromEntries(costly[bound].filter((each) => each in schema).map((each) => [each, schema[each]]))
  if (limit === undefined || Object.keys(moved).length === 0) return schema
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !(keyword in moved)))
  const condition = new Map<string, Node>([
    ['if', { [bound]: limit }],
    ['then', moved],
  ])
  return { ...rest, allOf: [...((rest['allOf'] as Node[]) ?? []), Object.fromEntries(condition)] }
}
