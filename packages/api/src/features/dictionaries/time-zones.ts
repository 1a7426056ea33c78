import { type Language, type Localized, listedZones, toZoneId } from '@wachta/domain'
import { defineDictionary } from './define-dictionary.ts'

// The generic name of a zone depends on the date: in 1970, for example, Kyiv kept Moscow time.
const referenceDate = new Date('2026-01-01T00:00:00Z')

export const timeZones = defineDictionary({
  name: 'time_zone',
  collection: 'time_zones',
  summary: 'The time zones that an account can use.',
  entries: listedZones.map((name) => ({
    id: toZoneId(name),
    name: { pl: name, en: name },
    // Computed when the description is read: those of all zones take half a second, which would delay every start.
    get description() {
      return describeZone(name)
    },
  })),
})

function describeZone(timeZone: string): Localized {
  return { pl: formatZoneName(timeZone, 'pl'), en: formatZoneName(timeZone, 'en') }
}

function formatZoneName(timeZone: string, language: Language): string {
  // UTC has no generic name, only a long one.
  const timeZoneName = timeZone === 'UTC' ? 'long' : 'longGeneric'
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts(referenceDate)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
