import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { FieldIds } from './field.tsx'
import { Icon } from './icon.tsx'
import { inputClass } from './text-input.tsx'

export interface RowTexts {
  /** The name of the whole list. */
  readonly label: string
  readonly add: string
  readonly remove: (number: number) => string
}

/** One row, and how it is changed. */
export interface EditedRow {
  readonly row: string
  readonly index: number
  readonly onChange: (row: string) => void
  readonly 'aria-invalid'?: true
}

interface RowListProps {
  readonly rows: readonly string[]
  readonly onChange: (rows: readonly string[]) => void
  readonly texts: RowTexts
  /** The row that "add" appends. */
  readonly blank: string
  readonly fieldIds: FieldIds
  readonly disabled?: boolean
  readonly children: (row: EditedRow) => ReactNode
}

/** Rows that can be added and removed. */
export function RowList({ rows, onChange, texts, blank, fieldIds, disabled = false, children }: RowListProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and the label of the field is there already
    <div
      id={fieldIds.id}
      role="group"
      aria-label={texts.label}
      aria-describedby={fieldIds['aria-describedby']}
      className="grid w-full gap-2"
    >
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that identifies them
        <div key={index} className="flex gap-2">
          {children({
            row,
            index,
            onChange: (next) => onChange(rows.with(index, next)),
            ...(fieldIds['aria-invalid'] && { 'aria-invalid': true }),
          })}
          {!disabled && (
            <Button
              kind="quiet"
              aria-label={texts.remove(index + 1)}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <Icon name="close" />
            </Button>
          )}
        </div>
      ))}
      <div>
        <Button size="small" disabled={disabled} onClick={() => onChange([...rows, blank])}>
          {texts.add}
        </Button>
      </div>
    </div>
  )
}

interface TextRowsProps extends Omit<RowListProps, 'blank' | 'children' | 'texts'> {
  readonly texts: RowTexts & { readonly value: string }
}

/** Edits lines, each as a row of one input. */
export function TextRows({ texts, disabled = false, ...rest }: TextRowsProps) {
  return (
    <RowList {...rest} texts={texts} blank="" disabled={disabled}>
      {({ row, index, onChange, ...invalid }) => (
        <input
          {...invalid}
          type="text"
          aria-label={`${texts.value} ${index + 1}`}
          value={row}
          disabled={disabled}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputClass} font-mono text-sm`}
        />
      )}
    </RowList>
  )
}
