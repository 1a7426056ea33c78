import type { ApiDocument } from './client.ts'
import {
  formatComment,
  getComponentName,
  type Schema,
  toMemberName,
  toSchemaType,
  toTypeName,
} from './client-schemas.ts'

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
  readonly headers?: Readonly<Record<string, unknown>>
}

/** An operation as the OpenAPI document describes it. */
export interface ApiOperation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
  readonly responses: Readonly<Record<string, Answer>>
}

/** An operation as the client needs it. */
interface Documented {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly docComment: string
  readonly parameters: readonly Parameter[]
  readonly body: { readonly name: string; readonly isRequired: boolean } | undefined
  readonly result: Schema | 'nothing' | 'file' | 'events'
  readonly isList: boolean
}

export function listDocumentedOperations({ paths }: ApiDocument): Documented[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(path, method.toUpperCase(), operation)),
  )
}

/** Whether the operation returns such records and accepts `embed`. */
export function embedsInto({ parameters, body, result }: Documented, record: string): boolean {
  const returned = typeof result === 'object' ? (result.items?.$ref ?? result.$ref) : undefined
  if (!returned || getComponentName(returned) !== record) return false
  return body?.name === `${record}_search` || parameters.some(({ name }) => name === 'embed')
}

/** Returns the members of `Operations`, and the query types that several of them share. */
export function generateOperationTypes(document: ApiDocument): { queries: string; operations: string } {
  const named = new Map<string, string>()
  const operations = listDocumentedOperations(document).map((operation) => {
    const { id, docComment: said, parameters, body, result, isList } = operation
    const path = parameters.filter((parameter) => parameter.in === 'path')
    const query = toQueryType(document, operation)
    const members = [
      ...(path.length > 0 ? [`path: ${toParametersType(path)}`] : []),
      ...(query ? [`query${query.mark}: ${nameSharedQuery(named, operation, query.type)}`] : []),
      ...(body ? [`body${body.isRequired ? '' : '?'}: ${toTypeName(body.name)}`] : []),
      `result: ${toResultType(result)}`,
      `isList: ${isList}`,
    ]
    return `${said}${id}: {\n${members.join('\n')}\n}`
  })
  const queries = [...named].map(([name, type]) => `export interface ${name} ${type}`)
  return { queries: queries.join('\n\n'), operations: operations.join('\n') }
}

function readOperation(path: string, method: string, operation: ApiOperation): Documented {
  const { operationId, summary, description, deprecated, parameters = [], requestBody, responses } = operation
  const [answer = {}] = Object.entries(responses).flatMap(([status, each]) => (status === 'default' ? [] : [each]))
  const requestReference = requestBody?.content['application/json']?.schema.$ref
  return {
    id: operationId,
    method,
    path,
    docComment: formatComment([summary, description], deprecated ? ['@deprecated'] : []),
    parameters,
    body: requestReference
      ? { name: getComponentName(requestReference), isRequired: requestBody?.required ?? false }
      : undefined,
    result: answer.content ? (answer.content['application/json']?.schema ?? getFileKind(answer.content)) : 'nothing',
    isList: answer.headers?.['X-Total-Count'] !== undefined,
  }
}

function toResultType(result: Documented['result']): string {
  if (result === 'nothing') return 'undefined'
  if (result === 'events') return 'AsyncGenerator<ServerEvent, void, undefined>'
  if (result === 'file') return 'Blob'
  // The client parses every JSON response, including files in JSON.
  return result.format === 'binary' ? 'unknown' : toSchemaType(result, false)
}

const getFileKind = (content: object): 'events' | 'file' => ('text/event-stream' in content ? 'events' : 'file')

function toQueryType(document: ApiDocument, { parameters, result }: Documented) {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  if (query.length === 0) return undefined
  const record = typeof result === 'object' ? (result.items?.$ref ?? result.$ref) : undefined
  const search = record ? `${getComponentName(record)}_search` : ''
  const type = toParametersType(query, document.components.schemas[search] ? search : undefined)
  return { type, mark: query.some(({ required }) => required) ? '' : '?' }
}

/** Most lists of a record accept the same parameters, so they share an interface. */
function nameSharedQuery(named: Map<string, string>, { result, isList }: Documented, type: string): string {
  if (typeof result !== 'object' || !(isList ? result.items?.$ref : result.$ref)) return type
  const name = `${toSchemaType(result.items ?? result, false)}${isList ? 'List' : ''}Query`
  const known = named.get(name)
  if (known === undefined) named.set(name, type)
  return known === undefined || known === type ? name : type
}

function toParametersType(parameters: readonly Parameter[], search?: string): string {
  const members = parameters.map((parameter) => {
    const { name, required, description } = parameter
    const docComment = formatComment([description?.replace(', separated by commas', '')])
    return `${docComment}${toMemberName(name)}${required ? '' : '?'}: ${toParameterType(parameter, search)}\n`
  })
  return `{\n${members.join('')}}`
}

function toParameterType({ in: place, name, schema }: Parameter, search: string | undefined): string {
  // The client joins the values with commas.
  if (search && (name === 'fields' || name === 'embed')) return `NonNullable<${toTypeName(search)}['${name}']>`
  if (place === 'query' && ['fields', 'embed', 'sort'].includes(name) && !schema.enum) return 'readonly string[]'
  if (schema.type !== 'string' || schema.enum) return toSchemaType(schema, true)
  return place === 'path' ? 'string | number' : 'Scalar'
}
