import type { FieldIds } from './field.tsx'
import { splitRow } from './key-value.ts'
import { type EditedRow, RowList, type RowTexts } from './row-list.tsx'
import { inputClass } from './text-input.tsx'

interface KeyValueRowsProps {
  /** Lines such as `Name: value`. */
  readonly rows: readonly string[]
  readonly onChange: (rows: readonly string[]) => void
  readonly texts: RowTexts & { readonly name: string; readonly value: string }
  readonly fieldIds: FieldIds
  readonly disabled?: boolean
}

/** Edits lines such as `Name: value`, each as a row of two inputs. */
export function KeyValueRows({ rows, onChange, texts, fieldIds, disabled = false }: KeyValueRowsProps) {
  return (
    <RowList rows={rows} onChange={onChange} texts={texts} blank=":" fieldIds={fieldIds} disabled={disabled}>
      {({ row, index, onChange: change, ...invalid }: EditedRow) => {
        const [name, value] = splitRow(row)
        const commonProps = {
          ...invalid,
          disabled,
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
        } as const
        return (
          <>
            <input
              {...commonProps}
              type="text"
              aria-label={`${texts.name} ${index + 1}`}
              value={name}
              // The first colon separates name and value, so the name cannot contain one.
              onChange={(event) => change(`${event.target.value.replaceAll(':', '')}: ${value}`)}
              className={`${inputClass} basis-2/5 font-mono text-sm`}
            />
            <input
              {...commonProps}
              type="text"
              aria-label={`${texts.value} ${index + 1}`}
              value={value}
              onChange={(event) => change(`${name}: ${event.target.value}`)}
              className={`${inputClass} basis-3/5 font-mono text-sm`}
            />
          </>
        )
      }}
    </RowList>
  )
}
