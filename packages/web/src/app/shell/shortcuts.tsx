import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useI18n } from '../i18n/language.tsx'
import { preferences, usePreferences } from '../i18n/preferences.ts'
import { moveInList } from './list-focus.ts'
import { usePlaces } from './navigation.tsx'
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
  const places = usePlaces()
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
    ...places.flatMap(({ to, letter }): [string, () => void][] =>
      letter === undefined ? [] : [[`g ${letter}`, () => void navigate({ to })]],
    ),
  ])
  useShortcutKeys(keys, shortcuts)
}

/** Lists all shortcuts, with a switch, because single keys get in the way of speech input and some aids. */
export function ShortcutHelp({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useI18n()
  const { shortcuts } = usePreferences()
  const places = usePlaces()
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.title')} closeLabel={t('common.close')}>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <KeyTable
          title={t('shortcuts.general')}
          rows={[
            ['?', t('shortcuts.help')],
            [paletteKeys, t('shortcuts.palette')],
            ['/', t('shortcuts.search')],
            ['j', t('shortcuts.next')],
            ['k', t('shortcuts.previous')],
            ['Enter', t('shortcuts.open')],
            ['Esc', t('shortcuts.close')],
          ]}
        />
        <KeyTable
          title={t('shortcuts.goTo')}
          rows={places.flatMap(({ name, letter }) => (letter === undefined ? [] : [[`g ${letter}`, t(name)] as const]))}
        />
      </div>
      <div className="mt-5 flex items-center justify-between gap-4 border-t border-line pt-4">
        <span className="text-sm">
          {t('shortcuts.on')}
          <span className="block text-muted">{t('shortcuts.onHint')}</span>
        </span>
        <Switch
          label={t('shortcuts.on')}
          checked={shortcuts}
          onChange={(checked) => preferences.set({ shortcuts: checked })}
        />
      </div>
    </Dialog>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
export const paletteKeys = isMac ? '⌘ K' : 'Ctrl K'

interface KeyTableProps {
  readonly title: string
  readonly rows: readonly (readonly [keys: string, text: string])[]
}

function KeyTable({ title, rows }: KeyTableProps) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <dl className="text-sm">
        {rows.map(([keys, text]) => (
          <div key={keys} className="flex min-h-8 items-center justify-between gap-3 border-t border-line py-1">
            <dt className="order-last whitespace-nowrap">
              <Keys keys={keys} />
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Keys as they stand on a keyboard. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded border border-edge bg-sunken px-1.5 py-0.5 text-center font-mono text-xs text-ink"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
