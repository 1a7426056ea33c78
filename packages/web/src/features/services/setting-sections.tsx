import type { ExtendedSettingFormat, Service } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { LazyContent } from '../../app/shell/lazy-content.tsx'
import { isShownFor, useScenarioSource } from './scenario-source.ts'
import type { ServiceValues } from './service-draft.ts'
import { getChoiceText, SettingField } from './setting-field.tsx'
import { concernsSetting, groupSettings, readStepIndex } from './setting-grouping.ts'
import { isHiddenSetting, type SettingDraft } from './setting-values.ts'
import type { RecordingImport } from './steps/recording.ts'
import { toStepsKind } from './steps/step-model.ts'
import type { GivenVariable } from './steps/variables.ts'

/** Loaded only when needed, because it is large and only scenarios have steps. */
const ScenarioSourceEditor = lazyPart(
  async () => (await import('./steps/scenario-source-editor.tsx')).ScenarioSourceEditor,
)

interface SettingSectionsProps {
  readonly service: Service
  readonly formats: readonly ExtendedSettingFormat[]
  readonly drafts: Readonly<Record<string, SettingDraft>>
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly onChange: (key: string, draft: SettingDraft) => void
  readonly isReadOnly: boolean
  /** The name and the address in the form. */
  readonly values: Pick<ServiceValues, 'name' | 'address'>
  readonly onAddress: (address: string) => void
}

/** The settings of the check type, in the sections that it names. */
export function SettingSections(props: SettingSectionsProps) {
  const scenario = useScenarioSource(props)
  const shownFormats = props.formats.filter(({ key }) => isShownFor(scenario.source, key))
  return groupSettings(shownFormats).map(({ section, settings }) => (
    <fieldset key={section.id} className="grid gap-x-6 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
      <legend className="float-left text-lg font-semibold sm:col-span-2">{section.name}</legend>
      {settings.map((format) => (
        <div key={format.key} className={wideEditors.has(format.editor) ? 'min-w-0 sm:col-span-2' : ''}>
          <OneSetting {...props} format={format} scenario={scenario} />
        </div>
      ))}
    </fieldset>
  ))
}

const wideEditors: ReadonlySet<string> = new Set(['long_text', 'key_values', 'list', 'http_steps', 'browser_steps'])

interface OneSettingProps extends SettingSectionsProps {
  readonly format: ExtendedSettingFormat
  readonly scenario: ReturnType<typeof useScenarioSource>
}

function OneSetting({ format, scenario, ...props }: OneSettingProps) {
  const { service, formats, drafts, fieldErrors, onChange, isReadOnly } = props
  const { t } = useI18n()
  const kind = toStepsKind(format.editor)
  const draft = drafts[format.key] ?? ''
  const messages = listSettingErrors(fieldErrors, format, (number, message) => t('steps.error', { number, message }))
  const change = (next: SettingDraft) => onChange(format.key, next)
  if (kind !== null)
    return (
      <LazyContent>
        <ScenarioSourceEditor
          source={scenario.source}
          onSource={scenario.choose}
          script={String(drafts['script'] ?? '')}
          onScript={(script) => onChange('script', script)}
          scriptErrors={[...messages, ...(fieldErrors.get('extended_settings.script') ?? [])]}
          format={format}
          kind={kind}
          draft={String(draft)}
          onChange={change}
          given={listGivenVariables(formats, drafts)}
          form={{
            ...{
              title: props.values.name,
              address: props.values.address,
              deviceText: (device) => getChoiceText('device', device, t),
            },
            ...readWindow(drafts),
            onImport(recording, { importsAddress, importsWindow }) {
              if (importsAddress) props.onAddress(recording.address)
              if (importsWindow) for (const [key, value] of listWindowDrafts(recording)) onChange(key, value)
            },
          }}
          fieldErrors={fieldErrors}
          messages={messages}
          isReadOnly={isReadOnly}
        />
      </LazyContent>
    )
  return (
    <SettingField
      format={format}
      draft={draft}
      hasHiddenValue={isHiddenSetting(format, service.extended_settings[format.key])}
      fieldErrors={messages}
      isReadOnly={isReadOnly}
      onChange={change}
    />
  )
}

const readWindow = (drafts: Readonly<Record<string, SettingDraft>>) => {
  const [width, height] = [Number(drafts['viewport_width']), Number(drafts['viewport_height'])]
  return { device: String(drafts['device'] ?? ''), viewport: width > 0 && height > 0 ? { width, height } : null }
}

const listWindowDrafts = ({ device, viewport }: Pick<RecordingImport, 'device' | 'viewport'>) =>
  [
    ['device', device],
    ['viewport_width', String(viewport?.width ?? '')],
    ['viewport_height', String(viewport?.height ?? '')],
  ] as const

/** The settings that steps can use as variables, with the names of the variables. */
const variableNames: ReadonlyMap<string, string> = new Map([
  ['username', 'username'],
  ['password', 'password'],
  ['token', 'token'],
  ['one_time_code_secret', 'one_time_code'],
])

const listGivenVariables = (
  formats: readonly ExtendedSettingFormat[],
  drafts: Readonly<Record<string, SettingDraft>>,
): readonly GivenVariable[] =>
  formats.flatMap(({ key }) => {
    const name = variableNames.get(key)
    return name === undefined ? [] : [{ name, isSet: (drafts[key] ?? '') !== '' }]
  })

/** Returns the errors of a setting; an error of a step names the number of the step. */
function listSettingErrors(
  fieldErrors: ReadonlyMap<string, readonly string[]>,
  { key, editor }: Pick<ExtendedSettingFormat, 'key' | 'editor'>,
  describeStepError: (number: number, message: string) => string,
): readonly string[] {
  const hasSteps = toStepsKind(editor) !== null
  const found = [...fieldErrors]
    .filter(([field]) => concernsSetting(field, key))
    .flatMap(([field, messages]) => {
      const step = hasSteps ? readStepIndex(field, key) : null
      return step === null ? messages : messages.map((message) => describeStepError(step + 1, message))
    })
  return [...new Set(found)]
}
