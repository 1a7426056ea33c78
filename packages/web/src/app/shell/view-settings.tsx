import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Density } from '../../ui/use-density.ts'
import { useI18n } from '../i18n/language.tsx'
import {
  densities,
  preferences,
  type ScreenLanguage,
  screenLanguages,
  type Theme,
  type TimeZoneChoice,
  themes,
  timeZoneChoices,
  usePreferences,
} from '../i18n/preferences.ts'

/** Each language in its own name, so that people who read no other language find it. */
export const languageNames: Readonly<Record<ScreenLanguage, string>> = { en: 'English', pl: 'Polski' }

/** Language, theme, height of rows and time zone, for this browser. */
export function ViewSettings() {
  const { t } = useI18n()
  const { language, theme, density, clock } = usePreferences()
  return (
    <div className="grid gap-3">
      <FormField label={t('view.language')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={language}
            choices={screenLanguages.map((value) => ({ value, label: languageNames[value] }))}
            onChoose={(value) => preferences.set({ language: value as ScreenLanguage })}
          />
        )}
      </FormField>
      <FormField label={t('view.theme')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={theme}
            choices={themes.map((value) => ({ value, label: t(`view.theme.${value}`) }))}
            onChoose={(value) => preferences.set({ theme: value as Theme })}
          />
        )}
      </FormField>
      <FormField label={t('view.density')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={density}
            choices={densities.map((value) => ({ value, label: t(`view.density.${value}`) }))}
            onChoose={(value) => preferences.set({ density: value as Density })}
          />
        )}
      </FormField>
      <FormField label={t('view.clock')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={clock}
            choices={timeZoneChoices.map((value) => ({ value, label: t(`view.clock.${value}`) }))}
            onChoose={(value) => preferences.set({ clock: value as TimeZoneChoice })}
          />
        )}
      </FormField>
    </div>
  )
}
