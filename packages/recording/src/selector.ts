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
  if (value.trim() === '' || !/^\S/.test(element) || element.includes(separator)) return undefined
  if (kind === 'css' && /^(?:frame|role|label|text|testid|placeholder|xpath|css)=/.test(element)) return undefined
  if (frames.length > maxFrames || frames.some((frame) => frame.length > maxFrameLength)) return undefined
  const text = [...frames.map((frame) => `${frameMark}${frame}`), element].join(separator)
  return text.length > maxLength || !isOneLine(text) ? undefined : text
}

/** Undefined if it is no selector; the API has checked those of a service. */
export function readScenarioSelector(text: string): ScenarioSelector | undefined {
  const parts = text.split(separator)
  const element = parts.pop() ?? ''
  if (element === '' || !parts.every((part) => part.startsWith(frameMark))) return undefined
  const frames = parts.map((part) => part.slice(frameMark.length))
  const [, mark, rest = ''] = /^([a-z]+)=(.*)$/s.exec(element) ?? []
  const kind = kinds.find((each) => each === mark)
  if (kind === undefined) return { frames, kind: 'css', value: element, name: null }
  if (kind !== 'role') return rest === '' ? undefined : { frames, kind, value: rest, name: null }
  const [, role, quoted] = /^([a-z]+)(?:\[name="((?:[^"\\]|\\.)*)"\])?$/s.exec(rest) ?? []
  return role === undefined ? undefined : { frames, kind, value: role, name: quoted?.replace(/\\(.)/gs, '$1') ?? null }
}
