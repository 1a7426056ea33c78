import { maxExpressionLength, maxTargetLength } from './browser-step.ts'

const dark = '\\s\\u0000-\\u001f\\u007f-\\u009f'
const pathPattern = new RegExp(`^/(?:[^${dark}/\\\\][^${dark}]*)?$`)
const addressPattern = new RegExp(`^https?://[^${dark}/?#@\\\\]+(?:[/?#][^${dark}]*)?$`)
const afterPath = '(?:[?#]|$)'

/** Undefined for what is not on the web. */
export function parseWebAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) ? url : undefined
}

/** Returns the path that a scenario at `origin` opens to reach the address. Undefined if it is too long. */
export function writeTarget(text: string, origin: string): string | undefined {
  const url = parseWebAddress(text)
  if (url === undefined) return undefined
  // As it was written, because the URL would encode {{variables}}.
  const [, written] = /^https?:\/\/[^/?#\\]*(.*)$/is.exec(text.trim()) ?? []
  const path = [written ?? '', `${url.pathname}${url.search}${url.hash}`]
    .map((each) => (each.startsWith('/') ? each : `/${each}`))
    .find((each) => addressPattern.test(`${url.origin}${each}`))
  if (path === undefined) return undefined
  const target = url.origin === origin && pathPattern.test(path) ? path : `${url.origin}${path}`
  return target.length > maxTargetLength ? undefined : target
}

/** The address that a target of a scenario leads to. */
export const resolveTarget = (target: string, origin: string): string =>
  target.startsWith('/') ? `${origin}${target}` : target

/** The origin of the address of a service, which may be a bare host. */
export function readOrigin(address: string): string {
  const text = /^https?:\/\//i.test(address) ? address : `https://${address}`
  return parseWebAddress(text)?.origin ?? text
}

/** A regular expression for an address with any query; undefined if it is too long, or not on the web. */
export function writeAddressExpression(text: string): string | undefined {
  const url = parseWebAddress(text)
  if (url === undefined) return undefined
  const expression = `^${escapeExpression(`${url.origin}${url.pathname}`)}${afterPath}`
  return expression.length > maxExpressionLength ? undefined : expression
}

/** The address in such an expression; undefined if it is another one. */
export function readAddressExpression(expression: string): string | undefined {
  if (!expression.startsWith('^') || !expression.endsWith(afterPath)) return undefined
  const address = expression.slice(1, -afterPath.length).replace(/\\(.)/gs, '$1')
  return writeAddressExpression(address) === expression ? address : undefined
}

const escapeExpression = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
