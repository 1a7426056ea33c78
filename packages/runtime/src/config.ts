import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The environment variables of every process. A process can declare one of them itself to change its default. */
export const ProcessConfig = Type.Object({
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'The lowest level that is logged.',
  }),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    description: 'The address on which /metrics, /health and /ready are served.',
  }),
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 9464,
    description: 'The port on which /metrics, /health and /ready are served; 0 picks a free port and logs it.',
  }),
  STOP_TIMEOUT_MS: Type.Integer({
    minimum: 1,
    maximum: 2 ** 31 - 1,
    default: 30_000,
    description: 'How long a graceful stop may take before the process exits anyway.',
  }),
})

const limitPhrases = Object.entries({
  const: 'exactly',
  format: 'of format',
  pattern: 'matching',
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'length at least',
  maxLength: 'length at most',
})

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['the configuration cannot be used:', ...problems].join('\n  '))
    this.problems = problems
  }
}

export interface Variable {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly secret: boolean
  readonly default?: unknown
  readonly description?: string
}

/**
 * Reads all variables of the schema, and throws one error that lists all problems. An empty variable counts as unset.
 */
export function readConfig<S extends TObject>(schema: S, environment: NodeJS.ProcessEnv): Static<S> {
  const problems: string[] = []
  const config: Record<string, unknown> = {}
  for (const { name, type, required, secret, default: fallback } of listVariables(schema)) {
    const property = toKeywords(schema.properties[name])
    const text = environment[name] || undefined
    const value = text === undefined ? fallback : parseValue(property.type, text)
    if (value === undefined && !required) continue
    if (Value.Check(property, value)) config[name] = value
    else problems.push(`${name}: expected ${type}, got ${describeValue(text ?? fallback, secret)}`)
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return config as Static<S>
}

/** Lists the variables of a schema with all details that the documentation shows. */
export function listVariables(schema: TObject): Variable[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const { default: fallback, description, secret = false } = toKeywords(property)
    return {
      name,
      type: describeExpected(property),
      required: fallback === undefined && !Type.IsOptional(property),
      secret,
      ...(fallback !== undefined && { default: fallback }),
      ...(description !== undefined && { description }),
    }
  })
}

interface Keywords {
  readonly [keyword: string]: unknown
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly TSchema[]
  readonly description?: string
  readonly secret?: boolean
}

function toKeywords(schema: TSchema = {}): Keywords {
  return schema as Keywords
}

// TypeBox's own conversion turns '1.5' into the integer 1 and 'true' into 1; here, an invalid value must remain
// invalid.
function parseValue(type: string | undefined, text: string): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(true|false|1|0)$/.test(text)) return text === 'true' || text === '1'
  return text
}

function describeExpected(schema: TSchema): string {
  const found = toKeywords(schema)
  if (found.anyOf) return found.anyOf.map(describeExpected).join(' or ')
  if (found.enum) return `one of ${found.enum.join(', ')}`
  const limits = limitPhrases.flatMap(([keyword, phrase]) => (keyword in found ? `${phrase} ${found[keyword]}` : []))
  return limits.length > 0 ? `${found.type} (${limits.join(', ')})` : `${found.type}`
}

function describeValue(value: unknown, secret: boolean): string {
  if (value === undefined) return 'nothing'
  return secret ? 'a value that is not shown because it is secret' : JSON.stringify(value)
}
