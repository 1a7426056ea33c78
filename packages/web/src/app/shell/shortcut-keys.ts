import { useEffect, useEffectEvent, useRef } from 'react'

/** How long the second key of a sequence may take. */
const maxSequenceMs = 1500

/** The keys of a shortcut, separated by spaces if they are pressed one after the other, and what they do. */
export type Shortcuts = ReadonlyMap<string, () => void>

/**
 * Runs the shortcuts: keys without modifiers, or sequences of two. They are disabled in text fields, dialogs and menus,
 * which handle keys themselves.
 */
export function useShortcutKeys(shortcuts: Shortcuts, isOn: boolean): void {
  const previousKey = useRef({ key: '', time: 0 })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || areShortcutsDisabled(event.target))
      return
    const { key, time } = previousKey.current
    previousKey.current = { key: event.key, time: event.timeStamp }
    const sequence = shortcuts.get(`${key} ${event.key}`)
    const act = sequence && event.timeStamp - time < maxSequenceMs ? sequence : shortcuts.get(event.key)
    if (!act) return
    previousKey.current = { key: '', time: 0 }
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!isOn) return
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

const textFieldSelector =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]'
// Notices have the role of a dialog too, but are in a region and take no keys.
const openLayerSelector = ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([role=region] *)'

const isLayerOpen = (): boolean => document.querySelector(openLayerSelector) !== null

const areShortcutsDisabled = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(textFieldSelector) !== null) || isLayerOpen()

/**
 * Whether the keys are those of the command palette: K with Ctrl or ⌘ and nothing else. Browsers that fill in a form
 * send events without a key.
 */
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Partial<KeyboardEvent>): boolean =>
  key?.toLowerCase() === 'k' && (ctrlKey === true || metaKey === true) && !altKey && !shiftKey

/** Opens the command palette by its keys, also from a text field, but not in front of a dialog or a menu. */
export function usePaletteKeys(open: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isPaletteKey(event)) return
    // Otherwise the browser would go to its own search field.
    event.preventDefault()
    if (!isLayerOpen()) open()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
