import { changeKind, type EntryKinds, findEntryKind, type StepEntry } from './entry-kinds.ts'

/** The input for a part of an action. */
export type ActionInputKind = 'address' | 'selector' | 'text' | 'regex' | 'codes' | 'key' | 'variable' | 'attribute'

/** The parts of each action with their inputs. An action with one part without a name has that part as its value. */
export const actionInputs = {
  open: { '': 'address' },
  click: { '': 'selector' },
  double_click: { '': 'selector' },
  hover: { '': 'selector' },
  fill: { selector: 'selector', value: 'text' },
  select: { selector: 'selector', value: 'text' },
  press: { '': 'key' },
  wait_for: { '': 'selector' },
  wait_for_gone: { '': 'selector' },
  expect_text: { '': 'text' },
  expect_no_text: { '': 'text' },
  expect_element: { '': 'selector' },
  expect_url: { '': 'regex' },
  expect_status: { '': 'codes' },
  expect_download: { '': 'regex' },
  read: { selector: 'selector', variable: 'variable' },
  read_attribute: { selector: 'selector', attribute: 'attribute', variable: 'variable' },
  screenshot: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ActionInputKind>>>>

export type ActionKind = keyof typeof actionInputs

/** The actions as they are offered. */
export const actionGroups = {
  do: ['open', 'click', 'fill', 'select', 'press', 'hover', 'double_click'],
  wait: ['wait_for', 'wait_for_gone'],
  expect: ['expect_text', 'expect_no_text', 'expect_element', 'expect_url', 'expect_status', 'expect_download'],
  keep: ['read', 'read_attribute', 'screenshot'],
} as const satisfies Readonly<Record<string, readonly ActionKind[]>>

export type ActionGroup = keyof typeof actionGroups

/** The keys that are offered for `press`. */
export const pressedKeys = [
  'Enter',
  'Tab',
  'Escape',
  'Space',
  'Backspace',
  'Delete',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'PageDown',
  'PageUp',
  'Home',
  'End',
  'Control+A',
  'Shift+Tab',
]

export const actionKinds: EntryKinds = Object.fromEntries(
  Object.entries(actionInputs).map(([kind, inputs]) => {
    const parts = Object.keys(inputs)
    return [kind, parts.length === 0 ? 'flag' : parts[0] === '' ? 'text' : parts]
  }),
)

/** Returns the kind of a parsed action; `open` if it is unknown. */
export const getActionKind = (action: StepEntry): ActionKind =>
  (findEntryKind(action, actionKinds) as ActionKind | undefined) ?? 'open'

/** One part of an action. */
export interface ActionPart {
  readonly name: string
  readonly input: ActionInputKind
  readonly value: string
}

export function listActionParts(action: StepEntry): readonly ActionPart[] {
  const kind = getActionKind(action)
  const value = action[kind]
  return Object.entries<ActionInputKind>(actionInputs[kind]).map(([name, input]) => {
    const part: unknown = name === '' ? value : (value as StepEntry)[name]
    return { name, input, value: typeof part === 'string' ? part : '' }
  })
}

/** Returns the action with one part changed. */
export function changeActionPart(action: StepEntry, name: string, value: string): StepEntry {
  const kind = getActionKind(action)
  return { [kind]: name === '' ? value : { ...(action[kind] as StepEntry), [name]: value } }
}

/** Returns an action of another kind. Inputs that both kinds have keep their values. */
export function changeActionKind(action: StepEntry, kind: ActionKind): StepEntry {
  const formerKind = getActionKind(action)
  const entered = listActionParts(action).filter(({ input, value }) => value !== getInitialValue(formerKind, input))
  const blank = changeKind(action, kind, actionKinds)
  return listActionParts(blank).reduce((changed, { name, input }) => {
    const match = entered.find((each) => each.input === input)
    return changeActionPart(changed, name, match?.value ?? getInitialValue(kind, input))
  }, blank)
}

export const createAction = (kind: ActionKind): StepEntry => changeActionKind({ screenshot: true }, kind)

/** The initial value of an input. */
function getInitialValue(kind: ActionKind, input: ActionInputKind): string {
  if (input === 'selector') return blankSelectors[kind] ?? ''
  return { address: '/', key: 'Enter' }[input as string] ?? ''
}

/** The initial selectors: most elements that are clicked are buttons, most that are filled in have a label. */
const blankSelectors: Partial<Record<ActionKind, string>> = {
  click: 'role=button',
  double_click: 'role=button',
  hover: 'role=button',
  fill: 'label=',
  select: 'label=',
  wait_for: 'text=',
  wait_for_gone: 'text=',
  expect_element: 'text=',
}
