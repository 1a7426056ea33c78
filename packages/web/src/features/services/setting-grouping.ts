import type { ExtendedSettingFormat } from '@wachta/client'

/** Returns the settings by section, in the order of the sections. */
export function groupSettings<Format extends Pick<ExtendedSettingFormat, 'section'>>(formats: readonly Format[]) {
  return [...Map.groupBy(formats, ({ section }) => section.position)]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, settings]) => (settings[0] ? [{ section: settings[0].section, settings }] : []))
}

/** Whether an error of the API concerns a setting or one of its rows. */
export const concernsSetting = (field: string, key: string): boolean =>
  field === `extended_settings.${key}` || field.startsWith(`extended_settings.${key}.`)

/** Returns the index of the step that an error of the API concerns; null if it concerns none. */
export function readStepIndex(field: string, key: string): number | null {
  const [index] = field.slice(`extended_settings.${key}.`.length).split('.')
  return index !== undefined && /^\d+$/.test(index) ? Number(index) : null
}
