import type { ExtendedSettingFormat, Service } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { SettingField } from './setting-field.tsx'
import { groupSettings, isOfSetting, readStepIndex } from './setting-grouping.ts'
import { isHiddenSetting, type SettingDraft } from './setting-values.ts'

interface SettingSectionsProps {
  readonly service: Service
  readonly formats: readonly ExtendedSettingFormat[]
  readonly drafts: Readonly<Record<string, SettingDraft>>
  readonly faults: ReadonlyMap<string, readonly string[]>
  readonly onChange: (key: string, draft: SettingDraft) => void
  readonly isReadOnly: boolean
}

/** The settings of the check type, in the sections that it names. */
export function SettingSections({ service, formats, drafts, faults, onChange, isReadOnly }: SettingSectionsProps) {
  const { t } = useI18n()
  const ofStep = (number: number, message: string) => t('steps.fault', { number, message })
  return groupSettings(formats).map(({ section, settings }) => (
    <fieldset key={section.id} className="grid gap-x-6 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
      <legend className="float-left text-lg font-semibold sm:col-span-2">{section.name}</legend>
      {settings.map((format) => (
        <div key={format.key} className={wideEditors.has(format.editor) ? 'sm:col-span-2' : ''}>
          <SettingField
            format={format}
            draft={drafts[format.key] ?? ''}
            hasHiddenValue={isHiddenSetting(format, service.extended_settings[format.key])}
            faults={faultsOfSetting(faults, format, ofStep)}
            isReadOnly={isReadOnly}
            onChange={(draft) => onChange(format.key, draft)}
          />
        </div>
      ))}
    </fieldset>
  ))
}

const wideEditors: ReadonlySet<string> = new Set(['long_text', 'key_values', 'list', 'http_steps', 'browser_steps'])

/** Errors of a setting; those of a step say which one it is. */
function faultsOfSetting(
  faults: ReadonlyMap<string, readonly string[]>,
  { key, editor }: Pick<ExtendedSettingFormat, 'key' | 'editor'>,
  ofStep: (number: number, message: string) => string,
): readonly string[] {
  const hasSteps = editor === 'http_steps' || editor === 'browser_steps'
  const found = [...faults]
    .filter(([field]) => isOfSetting(field, key))
    .flatMap(([field, messages]) => {
      const step = hasSteps ? readStepIndex(field, key) : null
      return step === null ? messages : messages.map((message) => ofStep(step + 1, message))
    })
  return [...new Set(found)]
}
