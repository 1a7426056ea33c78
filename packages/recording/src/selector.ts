import { isOneLine } from './one-line.ts'

const kinds = ['role', 'label', 'text', 'testid', 'placeholder', 'xpath', 'css'] as const

/** A selector in the form that scenarios use: `frame=iframe#pay >> role=button[name="Pay"]`. */
export interface ScenarioSelector {
  readonly frames: readonly string[]
  readonly kind: (typeof kinds)[number]
  /** The value of the selector; for a role, without the name. */
  readonly value: string
  /** The accessible name of an element with a role. */
  readonly name: string | null
}

const maxSelectorLength = 500
const maxFrameLength = 200
export const maxFrames = 5
const separator = ' >> '
const framePrefix = 'frame='

/** Returns undefined if scenarios cannot express the selector. */
export function writeScenarioSelector({ frames, kind, value, name }: ScenarioSelector): string | undefined {
  const quoted = name === null ? '' : `[name="${name.replace(/["\\]/g, '\\$&')}"]`
  const element = kind === 'css' ? value : `${kind}=${value}${quoted}`
  if (value.trim() === '' || !/^\S/.test(element) || (kind !== 'role' && element.includes(separator))) return undefined
  if (kind === 'css' && /^(?:frame|role|label|text|testid|placeholder|xpath|css)=/.test(element)) return undefined
  if (frames.length > maxFrames || frames.some((frame) => frame.length > maxFrameLength)) return undefined
  const text = [...frames.map((frame) => `${framePrefix}${frame}`), element].join(separator)
  return text.length > maxSelectorLength || !isOneLine(text) ? undefined : text
}

/** Returns undefined if the text is not a selector; the API has already validated the selectors of a service. */
export function readScenarioSelector(text: string): ScenarioSelector | undefined {
  const selector = parseScenarioSelector(text)
  return selector?.value === '' ? undefined : selector
}

/**
 * Parses a selector while it is being typed, so its last part may be empty. Returns undefined if the text is not a
 * selector.
 */
export function parseScenarioSelector(text: string): ScenarioSelector | undefined {
  const [, framesText = '', element = ''] = /^((?:frame=[^>]+ >> )*)(.*)$/s.exec(text) ?? []
  const frames = framesText
    .split(separator)
    .slice(0, -1)
    .map((part) => part.slice(framePrefix.length))
  const [, prefix, rest = ''] = /^([a-z]+)=(.*)$/s.exec(element) ?? []
  const kind = kinds.find((each) => each === prefix)
  if (kind === 'role') return parseRole(rest, frames)
  // Only the name of a role can contain the separator.
  if (prefix === 'frame' || element.includes(separator)) return undefined
  return { frames, kind: kind ?? 'css', value: kind === undefined ? element : rest, name: null }
}

function parseRole(text: string, frames: readonly string[]): ScenarioSelector | undefined {
  const [, role, quoted] = /^([a-z]*)(?:\[name="((?:[^"\\]|\\.)*)"\])?$/s.exec(text) ?? []
  if (role === undefined) return undefined
  return { frames, kind: 'role', value: role, name: quoted?.replace(/\\(.)/gs, '$1') ?? null }
}
