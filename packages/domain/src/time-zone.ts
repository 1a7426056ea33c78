// Node lists a renamed zone under its former name only, and may change that in any release: we keep both, so that an id
// stored once stays valid and the current name can be chosen too.
const currentNames: Readonly<Record<string, string>> = {
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

/** The IANA names an account can choose from, sorted, former ones included. */
export const listedZones: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf('timeZone'), ...Object.entries(currentNames).flat(), 'UTC']),
].sort()

const nameById = new Map(listedZones.map((name) => [toZoneId(name), currentNames[name] ?? name]))

/** The id of a zone in the API: Europe/Warsaw is europe_warsaw. */
export function toZoneId(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')
}

/** Returns the IANA name of an id. For a former name it is the current one, which every time zone database has. */
export function toZoneName(id: string): string | undefined {
  return nameById.get(id)
}
