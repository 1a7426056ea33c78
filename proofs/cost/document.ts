import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a JSON Schema of the published document may say. */
export interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

/** An operation as it is published. */
export interface Published {
  readonly id: string
  readonly method: string
  /** Without the version in front. */
  readonly path: string
  readonly isPublic: boolean
  readonly query: readonly Parameter[]
  readonly body?: Schema
}

interface Described {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly unknown[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const methods = new Set(['get', 'post', 'put', 'delete', 'patch'])

/** Every operation of the published document, with its references followed. */
export async function publishedOperations(): Promise<Published[]> {
  const file = join(import.meta.dirname, '..', '..', 'api', 'openapi.json')
  const { paths, components } = JSON.parse(await readFile(file, 'utf8')) as Document
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, { operationId, parameters = [], security, requestBody }]) => {
        const body = requestBody?.content['application/json']?.schema
        return {
          id: operationId,
          method: method.toUpperCase(),
          path: path.replace(/^\/v3/, ''),
          isPublic: security === undefined,
          query: parameters.filter((parameter) => parameter.in === 'query'),
          ...(body && { body: followed(body, components.schemas) }),
        }
      }),
  )
}

function followed(schema: Schema, known: Document['components']['schemas'], depth = 0): Schema {
  if (depth > 12) return {}
  // A component that is described where it stands is wrapped.
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  const target = reference === undefined ? schema : (known[reference.split('/').at(-1) ?? ''] ?? {})
  const { properties, items, ...rest } = target
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, followed(property, known, depth + 1)]),
      ),
    }),
    ...(items && { items: followed(items, known, depth + 1) }),
  }
}
