interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
}
interface Operation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: object
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>
  readonly deprecated?: boolean
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface OperationsPage {
  readonly slug: string
  readonly title: string
  readonly body: string
}

/** Returns one page for each subject of the API, with all its operations. */
export function createOperationPages({ paths }: OpenApi): OperationsPage[] {
  const bySubject = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const subject = operation.tags?.[0] ?? 'other'
      bySubject.set(subject, [...(bySubject.get(subject) ?? []), formatOperation(method, path, operation)])
    }
  }
  return [...bySubject]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([subject, operations]) => ({
      slug: `interface/${subject.replaceAll('_', '-')}`,
      title: subject.charAt(0).toUpperCase() + subject.slice(1).replaceAll('_', ' '),
      body: `${introduction}\n\n${operations.join('\n\n')}\n`,
    }))
}

const introduction =
  'Derived from the OpenAPI document, which an installation serves at `/v3/public/openapi.json` with the schemas of all bodies. Paths begin with `/v3`.'

function formatOperation(method: string, path: string, operation: Operation): string {
  const { summary = '', description, parameters = [], requestBody, responses = {}, deprecated } = operation
  const notes = [deprecated ? 'Deprecated.' : '', requestBody === undefined ? '' : 'Takes a JSON body.']
  const statuses = Object.keys(responses).filter((status) => status !== 'default')
  return [
    `## \`${method.toUpperCase()} ${path}\``,
    [summary, description === summary ? '' : (description ?? ''), ...notes].filter(Boolean).map(escapeText).join(' '),
    formatTable(parameters),
    `Operation \`${operation.operationId}\`${statuses.length > 0 ? `, answers ${statuses.join(', ')}` : ''}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function formatTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, description = '' }) =>
      `| \`${name}\` | ${place}${required ? ', required' : ''} | ${escapeText(description).replaceAll('|', '\\|')} |`,
  )
  return ['| parameter | in | |', '|---|---|---|', ...rows].join('\n')
}

/** Escapes a text of the OpenAPI document: only its code spans are Markdown. */
const escapeText = (text: string): string => text.replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ').trim()
