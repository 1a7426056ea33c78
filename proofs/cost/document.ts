import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { followReferences } from '../follow-references.ts'

/** The part of JSON Schema that the published document uses. */
export interface Schema {
  readonly $ref?: string
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

/** An operation of the published document. */
export interface PublishedOperation {
  readonly id: string
  readonly method: string
  /** Without the version prefix. */
  readonly path: string
  readonly isPublic: boolean
  readonly query: readonly Parameter[]
  readonly body?: Schema
}

interface DescribedOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly unknown[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const methods = new Set(['get', 'post', 'put', 'delete', 'patch'])

/** Every operation of the published document, with its references followed. */
export async function loadPublishedOperations(): Promise<PublishedOperation[]> {
  const file = join(import.meta.dirname, '..', '..', 'api', 'openapi.json')
  const { paths, components } = JSON.parse(await readFile(file, 'utf8')) as Document
  const schemas = followReferences(components.schemas)
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, { operationId, parameters = [], security, requestBody }]) => {
        const body = schemas[requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? '']
        return {
          id: operationId,
          method: method.toUpperCase(),
          path: path.replace(/^\/v3/, ''),
          isPublic: security === undefined,
          query: parameters.filter((parameter) => parameter.in === 'query'),
          ...(body && { body }),
        }
      }),
  )
}
