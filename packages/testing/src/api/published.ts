import { describeApi } from '@wachta/api/src/documents.ts'
import { createApi } from '@wachta/api/src/interface.ts'
import type { ApiContext } from '@wachta/api/src/platform/context.ts'
import { buildOpenApi, buildSwagger } from '@wachta/resource'

/** A JSON Schema of a published document. */
export interface Schema {
  type?: string | string[]
  nullable?: boolean
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  required?: string[]
  additionalProperties?: boolean | Schema
  enum?: unknown[]
  pattern?: string
  default?: unknown
  [keyword: string]: unknown
}

export type DocumentFormat = 'swagger' | 'openapi'
export const documentFormats: readonly DocumentFormat[] = ['swagger', 'openapi']

export type Json = Record<string, unknown>

/** A placeholder for a dependency of the running API. It throws when used, because documents must not need it. */
const createPlaceholder = (what: string) =>
  new Proxy({}, { get: (_, name) => assertUnused(`${what}.${String(name)}`) }) as unknown as never

function assertUnused(name: string): never {
  throw new Error(`describing the API used ${name}`)
}

const placeholders: Omit<ApiContext, 'searcher' | 'issuers'> = {
  database: createPlaceholder('database'),
  throttle: createPlaceholder('throttle'),
  vault: createPlaceholder('vault'),
  security: createPlaceholder('security'),
  objects: createPlaceholder('objects'),
  settings: createPlaceholder('settings'),
}

const api = createApi(placeholders)

/** All served operations. */
export const { operations } = api

export const description = describeApi(operations, api.context.searcher.registry)

/** Both documents as a client reads them. */
export const documents: Readonly<Record<DocumentFormat, Json>> = {
  swagger: toPlainJson(buildSwagger(description)),
  openapi: toPlainJson(buildOpenApi(description)),
}

/** The named schemas of a document. */
export function getSchemas(form: DocumentFormat, document: Json = documents[form]): Record<string, Schema> {
  const holder = form === 'swagger' ? document : (document['components'] as Json)
  return holder[form === 'swagger' ? 'definitions' : 'schemas'] as Record<string, Schema>
}

/**
 * Returns a published schema by its name, or by a path into it: `account_create_data.user_data`; `[]` is the item of an
 * array. References are resolved.
 */
export function findSchema(form: DocumentFormat, path: string): Schema {
  const [name = '', ...steps] = path.split('.')
  const start = resolveReferences(form, getSchemas(form)[name]) as Schema | undefined
  const found = steps.reduce<Schema | undefined>(
    (schema, step) => (step === '[]' ? schema?.items : schema?.properties?.[step]),
    start,
  )
  if (!found) throw new Error(`the ${form} document has no schema ${path}`)
  return found
}

function resolveReferences(form: DocumentFormat, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((each) => resolveReferences(form, each))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, allOf: [wrapped] = [], ...rest } = schema as Schema
  if (wrapped) return { ...(resolveReferences(form, wrapped) as Schema), ...rest }
  if (typeof $ref === 'string') return resolveReferences(form, getSchemas(form)[$ref.split('/').at(-1) ?? ''])
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, resolveReferences(form, value)]))
}

function toPlainJson(document: object): Json {
  return JSON.parse(JSON.stringify(document)) as Json
}
