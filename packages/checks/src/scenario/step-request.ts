import { CheckFailure } from '../failure.ts'
import { addDefaultHeaders, readHeader } from '../types/http-request.ts'
import type { CheckRequest, Header } from '../web/web-request.ts'
import type { ScenarioStep } from './step.ts'
import type { ScenarioVariables, ValueContext } from './variables.ts'

interface StepContext {
  /** The address of the service, from which the paths of steps start. */
  readonly base: URL
  readonly verify: boolean
  readonly variables: ScenarioVariables
}

/** The request of a step, with its variables filled in. */
export function buildStepRequest(step: ScenarioStep, { base, verify, variables }: StepContext): CheckRequest {
  const headers = (step.headers ?? [])
    .map(readHeader)
    .map(([name, value]): Header => [name, variables.fill(value, 'header')])
  return {
    method: step.method ?? 'GET',
    url: resolveUrl(variables.fill(step.url, 'address'), base),
    headers: addDefaultHeaders(headers),
    body: step.body === undefined ? null : Buffer.from(variables.fill(step.body, findContext(step.body, headers))),
    verify,
  }
}

function resolveUrl(target: string, base: URL): URL {
  const url = URL.parse(target.startsWith('/') ? `${base.origin}${base.pathname.replace(/\/$/, '')}${target}` : target)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '')
    throw new CheckFailure('scenario_address_invalid', `${target.slice(0, 500)} is not a web address`)
  return url
}

/** The type of a body is that of its Content-Type header; without one, a body that looks like JSON is JSON. */
function findContext(body: string, headers: readonly Header[]): ValueContext {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (type === undefined) return /^\s*[[{]/.test(body) ? 'json' : 'text'
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) return 'json'
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? 'form' : 'text'
}
