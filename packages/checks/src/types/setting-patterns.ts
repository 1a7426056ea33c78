import { estimatePatternCost } from '../content/pattern-cost.ts'
import { isReadableInThread, isWithinBounds } from '../content/regular-expression.ts'
import type { CheckType } from './check-type.ts'
import { type CheckSettings, maxRegexLength } from './setting.ts'
import { buildSettingsSchema } from './settings-schema.ts'

/** A regular expression in settings that is rejected. */
export interface PatternViolation {
  readonly path: readonly string[]
  readonly reason: 'unreadable' | 'too_large'
}

/** Limits for all patterns of one service together. Compiling that much takes about a second, in a separate thread. */
const maxTotalCost = { instructions: 50_000, characters: 2_000_000 }

/** Returns the regular expressions in settings that are invalid, or too large, alone or together. */
export async function findPatternViolations(type: CheckType, settings: CheckSettings): Promise<PatternViolation[]> {
  const violations: PatternViolation[] = []
  const reasons = new Map<string, PatternViolation['reason'] | null>()
  const total = { instructions: 0, characters: 0 }
  for (const { path, pattern } of findPatterns(buildSettingsSchema(type) as Schema, settings)) {
    // The schema has already reported this one.
    if (pattern.length > maxRegexLength) continue
    const reason = reasons.get(pattern) ?? (reasons.has(pattern) ? null : await judgePattern(pattern, total))
    reasons.set(pattern, reason)
    if (reason !== null) violations.push({ path, reason })
  }
  return violations
}

async function judgePattern(pattern: string, total: { instructions: number; characters: number }) {
  if (!isWithinBounds(pattern)) return 'too_large'
  const { instructions, characters } = estimatePatternCost(pattern)
  total.instructions += instructions
  total.characters += characters
  if (total.instructions > maxTotalCost.instructions || total.characters > maxTotalCost.characters) return 'too_large'
  return (await isReadableInThread(pattern)) ? null : 'unreadable'
}

interface Schema {
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly maxItems?: number
}

interface LocatedPattern {
  readonly path: readonly string[]
  readonly pattern: string
}

/** Every text that is a regular expression by the schema. Lists that are too long are skipped. */
function findPatterns(schema: Schema, value: unknown, path: readonly string[] = []): LocatedPattern[] {
  if (typeof value === 'string') return schema.format === 'regex' ? [{ path, pattern: value }] : []
  if (Array.isArray(value)) {
    const { items, maxItems = 0 } = schema
    if (items === undefined || value.length > maxItems) return []
    return value.flatMap((item, index) => findPatterns(items, item, [...path, String(index)]))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    Object.hasOwn(value, key) ? findPatterns(property, Reflect.get(value, key), [...path, key]) : [],
  )
}
