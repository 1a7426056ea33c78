import type { ExtendedSettingFormat } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import type { FieldIds } from '../../ui/field.tsx'
import { KeyValueRows } from '../../ui/key-value-rows.tsx'
import { TextRows } from '../../ui/row-list.tsx'

interface SettingRowsProps {
  readonly format: Pick<ExtendedSettingFormat, 'editor' | 'name'>
  readonly rows: readonly string[]
  readonly onChange: (rows: readonly string[]) => void
  readonly fieldIds: FieldIds
  readonly disabled: boolean
}

/** Edits a list setting: rows of a name and a value, or of one value. */
export function SettingRows({ format, ...rest }: SettingRowsProps) {
  const { t } = useI18n()
  const texts = {
    label: format.name,
    add: t('settings.addRow'),
    remove: (number: number) => t('settings.removeRow', { number }),
    name: t('settings.rowName'),
    value: t('settings.rowValue'),
  }
  return format.editor === 'key_values' ? (
    <KeyValueRows {...rest} texts={texts} />
  ) : (
    <TextRows {...rest} texts={texts} />
  )
}
