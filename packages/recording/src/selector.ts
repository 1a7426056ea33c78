import { isOneLine } from './one-line.ts'

const kinds = ['role', 'label', 'text', 'testid', 'placeholder', 'xpath', 'css'] as const

/** An element as scenarios name it: `frame=iframe#pay >> role=button[name="Pay"]`. */
export interface ScenarioSelector {
  readonly frames: readonly string[]
  readonly kind: (typeof kinds)[number]
  /** For a role, only the role. */
  readonly value: string
  /** The accessible name of an element with a role. */
  readonly name: string | null
}

const maxLength = 500
const maxFrameLength = 200
export const maxFrames = 5
const separator = ' >> '
const frameMark = 'frame='

/** Undefined if scenarios cannot name the element so. */
export function writeScenarioSelector({ frames, kind, value, name }: ScenarioSelector): string | undefined {
  const quoted = name === null ? '' : `[name="${name.replace(/["\\]/g, '\\$&')}"]`
  const element = kind === 'css' ? value : `${kind}=${value}${quoted}`
  if (value.trim() === '' || !/^\S/.test(element) || (kind !== 'role' && element.includes(separator))) return undefined
  if (kind === 'css' && /^(?:frame|role|label|text|testid|placeholder|xpath|css)=/.test(element)) return undefined
  if (frames.length > maxFrames || frames.some((frame) => frame.length > maxFrameLength)) return undefined
  const text = [...frames.map((frame) => `${frameMark}${frame}`), element].join(separator)
  return text.length > maxLength || !isOneLine(text) ? undefined : text
}

/** Returns undefined if it is no selector; the API has validated those of a service. */
export function readScenarioSelector(text: string): ScenarioSelector | undefined {
  const selector = parseScenarioSelector(text)
  return selector?.value === '' ? undefined : selector
}

/** Takes a selector apart while it is typed, so that its last part can be empty. Undefined if it has no parts. */
export function parseScenarioSelector(text: string): ScenarioSelector | undefined {
  const [, outer = '', element = ''] = /^((?:frame=[^>]+ >> )*)(.*)$/s.exec(text) ?? []
  const frames = outer
    .split(separator)
    .slice(0, -1)
    .map((part) => part.slice(frameMark.length))
  const [, mark, rest = ''] = /^([a-z]+)=(.*)$/s.exec(element) ?? []
  const kind = kinds.find((each) => each === mark)
  if (kind === 'role') return parseRole(rest, frames)
  // Only the name of a role can contain the separator.
  if (mark === 'frame' || element.includes(separator)) return undefined
  return { frames, kind: kind ?? 'css', value: kind === undefined ? element : rest, name: null }
}

function parseRole(text: string, frames: readonly string[]): ScenarioSelector | undefined {
  const [, role, quoted] = /^([a-z]*)(?:\[name="((?:[^"\\]|\\.)*)"\])?$/s.exec(text) ?? []
  if (role === undefined) return undefined
  return { frames, kind: 'role', value: role, name: quoted?.replace(/\\(.)/gs, '$1') ?? null }
}
