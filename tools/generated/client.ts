import { registry } from '@wachta/api/resources'
import type { AnyResource } from '@wachta/resource'
import { nameRepeatedUnions } from './client-aliases.ts'
import { type ApiOperation, embedsInto, generateOperationTypes, listDocumentedOperations } from './client-operations.ts'
import { formatComment, type Schema, toMemberName, toSchemaType, toTypeName } from './client-schemas.ts'
import { generateOpenApi } from './documents.ts'
import { formatTypeScript } from './format.ts'

/** The part of an OpenAPI document from which the client is generated. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const head = '// Made from the OpenAPI document by `npm run generate`; do not change it by hand.\n'

/** Generates the table of the paths and methods of all operations, which the client uses at run time. */
export async function generateClientOperations(): Promise<string> {
  const rows = listDocumentedOperations(await loadApiDocument()).map(
    ({ id, method, path }) => `${id}: '${method} ${path}',`,
  )
  return formatTypeScript(`${head}import type { Operations } from './types.ts'

/** The method and the path of every operation. */
export const operations: Readonly<Record<keyof Operations, string>> = {
${rows.join('\n')}
}
`)
}

/** Generates the types of all requests and responses. */
export async function generateClientTypes(): Promise<string> {
  const document = await loadApiDocument()
  const { queries, operations } = generateOperationTypes(document)
  const { aliases, text } = nameRepeatedUnions(`
${generateComponentTypes(document)}

${queries}

/** Every operation: what it takes and what it returns. */
export interface Operations {
${operations}
}
`)
  return formatTypeScript(`${head}import type { ServerEvent } from './events.ts'

/** What is written into an address as text. */
export type Scalar = string | number | boolean

/** A condition of a filter; a bare value stands for \`equals\`. */
export type Condition<Type extends string> = Scalar | { type: Type; argument: Scalar | readonly Scalar[] }

${aliases}
${text}`)
}

const loadApiDocument = async (): Promise<ApiDocument> => JSON.parse(await generateOpenApi())

function generateComponentTypes(document: ApiDocument): string {
  const sent = new Set(listDocumentedOperations(document).map(({ body }) => body?.name))
  return Object.entries(document.components.schemas)
    .map(([name, schema]) => generateComponentType(document, name, schema, sent.has(name)))
    .join('\n\n')
}

function generateComponentType(document: ApiDocument, name: string, schema: Schema, isSent: boolean): string {
  const docComment = formatComment([schema.description])
  if (!schema.properties) return `${docComment}export type ${toTypeName(name)} = ${toSchemaType(schema, isSent)}`
  // No field of a record is required, because a caller may select fields; without a selection the response has all of
  // them.
  const isRecord = !isSent && schema.required === undefined
  const completeSchema = isRecord ? { ...schema, required: Object.keys(schema.properties) } : schema
  const members = toSchemaType(completeSchema, isSent).slice(1, -1)
  return `${docComment}export interface ${toTypeName(name)} {${members}${isRecord ? generateEmbeds(document, name) : ''}}`
}

/**
 * Returns the types that `embed` adds to a record. The document lists only the names; the registry knows their types.
 */
function generateEmbeds(document: ApiDocument, record: string): string {
  const resource: AnyResource | undefined = registry.all.find(({ name }) => name === record)
  if (!resource || !listDocumentedOperations(document).some((operation) => embedsInto(operation, record))) return ''
  const flags = `${record}_permission`
  const related = Object.entries<{ kind: string; target: string }>(resource.relations ?? {}).map(
    ([name, { kind, target }]) => {
      const type = `Partial<${toTypeName(target)}>`
      return `/** With \`embed\`. */\n${toMemberName(name)}?: ${kind === 'one' ? `${type} | null` : `${type}[]`}\n`
    },
  )
  const permissionsMember = `/** With \`embed\`: what the caller may do with it. */\npermissions?: Partial<${toTypeName(flags)}>\n`
  return `\n${document.components.schemas[flags] ? permissionsMember : ''}${related.join('')}`
}
