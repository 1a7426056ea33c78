import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { matches } from '../../ui/matches.ts'
import { inputClass } from '../../ui/text-input.tsx'
import { useI18n } from '../i18n/language.tsx'
import { preferences, usePreferences } from '../i18n/preferences.ts'
import { statusesQuery } from '../registry/shell.ts'
import { usePlaces } from './navigation.tsx'

interface Command {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly act: () => void
}

const maxServices = 20

/** Opens screens and services by a part of their name. */
export function CommandPalette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useI18n()
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="fixed top-[10vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 rounded-md border border-line bg-raised p-2 shadow-lg">
          <Base.Title className="sr-only">{t('palette.title')}</Base.Title>
          <Commands onDone={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Commands({ onDone }: { readonly onDone: () => void }) {
  const { t } = useI18n()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = useCommands(useDeferredValue(typed))
  const current = Math.min(at, found.length - 1)
  const carryOut = (command: Command | undefined) => {
    if (!command) return
    onDone()
    command.act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((current + step + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter') carryOut(found[current])
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
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className={inputClass}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette.title')}
        className="mt-2 max-h-[50vh] overflow-y-auto"
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
            onClick={() => carryOut(command)}
            className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-md px-3 hover:bg-sunken aria-selected:bg-accent-soft"
          >
            <span className="truncate">{command.label}</span>
            <span className="text-sm whitespace-nowrap text-muted">{command.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 py-2 text-muted">{t('palette.nothing')}</p>}
    </>
  )
}

function useCommands(typed: string): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { theme } = usePreferences()
  const { data: services = [] } = useQuery({ ...statusesQuery, refetchInterval: false })
  const places = usePlaces().map(({ to, name }) => ({
    id: to,
    label: t(name),
    kind: t('palette.place'),
    act: () => void navigate({ to }),
  }))
  const settings = [
    { id: 'wall', label: t('wall.open'), kind: t('palette.command'), act: () => void navigate({ to: '/wall' }) },
    {
      id: 'theme',
      label: t(theme === 'dark' ? 'palette.light' : 'palette.dark'),
      kind: t('palette.command'),
      act: () => preferences.set({ theme: theme === 'dark' ? 'light' : 'dark' }),
    },
  ]
  const commands = [...places, ...settings].filter(({ label }) => matches(typed, label))
  const hits = typed === '' ? [] : services.filter(({ name, address }) => matches(typed, name, address))
  return [
    ...commands,
    ...hits.slice(0, maxServices).map(({ id, name }) => ({
      id: `service-${id}`,
      label: name,
      kind: t('palette.service'),
      act: () => void navigate({ to: '/services/$id', params: { id: String(id) } }),
    })),
  ]
}
