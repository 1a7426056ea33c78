import type { BrowserAction } from './browser-step.ts'
import { toModifier, writePress } from './keyboard.ts'
import { type RecordedStep, readTextField } from './recorded-step.ts'
import type { NoteCollector } from './recording-note.ts'

interface HeldKey {
  readonly modifier: string
  /** The step that pressed it. */
  readonly step: number
  isUsed: boolean
}

interface KeyboardOptions {
  readonly notes: NoteCollector
  /** Wachta has exported the recording itself, so it was not recorded on a Mac. */
  readonly isOwn: boolean
}

/**
 * Turns keys that go down and up into presses. A press counts when the key goes down, because its release is not
 * recorded if the page changes before it.
 */
export function createKeyboard({ notes, isOwn }: KeyboardOptions) {
  let held: HeldKey[] = []
  const use = () => {
    for (const key of held) key.isUsed = true
  }
  const release = (keys: readonly HeldKey[]) => {
    for (const { step } of keys.filter(({ isUsed }) => !isUsed)) notes.add('modifier_left_out', { step })
  }
  return {
    use,
    isHeld: (): boolean => held.length > 0,
    down(step: RecordedStep): readonly BrowserAction[] {
      const key = readTextField(step, 'key')
      const modifier = toModifier(key)
      if (modifier !== undefined) {
        if (!held.some((each) => each.modifier === modifier)) held.push({ modifier, step: step.number, isUsed: false })
        return []
      }
      const names = held.map(({ modifier: name }) => (name === 'Meta' && !isOwn ? 'Control' : name))
      if (names.some((name, index) => name !== held[index]?.modifier))
        notes.add('command_key_replaced', { step: step.number })
      const press = writePress(key, [...new Set(names)])
      if (press === undefined) notes.add('key_left_out', { step: step.number })
      use()
      return press === undefined ? [] : [{ press }]
    },
    up(step: RecordedStep): void {
      const modifier = toModifier(readTextField(step, 'key'))
      release(held.filter((each) => each.modifier === modifier))
      held = held.filter((each) => each.modifier !== modifier)
    },
    /** At the end of a recording. */
    releaseAll(): void {
      release(held)
      held = []
    },
  }
}
