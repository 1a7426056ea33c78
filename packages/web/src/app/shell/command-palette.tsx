import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Keys } from '../../ui/keys.tsx'
import { inputClass } from '../../ui/text-input.tsx'
import { useI18n } from '../i18n/language.tsx'
import { useFeatureCommands } from '../registry/commands.ts'
import { type Command, findCommands } from './command.ts'
import { useShellCommands } from './shell-commands.ts'

interface CommandPaletteProps {
  readonly onClose: () => void
  readonly showShortcuts: () => void
}

/** Runs actions and opens pages and records, which are found by a part of their name or by a keyword. */
export function CommandPalette({ onClose, showShortcuts }: CommandPaletteProps) {
  const { t } = useI18n()
  return (
    <Base.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="fixed top-[10vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 rounded-md border border-line bg-raised p-2 shadow-lg">
          <Base.Title className="sr-only">{t('palette.title')}</Base.Title>
          <Commands onDone={onClose} showShortcuts={showShortcuts} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Commands({ onDone, showShortcuts }: { readonly onDone: () => void; readonly showShortcuts: () => void }) {
  const { t } = useI18n()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  const searchText = useDeferredValue(typed.trim())
  const shell = useShellCommands(showShortcuts)
  const [actions, others] = useActionsAndOthers(useFeatureCommands(searchText))
  const found = findCommands(searchText, [...actions, ...shell, ...others])
  const current = Math.min(selectedIndex, found.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    onDone()
    command.act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setSelectedIndex((current + step + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter') run(found[current])
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        {...(found.length > 0 && { 'aria-activedescendant': `${id}-${current}` })}
        placeholder={t('palette.hint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setSelectedIndex(0)
        }}
        onKeyDown={onKeyDown}
        className={inputClass}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette.title')}
        className="mt-2 max-h-[60vh] overflow-y-auto"
      >
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input that owns the list
          <div
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            ref={(item) => {
              if (index === current) item?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => run(command)}
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 hover:bg-sunken aria-selected:bg-accent-soft"
          >
            <CommandLine command={command} />
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 py-2 text-muted">{t('palette.nothing')}</p>}
    </>
  )
}

/** Divides commands into actions and the rest, because actions are listed first. */
function useActionsAndOthers(
  commands: readonly Command[],
): readonly [actions: readonly Command[], others: readonly Command[]] {
  const { t } = useI18n()
  const isAction = ({ kind }: Command) => kind === t('palette.action')
  return [commands.filter(isAction), commands.filter((command) => !isAction(command))]
}

function CommandLine({ command: { label, kind, icon, shortcut } }: { readonly command: Command }) {
  return (
    <>
      <Icon name={icon} className="text-muted" />
      <span className="min-w-0 grow truncate">{label}</span>
      {shortcut !== undefined && (
        <span aria-hidden="true" className="max-sm:hidden">
          <Keys keys={shortcut} />
        </span>
      )}
      <span className="text-sm whitespace-nowrap text-muted">{kind}</span>
    </>
  )
}
