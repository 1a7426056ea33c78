import { Dialog } from '../../ui/dialog.tsx'
import { Keys } from '../../ui/keys.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useI18n } from '../i18n/language.tsx'
import { preferences, usePreferences } from '../i18n/preferences.ts'
import { useMenuEntries } from './navigation.tsx'
import { paletteKeys } from './shortcuts.ts'

/** Lists all shortcuts, with a switch to disable them: single keys interfere with speech input and assistive tools. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n()
  const { shortcuts } = usePreferences()
  const menuEntries = useMenuEntries()
  return (
    <Dialog open onClose={onClose} title={t('shortcuts.title')} closeLabel={t('common.close')}>
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
          rows={menuEntries.flatMap(({ name, letter }) =>
            letter === undefined ? [] : [[`g ${letter}`, t(name)] as const],
          )}
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
