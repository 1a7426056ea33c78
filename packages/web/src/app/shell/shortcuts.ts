import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { usePreferences } from '../i18n/preferences.ts'
import { moveInList } from './list-focus.ts'
import { useMenuEntries } from './navigation.tsx'
import { type Shortcuts, useShortcutKeys } from './shortcut-keys.ts'

interface ShortcutTargets {
  readonly main: RefObject<HTMLElement | null>
  readonly openPalette: () => void
  readonly openHelp: () => void
}

/** The shortcuts of every screen, unless they are switched off. */
export function useShortcuts({ main, openPalette, openHelp }: ShortcutTargets): void {
  const navigate = useNavigate()
  const { shortcuts } = usePreferences()
  const menuEntries = useMenuEntries()
  const search = () => {
    const box = main.current?.querySelector<HTMLInputElement>('input[type=search]')
    if (box?.checkVisibility()) box.focus()
    else openPalette()
  }
  const keys: Shortcuts = new Map([
    ['?', openHelp],
    ['/', search],
    ['j', () => moveInList(1, main.current)],
    ['k', () => moveInList(-1, main.current)],
    ...menuEntries.flatMap(({ to, letter }): [string, () => void][] =>
      letter === undefined ? [] : [[`g ${letter}`, () => void navigate({ to })]],
    ),
  ])
  useShortcutKeys(keys, shortcuts)
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
export const paletteKeys = isMac ? '⌘ K' : 'Ctrl K'
