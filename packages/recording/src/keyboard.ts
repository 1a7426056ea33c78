/** Modifier keys, under the names that the Recorder and hand-written recordings use. */
const modifiers: Readonly<Record<string, string>> = {
  Control: 'Control',
  ControlLeft: 'Control',
  ControlRight: 'Control',
  Shift: 'Shift',
  ShiftLeft: 'Shift',
  ShiftRight: 'Shift',
  Alt: 'Alt',
  AltLeft: 'Alt',
  AltRight: 'Alt',
  Meta: 'Meta',
  MetaLeft: 'Meta',
  MetaRight: 'Meta',
}

const namedKeyPattern =
  /^(?:[A-Za-z0-9]|Enter|Tab|Escape|Space|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow(?:Left|Up|Right|Down)|F(?:[1-9]|1[0-2])|Key[A-Z]|Digit\d|Numpad(?:\d|Enter|Add|Subtract|Multiply|Divide|Decimal)|Minus|Equal|Backslash|Bracket(?:Left|Right)|Semicolon|Quote|Comma|Period|Slash|Backquote|ContextMenu|CapsLock|NumLock|ScrollLock|PrintScreen|Pause)$/

/**
 * Scenarios can name only alphanumeric keys by their character. Other characters are written as keys of a US keyboard,
 * listed here with their characters without and with Shift.
 */
const symbols: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Backquote: ['`', '~'],
  Digit1: ['', '!'],
  Digit2: ['', '@'],
  Digit3: ['', '#'],
  Digit4: ['', '$'],
  Digit5: ['', '%'],
  Digit6: ['', '^'],
  Digit7: ['', '&'],
  Digit8: ['', '*'],
  Digit9: ['', '('],
  Digit0: ['', ')'],
}
const keyNamesByCharacter: Readonly<Record<string, string>> = { ' ': 'Space', '\r': 'Enter', '\n': 'Enter' }

export const toModifier = (key: string): string | undefined =>
  Object.hasOwn(modifiers, key) ? modifiers[key] : undefined

/** Returns one press with the held modifiers, such as `Control+a`; undefined if scenarios cannot press the key. */
export function writePress(key: string, held: readonly string[]): string | undefined {
  const name = Object.hasOwn(keyNamesByCharacter, key) ? keyNamesByCharacter[key] : key
  if (name !== undefined && namedKeyPattern.test(name)) return [...held, name].join('+')
  const symbol = Object.entries(symbols).find(([, characters]) => characters.includes(key))
  if (symbol === undefined || key === '') return undefined
  const [code, [, shifted]] = symbol
  // The recorded Shift is ignored: the character may need Shift on the keyboard of the recording but not on a US
  // keyboard, or vice versa.
  const others = held.filter((modifier) => modifier !== 'Shift')
  return [...others, ...(key === shifted ? ['Shift'] : []), code].join('+')
}

/** Returns the keys of a press, split into modifiers and key; undefined if the Recorder does not know one of them. */
export function readPress(press: string): { readonly held: readonly string[]; readonly key: string } | undefined {
  const keys = press.split('+')
  const key = keys.pop() ?? ''
  const held = keys.map(toModifier)
  if (!namedKeyPattern.test(key) || held.some((each) => each === undefined)) return undefined
  return { held: held.filter((each) => each !== undefined), key }
}
