import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ColourInput } from '../branding/colour-input.tsx'
import { LogoField } from '../branding/logo-field.tsx'
import type { PagePart } from './page-part.ts'
import type { StatusPageValues } from './page-values.ts'
import { statusPageTexts } from './texts.ts'

interface PageLookProps extends PagePart {
  /** The colour of the branding, which applies to a page without its own colour. */
  readonly inheritedColour: string
}

/** The theme, the pictures and the texts around a page. */
export function PageLook({ values, onChange, fieldErrors, isReadOnly, inheritedColour }: PageLookProps) {
  const texts = useTexts(statusPageTexts)
  return (
    <fieldset disabled={isReadOnly} className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-lg font-semibold">{texts('look')}</legend>
      <FormField label={texts('appearance')} fieldErrors={fieldErrors.get('appearance')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.appearance}
            choices={(['auto', 'light', 'dark'] as const).map((value) => ({
              value,
              label: texts(`appearance.${value}`),
            }))}
            onChoose={(appearance) => onChange({ appearance: appearance as StatusPageValues['appearance'] })}
          />
        )}
      </FormField>
      <FormField label={texts('colour')} hint={texts('inheritHint')} fieldErrors={fieldErrors.get('accent_colour')}>
        {(fieldIds) => (
          <ColourInput
            fieldIds={fieldIds}
            value={values.accentColour}
            inherited={inheritedColour}
            onChange={(accentColour) => onChange({ accentColour })}
          />
        )}
      </FormField>
      {(['logo', 'favicon'] as const).map((kind) => (
        <LogoField
          key={kind}
          label={texts(kind)}
          hint={texts(`pictureHint.${kind}`)}
          value={values[kind]}
          onChange={(picture) => onChange({ [kind]: picture })}
          fieldErrors={collectErrors(fieldErrors, kind)}
        />
      ))}
      {(
        [
          ['homeUrl', 'home_url', texts('homeUrlHint')],
          ['footer', 'footer', undefined],
        ] as const
      ).map(([field, name, hint]) => (
        <FormField key={field} label={texts(field)} hint={hint} fieldErrors={fieldErrors.get(name)}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              value={values[field]}
              onChange={(event) => onChange({ [field]: event.target.value })}
            />
          )}
        </FormField>
      ))}
    </fieldset>
  )
}

const collectErrors = (fieldErrors: PagePart['fieldErrors'], name: string): readonly string[] =>
  [...fieldErrors].filter(([field]) => field.split('.')[0] === name).flatMap(([, messages]) => messages)
