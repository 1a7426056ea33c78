import { createHash } from 'node:crypto'
import {
  boundedCount,
  collectNamedSchemas,
  type DocumentInfo,
  type NamedSchema,
  type Operation,
} from '@wachta/resource'
import { componentMark } from '@wachta/resource/field'
import { catalogue } from '../errors/catalogue.ts'
import { escapeHtml } from './escape-html.ts'

/** Renders the API reference as one HTML page without scripts; its policy allows only its own style. */
export function renderReferencePage(documentInfo: DocumentInfo): { html: string; policy: string } {
  const { title, version, operations } = documentInfo
  const tags = [...Map.groupBy(operations, ({ tag }) => tag)].sort(([one], [other]) => (one < other ? -1 : 1))
  const schemas = [...collectNamedSchemas(documentInfo)]
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API ${version}</title>
<style>${style}</style>
<header>
<h1>${title} <small>API ${version}</small></h1>
<p>All paths begin with <code>/v3</code>. Also available as <a href="../openapi.json">OpenAPI 3</a> and <a href="../swagger2.json">Swagger 2</a>.
Lists answer with a bare array and <code>X-Total-Count</code>; failures with an <a href="#errors">array of errors</a>.
With <code>Prefer: ${boundedCount}</code>, at most 10,000 are counted; if there are more, <code>Preference-Applied</code> repeats it.</p>
<nav>${tags.map(([tag]) => `<a href="#${tag}">${tag}</a>`).join(' ')} <a href="#schemas">schemas</a> <a href="#errors">errors</a></nav>
</header>
<main>
${tags.map(([tag, group]) => `<section id="${tag}"><h2>${tag}</h2>${group.map(renderOperation).join('')}</section>`).join('\n')}
<section id="schemas"><h2>Schemas</h2>${schemas.map(([name, schema]) => renderSchema(name, schema as Schema)).join('')}</section>
<section id="errors"><h2>Errors</h2>${renderErrorTable()}</section>
</main>
</html>`
  const hash = createHash('sha256').update(style).digest('base64')
  return { html, policy: `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'` }
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean
  readonly description?: string
  readonly [keyword: string]: unknown
}

function renderOperation({
  id,
  method,
  path,
  summary,
  deprecated,
  access,
  on,
  query = [],
  body,
  status,
  result,
  media,
}: Operation): string {
  const facts = [
    access === 'public' ? 'needs no credentials' : access === 'administrator' ? 'administrators only' : '',
    on ? `needs <code>${on.resource}.permissions.${on.flag}</code>` : '',
    body ? `takes ${renderLink(body)}` : '',
    `answers ${status}${result ? ` ${Array.isArray(result) ? `list of ${renderLink(result[0])}` : renderLink(result as NamedSchema)}` : media ? ` <code>${media}</code>` : ''}`,
  ].filter(Boolean)
  const parameters = query
    .map(({ name, description }) => `<li><code>${name}</code> ${escapeHtml(description)}</li>`)
    .join('')
  return `<article id="${id}"${deprecated ? ' class="deprecated"' : ''}>
<h3><b class="${method}">${method}</b> <code>${path}</code>${deprecated ? ' <em>deprecated</em>' : ''}</h3>
<p>${escapeHtml(summary)}</p><p class="facts">${facts.join(' · ')}</p>${parameters ? `<details><summary>query</summary><ul>${parameters}</ul></details>` : ''}
</article>`
}

function renderSchema(
  name: string,
  { properties = {}, required = [], additionalProperties, description = '' }: Schema,
): string {
  const rows = Object.entries(properties).map(
    ([field, schema]) =>
      `<tr><td><code>${field}</code>${required.includes(field) ? ' *' : ''}<td>${describeType(schema)}<td>${escapeHtml(describeBounds(schema))}<td>${escapeHtml(schema.description ?? '')}`,
  )
  const closed = additionalProperties === false ? ' <em>closed</em>' : ''
  return `<article id="schema-${name}"><details><summary><h3><code>${name}</code>${closed}</h3></summary>
<p>${escapeHtml(description)}</p>${rows.length > 0 ? `<table>${rows.join('\n')}</table>` : ''}</details></article>`
}

function describeType({ type, items, [componentMark]: component }: Schema): string {
  if (typeof component === 'string') return renderLink({ name: component })
  const text = escapeHtml(Array.isArray(type) ? type.join(' | ') : String(type ?? 'any'))
  return items ? `${text} of ${describeType(items)}` : text
}

const boundKeywords = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'pattern',
  'format',
  'default',
  'enum',
]

const describeBounds = (schema: Schema): string =>
  boundKeywords
    .filter((name) => schema[name] !== undefined)
    .map((name) => `${name} ${shorten(schema[name])}`)
    .join(', ')

const shorten = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

function renderErrorTable(): string {
  const rows = Object.entries(catalogue).map(
    ([symbol, { code, status, message, description }]) =>
      `<tr><td>${code}<td><code>${symbol}</code><td>${status}<td>${escapeHtml(message.en)}<br><span lang="pl">${escapeHtml(message.pl)}</span><td>${escapeHtml(description)}`,
  )
  return `<table><tr><th>code<th>symbol<th>status<th>message<th>for developers${rows.join('\n')}</table>`
}

const renderLink = ({ name }: Pick<NamedSchema, 'name'>): string => `<a href="#schema-${name}">${name}</a>`

const style = `:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent);--soft:color-mix(in srgb,currentColor 65%,transparent)}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1rem}h1 small{font-weight:400;color:var(--soft)}
nav a{display:inline-block;margin-right:.75rem}h2{margin-top:3rem;border-bottom:2px solid var(--line)}article{padding:.5rem 0;border-bottom:1px solid var(--line)}
h3{margin:.25rem 0;font-size:1rem;display:inline-block}p{margin:.25rem 0}.facts{color:var(--soft);font-size:.875rem}.deprecated h3 code{text-decoration:line-through}
h3 b{display:inline-block;min-width:4.5rem;font-size:.8rem;letter-spacing:.05em}.GET{color:#0a7d4b}.POST{color:#0b62c4}.PUT{color:#a35c00}.DELETE{color:#c22a2a}
table{border-collapse:collapse;width:100%;font-size:.875rem}td,th{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){.GET{color:#4fd39a}.POST{color:#7ab8ff}.PUT{color:#f0b35a}.DELETE{color:#ff8f8f}}`
