import { type SubmitEvent, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { maxSavedFilters, type SavedFilter, savedFilters, useSavedFilters } from './saved-filters.ts'

type Filter = Omit<SavedFilter, 'name'>

interface FilterMenuProps {
  readonly current: Filter
  readonly onChoose: (filter: Filter) => void
}

/** Applies saved filters, and saves the current one. */
export function FilterMenu({ current, onChoose }: FilterMenuProps) {
  const { t } = useI18n()
  const saved = useSavedFilters()
  const [isNaming, setNaming] = useState(false)
  const isSame = (filter: Filter) =>
    (['query', 'state', 'group', 'customer', 'tag'] as const).every(
      (name) => (filter[name] ?? '') === (current[name] ?? ''),
    )
  const isWorthSaving = Object.values(current).some((value) => value !== '') && !saved.some(isSame)
  if (saved.length === 0 && !isWorthSaving) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {saved.length > 0 && (
        <ul aria-label={t('saved.label')} className="flex flex-wrap gap-2">
          {saved.map((filter) => (
            <li key={filter.name} className="inline-flex items-center rounded-md border border-line bg-surface">
              <button
                type="button"
                aria-pressed={isSame(filter)}
                onClick={() => onChoose(omitName(filter))}
                className="min-h-8 rounded-l-md px-2.5 text-sm hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:font-medium"
              >
                {filter.name}
              </button>
              <button
                type="button"
                aria-label={t('saved.remove', { name: filter.name })}
                onClick={() => savedFilters.remove(filter.name)}
                className="grid size-8 place-items-center text-muted hover:bg-sunken"
              >
                <Icon name="close" className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isWorthSaving && (
        <Button size="small" kind="quiet" onClick={() => setNaming(true)}>
          {t('saved.save')}
        </Button>
      )}
      {isNaming && <SaveFilterDialog current={current} onClose={() => setNaming(false)} />}
    </div>
  )
}

const omitName = ({ query, state, group, customer, tag = '' }: SavedFilter): Filter => ({
  query,
  state,
  group,
  customer,
  tag,
})

function SaveFilterDialog({ current, onClose }: { readonly current: Filter; readonly onClose: () => void }) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  const [isFull, setFull] = useState(false)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() === '') return
    if (savedFilters.save({ ...current, name: name.trim() })) onClose()
    else setFull(true)
  }
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={t('saved.save')}
      description={t('saved.hint')}
      closeLabel={t('common.close')}
    >
      <form onSubmit={save} className="grid gap-4">
        <FormField label={t('saved.name')} fieldErrors={isFull ? [t('saved.full', { count: maxSavedFilters })] : []}>
          {(fieldIds) => (
            <TextInput {...fieldIds} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </FormField>
        <div className="flex justify-end gap-2">
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" disabled={name.trim() === ''}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
