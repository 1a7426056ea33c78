/** The part of JSON Schema that our documents use. */
export interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly type?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly default?: unknown
  readonly readOnly?: boolean
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly format?: string
}

// The name must not hide the language's own class `Error`.
const otherNames: Readonly<Record<string, string>> = { error: 'Fault' }

/** `service_create_data` → `ServiceCreateData`. */
export const toTypeName = (name: string): string =>
  otherNames[name] ?? name.replaceAll(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase())

/** The last part of `#/components/schemas/service`. */
export const getComponentName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** Converts a schema to a type. Lists in requests may be read-only; lists in responses can be changed. */
export function toSchemaType(schema: Schema, isSent: boolean): string {
  const type = toBareType(schema, isSent)
  return schema.nullable ? `${type} | null` : type
}

export const toMemberName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

/** Returns a doc comment with its line end, or an empty string; tags get lines of their own. */
export function formatComment(sentences: readonly (string | undefined)[], tags: readonly string[] = []): string {
  const text = sentences.filter(Boolean).join(' ').replaceAll('*/', '*\\/')
  if (tags.length > 0) return `/**\n${[text, ...tags].map((line) => ` * ${line}\n`).join('')} */\n`
  return text === '' ? '' : `/** ${text} */\n`
}

function toBareType(schema: Schema, isSent: boolean): string {
  // A reference with its own description is wrapped in `allOf`.
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  if (reference) return toTypeName(getComponentName(reference))
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== null)
      .map((value) => toLiteral(value))
      .join(' | ')
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
      return schema.type
    case 'array':
      return `${isSent ? 'readonly ' : ''}${parenthesize(toSchemaType(schema.items ?? {}, isSent))}[]`
    case 'object':
      return toObjectType(schema, isSent)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`the client generator does not support the type ${schema.type}`)
  }
}

function toObjectType(schema: Schema, isSent: boolean): string {
  const { properties, additionalProperties: others, required = [] } = schema
  if (!properties) return `Record<string, ${typeof others === 'object' ? toSchemaType(others, isSent) : 'unknown'}>`
  const condition = toConditionType(schema)
  if (condition) return condition
  const members = Object.entries(properties).map(([name, property]) => {
    const docComment = formatComment([property.description, describeDefault(property, isSent)])
    const mark = required.includes(name) ? '' : '?'
    const readonly = isSent && property.readOnly ? 'readonly ' : ''
    return `${docComment}${readonly}${toMemberName(name)}${mark}: ${toSchemaType(property, isSent)}\n`
  })
  return `{\n${members.join('')}}`
}

/** The conditions of filters are the same in all searches, except for the kinds of comparison. */
function toConditionType({ properties = {} }: Schema): string | undefined {
  const { type, argument, ...others } = properties
  if (!type?.enum || !argument || argument.type || Object.keys(others).length > 0) return undefined
  return `Condition<${toBareType(type, true)}>`
}

const describeDefault = (schema: Schema, isSent: boolean): string | undefined =>
  isSent && schema.default !== undefined ? `Default: \`${JSON.stringify(schema.default)}\`.` : undefined

const toLiteral = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

const parenthesize = (type: string): string => (/[ |]/.test(type) && !type.startsWith('{') ? `(${type})` : type)
