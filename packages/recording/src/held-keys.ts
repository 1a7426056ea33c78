import type { BrowserAction } from './browser-step.ts'
import { toModifier, writePress } from './keyboard.ts'
import { type RecordedStep, readTextField } from './recorded-step.ts'
import type { NoteCollector } from './recording-note.ts'

interface HeldKey {
  readonly modifier: string
  /** The step in which it was pressed. */
  readonly step: number
  isUsed: boolean
}

interface KeyboardOptions {
  readonly notes: NoteCollector
  /** Whether Wachta exported the recording; if so, it was not recorded on a Mac. */
  readonly isWachtaExport: boolean
}

/**
 * Converts key-down and key-up events to presses. A press is added when the key goes down, because its release is not
 * recorded if the page changes before it.
 */
export function createKeyboard({ notes, isWachtaExport }: KeyboardOptions) {
  let held: HeldKey[] = []
  const markUsed = () => {
    for (const key of held) key.isUsed = true
  }
  const reportUnused = (keys: readonly HeldKey[]) => {
    for (const { step } of keys.filter(({ isUsed }) => !isUsed)) notes.add('modifier_left_out', { step })
  }
  return {
    use: markUsed,
    isHeld: (): boolean => held.length > 0,
    down(step: RecordedStep): readonly BrowserAction[] {
      const key = readTextField(step, 'key')
      const modifier = toModifier(key)
      if (modifier !== undefined) {
        if (!held.some((each) => each.modifier === modifier)) held.push({ modifier, step: step.number, isUsed: false })
        return []
      }
      const names = held.map(({ modifier: name }) => (name === 'Meta' && !isWachtaExport ? 'Control' : name))
      if (names.some((name, index) => name !== held[index]?.modifier))
        notes.add('command_key_replaced', { step: step.number })
      const press = writePress(key, [...new Set(names)])
      if (press === undefined) notes.add('key_left_out', { step: step.number })
      markUsed()
      return press === undefined ? [] : [{ press }]
    },
    up(step: RecordedStep): void {
      const modifier = toModifier(readTextField(step, 'key'))
      reportUnused(held.filter((each) => each.modifier === modifier))
      held = held.filter((each) => each.modifier !== modifier)
    },
    /** Releases all keys at the end of a recording. */
    releaseAll(): void {
      reportUnused(held)
      held = []
    },
  }
}
