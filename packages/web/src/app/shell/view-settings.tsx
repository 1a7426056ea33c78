import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useI18n } from '../i18n/language.tsx'
import {
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
export const ownNames: Readonly<Record<ScreenLanguage, string>> = { en: 'English', pl: 'Polski' }

/** Language, theme and time zone, for this browser. */
export function ViewSettings() {
  const { t } = useI18n()
  const { language, theme, clock } = usePreferences()
  return (
    <div className="grid gap-3">
      <FormField label={t('view.language')}>
        {(described) => (
          <Select
            {...described}
            value={language}
            choices={screenLanguages.map((value) => ({ value, label: ownNames[value] }))}
            onChoose={(value) => preferences.set({ language: value as ScreenLanguage })}
          />
        )}
      </FormField>
      <FormField label={t('view.theme')}>
        {(described) => (
          <Select
            {...described}
            value={theme}
            choices={themes.map((value) => ({ value, label: t(`view.theme.${value}`) }))}
            onChoose={(value) => preferences.set({ theme: value as Theme })}
          />
        )}
      </FormField>
      <FormField label={t('view.clock')}>
        {(described) => (
          <Select
            {...described}
            value={clock}
            choices={timeZoneChoices.map((value) => ({ value, label: t(`view.clock.${value}`) }))}
            onChoose={(value) => preferences.set({ clock: value as TimeZoneChoice })}
          />
        )}
      </FormField>
    </div>
  )
}
