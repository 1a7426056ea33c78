import { useId } from 'react'
import type { FieldIds } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { parseTags } from './parse-tags.ts'
import { listTags, useServiceTags } from './tags.ts'

interface TagInputProps {
  readonly fieldIds: FieldIds
  readonly value: string
  readonly onChange: (text: string) => void
  readonly disabled?: boolean
}

/** A field for tags, separated by commas; the browser proposes those that other services have. */
export function TagInput({ fieldIds, value, onChange, disabled = false }: TagInputProps) {
  const id = useId()
  const typedTags = parseTags(value)
  const precedingText = value.includes(',') ? `${value.slice(0, value.lastIndexOf(',') + 1)} ` : ''
  const proposedTags = listTags(useServiceTags()).filter((tag) => !typedTags.includes(tag))
  return (
    <>
      <TextInput
        {...fieldIds}
        list={id}
        value={value}
        disabled={disabled}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {proposedTags.map((tag) => (
          <option key={tag} value={`${precedingText}${tag}`} />
        ))}
      </datalist>
    </>
  )
}
