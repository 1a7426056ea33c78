import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { zonesQuery } from '../dictionaries/queries.ts'

/** Returns the name of a time zone, such as Europe/Warsaw; of the display time zone until the dictionary is loaded. */
export function useZoneName(id: string): string {
  const { formats } = useI18n()
  const { data: zones = [] } = useQuery(zonesQuery)
  return zones.find((zone) => zone.id === id)?.name ?? formats.timeZone
}
