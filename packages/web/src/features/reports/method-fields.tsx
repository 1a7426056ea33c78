import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { createWallFormats, parseMinutes } from '../../app/i18n/wall-time.ts'
import { FormField } from '../../ui/field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { TimeInput } from '../../ui/time-input.tsx'
import { TargetField } from '../services/target-field.tsx'
import { reportEditorTexts } from './editor-texts.ts'
import type { TemplatePart } from './template-part.ts'
import { methodFlags } from './template-values.ts'
import { reportTexts } from './texts.ts'

/** The settings for what counts in service levels, and the target. */
export function MethodFields(part: TemplatePart) {
  const texts = useTexts(reportEditorTexts)
  const { values, onChange, fieldErrors, isReadOnly } = part
  return (
    <fieldset disabled={isReadOnly} className="grid gap-4">
      <legend className="mb-3 text-lg font-semibold">{texts('reportTemplate.method')}</legend>
      <div className="grid gap-3">
        {methodFlags.map((flag) => (
          <FormField key={flag} isBeside label={texts(`method.${flag}`)} hint={texts(`method.${flag}Hint`)}>
            {(fieldIds) => (
              <input
                {...fieldIds}
                type="checkbox"
                checked={values.method[flag]}
                onChange={(event) => onChange({ method: { ...values.method, [flag]: event.target.checked } })}
                className="size-4.5 shrink-0 accent-accent"
              />
            )}
          </FormField>
        ))}
      </div>
      <div className="grid gap-2">
        <p className="text-sm font-medium">{texts('method.hours')}</p>
        <div>
          <SegmentedControl
            label={texts('method.hours')}
            value={values.hours}
            choices={[
              { value: 'all', label: texts('method.allHours') },
              { value: 'business', label: texts('method.businessHours') },
              ...(values.customHours.length > 0
                ? [{ value: 'custom' as const, label: texts('method.customHours') }]
                : []),
            ]}
            onChoose={(hours) => onChange({ hours })}
          />
        </div>
        {values.hours === 'business' && <Hours {...part} />}
      </div>
      <TargetField
        value={values.target}
        onChange={(target) => onChange({ target })}
        hint={texts('reportTemplate.targetHint')}
        fieldErrors={fieldErrors.get('service_level_target')}
        disabled={isReadOnly}
      />
    </fieldset>
  )
}

/** The same hours on some days of the week. */
function Hours({ values: { businessHours }, onChange, fieldErrors }: TemplatePart) {
  const { language } = useI18n()
  const texts = useTexts(reportTexts)
  const editorTexts = useTexts(reportEditorTexts)
  const wall = createWallFormats(language)
  const set = (change: Partial<typeof businessHours>) => onChange({ businessHours: { ...businessHours, ...change } })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <label key={day} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              checked={businessHours.days.includes(day)}
              onChange={(event) =>
                set({
                  days: event.target.checked
                    ? [...businessHours.days, day].toSorted((one, other) => one - other)
                    : businessHours.days.filter((each) => each !== day),
                })
              }
              className="size-4.5 accent-accent"
            />
            {wall.weekday(day, 'short')}
          </label>
        ))}
      </div>
      {businessHours.days.length === 0 && <p className="text-sm text-unknown">{editorTexts('method.noDays')}</p>}
      <div className="grid max-w-sm grid-cols-2 gap-4">
        {(['from', 'to'] as const).map((edge) => (
          <FormField
            key={edge}
            label={texts(`report.${edge}`)}
            fieldErrors={parseMinutes(businessHours[edge]) === undefined ? fieldErrors.get('hours') : []}
          >
            {(fieldIds) => (
              <TimeInput
                fieldIds={fieldIds}
                format={editorTexts('method.clock')}
                value={businessHours[edge]}
                onChange={(text) => set({ [edge]: text })}
              />
            )}
          </FormField>
        ))}
      </div>
    </div>
  )
}
