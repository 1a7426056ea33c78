import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import type { BulkInput } from './bulk.ts'
import { parseTags } from './parse-tags.ts'
import type { ServiceWithStatus } from './queries.ts'
import { TagInput } from './tag-input.tsx'
import { listTags, useServiceTags } from './tags.ts'

interface TagsOfAllProps {
  readonly chosen: readonly ServiceWithStatus[]
  readonly onChange: (tags: BulkInput['tags']) => void
}

/** Selects tags to add to all selected services, and tags to remove from them. */
export function TagsOfAll({ chosen, onChange }: TagsOfAllProps) {
  const { t } = useI18n()
  const tags = useServiceTags()
  const [text, setText] = useState('')
  const [removed, setRemoved] = useState<string[]>([])
  const presentTags = listTags(new Map(chosen.map(({ id }) => [id, tags.get(id) ?? []])))
  return (
    <div className="mb-4 grid gap-4">
      <FormField label={t('tags.add')} hint={t('tags.hint')}>
        {(fieldIds) => (
          <TagInput
            fieldIds={fieldIds}
            value={text}
            onChange={(next) => {
              setText(next)
              onChange({ add: parseTags(next), remove: removed })
            }}
          />
        )}
      </FormField>
      {presentTags.length > 0 && (
        <FormField label={t('tags.remove')}>
          {(fieldIds) => (
            <ChipCombobox
              fieldIds={fieldIds}
              choices={presentTags.map((value) => ({ value, label: value }))}
              values={removed}
              onChange={(next) => {
                setRemoved(next)
                onChange({ add: parseTags(text), remove: next })
              }}
              placeholder={t('tags.choose')}
              nothing={t('filters.nothing')}
              removeLabel={(name) => t('tags.unchoose', { name })}
            />
          )}
        </FormField>
      )}
    </div>
  )
}
