import type { Language, Localized } from '@wachta/domain'
import { defineDictionary } from './dictionary.ts'

// Node lists a renamed zone under its former name only, and may change that in any release: we keep both, so that an id
// stored once stays valid and the current name can be chosen too.
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

// The generic name of a zone follows its history: in 1970 Kyiv kept Moscow time.
const present = new Date('2026-01-01T00:00:00Z')

const listed = new Set([...Intl.supportedValuesOf('timeZone'), ...Object.entries(renamed).flat(), 'UTC'])
const names = [...listed].sort()

export const timeZones = defineDictionary(
  'time_zone',
  'time_zones',
  'The time zones an account can live in.',
  names.map((name) => ({ id: identify(name), name: { pl: name, en: name }, description: describe(name) })),
)

/** The IANA name behind each id; a former name gives way to the current one, which every zone database has. */
export const timeZoneNames: ReadonlyMap<string, string> = new Map(
  names.map((name) => [identify(name), renamed[name] ?? name]),
)

function identify(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')
}

function describe(timeZone: string): Localized {
  return { pl: spell(timeZone, 'pl'), en: spell(timeZone, 'en') }
}

function spell(timeZone: string, language: Language): string {
  // UTC has no generic name, only a long one.
  const timeZoneName = timeZone === 'UTC' ? 'long' : 'longGeneric'
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts(present)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
