import { parseScenarioSelector, type ScenarioSelector } from '@wachta/recording'

/** The kinds of selectors. Those by visible text come first, because they survive a new layout. */
export const elementKinds = ['role', 'label', 'text', 'placeholder', 'testid', 'css', 'xpath'] as const
export type ElementKind = (typeof elementKinds)[number]

/** A selector in its parts, as they are edited. Parts can be empty while they are typed. */
export type ElementDraft = ScenarioSelector

const frameMark = 'frame='
const separator = ' >> '

/** Reads a selector such as `frame=#pay >> role=button[name="Buy"]`; null if it can only be edited as text. */
export const parseElement = (text: string): ElementDraft | null => parseScenarioSelector(text) ?? null

/** Formats a selector. CSS needs no prefix unless it would be parsed as another kind. */
export function formatElement({ frames, kind, value, name }: ElementDraft): string {
  const quoted = name === null ? '' : `[name="${name.replace(/["\\]/g, '\\$&')}"]`
  const isPlain = kind === 'css' && !/^[a-z]+=/.test(value)
  const element = isPlain ? value : `${kind}=${value}${quoted}`
  return [...frames.map((frame) => `${frameMark}${frame}`), element].join(separator)
}

/** Returns the selector with another kind, and keeps the entered values that fit it. */
export function changeElementKind(draft: ElementDraft, kind: ElementKind): ElementDraft {
  if (kind === draft.kind) return draft
  const entered = draft.kind === 'role' ? (draft.name ?? '') : draft.value
  if (kind !== 'role') return { ...draft, kind, value: entered, name: null }
  return { ...draft, kind, value: 'button', name: entered === '' ? null : entered }
}

/** The roles that are offered; others can be typed as text. */
export const elementRoles = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'checkbox',
  'radio',
  'switch',
  'combobox',
  'option',
  'heading',
  'img',
  'tab',
  'menuitem',
  'dialog',
  'alert',
  'status',
  'list',
  'listitem',
  'table',
  'row',
  'cell',
] as const
export type ElementRole = (typeof elementRoles)[number]

export const toElementRole = (role: string): ElementRole | undefined => elementRoles.find((each) => each === role)
