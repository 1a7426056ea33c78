import { maxExpressionLength, maxTargetLength } from './browser-step.ts'

const excludedCharacters = '\\s\\u0000-\\u001f\\u007f-\\u009f'
const pathPattern = new RegExp(`^/(?:[^${excludedCharacters}/\\\\][^${excludedCharacters}]*)?$`)
const addressPattern = new RegExp(`^https?://[^${excludedCharacters}/?#@\\\\]+(?:[/?#][^${excludedCharacters}]*)?$`)
const afterPathPattern = '(?:[?#]|$)'

/** Returns undefined if the text is not a web address. */
export function parseWebAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) ? url : undefined
}

/** Returns the target with which a scenario at `origin` opens the address; undefined if scenarios cannot open it. */
export function writeTarget(text: string, origin: string): string | undefined {
  const url = parseWebAddress(text)
  if (url === undefined) return undefined
  // Uses the address as it was written, because the URL would encode {{variables}}.
  const [, rawPath] = /^https?:\/\/[^/?#\\]*(.*)$/is.exec(text.trim()) ?? []
  const path = [rawPath ?? '', `${url.pathname}${url.search}${url.hash}`]
    .map((each) => (each.startsWith('/') ? each : `/${each}`))
    .find((each) => addressPattern.test(`${url.origin}${each}`))
  if (path === undefined) return undefined
  const target = url.origin === origin && pathPattern.test(path) ? path : `${url.origin}${path}`
  return target.length > maxTargetLength ? undefined : target
}

/** Returns the address that a target of a scenario leads to. */
export const resolveTarget = (target: string, origin: string): string =>
  target.startsWith('/') ? `${origin}${target}` : target

/** Returns the origin of the address of a service, which may be a bare host. */
export function readOrigin(address: string): string {
  const text = /^https?:\/\//i.test(address) ? address : `https://${address}`
  return parseWebAddress(text)?.origin ?? text
}

/** Returns a regular expression for the address with any query; undefined if it is too long or not a web address. */
export function writeAddressExpression(text: string): string | undefined {
  const url = parseWebAddress(text)
  if (url === undefined) return undefined
  const expression = `^${escapeExpression(`${url.origin}${url.pathname}`)}${afterPathPattern}`
  return expression.length > maxExpressionLength ? undefined : expression
}

/** Returns the address in an expression of `writeAddressExpression`; undefined for any other expression. */
export function readAddressExpression(expression: string): string | undefined {
  if (!expression.startsWith('^') || !expression.endsWith(afterPathPattern)) return undefined
  const address = expression.slice(1, -afterPathPattern.length).replace(/\\(.)/gs, '$1')
  return writeAddressExpression(address) === expression ? address : undefined
}

const escapeExpression = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
