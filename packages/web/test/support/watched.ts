import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export interface SeededService {
  readonly id: number
  readonly name: string
  readonly state: 'ok' | 'failure' | 'unknown' | 'paused' | 'suspended'
  /** The usual response time in milliseconds. */
  readonly usual: number
  readonly error: number | null
}

export interface SeededServices {
  readonly sensors: readonly number[]
  readonly services: readonly SeededService[]
  readonly groups: ReadonlyMap<string, number>
  /** An archived service, kept with its history. */
  readonly archived: number
}

const sensors = [
  ['Warszawa', 'Warszawa', 'PL', '#3b82c4', '192.0.2.10', 52.23, 21.01],
  ['Kraków', 'Kraków', 'PL', '#c2571a', '192.0.2.20', 50.06, 19.94],
  ['Frankfurt', 'Frankfurt am Main', 'DE', '#2f9e63', '198.51.100.7', 50.11, 8.68],
  ['Dublin', 'Dublin', 'IE', '#9a5bc7', '198.51.100.9', 53.35, -6.26],
  ['New York', 'New York', 'US', '#b8476b', '203.0.113.4', 40.71, -74.01],
] as const

type Row = readonly [
  name: string,
  group: string,
  type: string,
  address: string,
  usual: number,
  state?: SeededService['state'],
  error?: number,
]

const rows: readonly Row[] = [
  ['Sklep: strona główna', 'Sklep', 'https', 'https://sklep.example.com/', 240, 'failure', 401],
  ['Sklep: koszyk', 'Sklep', 'https', 'https://sklep.example.com/koszyk', 310],
  ['Sklep: płatności', 'Sklep', 'https', 'https://platnosci.example.com/health', 4200],
  [
    'Sklep: wyszukiwarka produktów z bardzo długą nazwą, której nie da się zmieścić',
    'Sklep',
    'https',
    'https://sklep.example.com/szukaj?fraza=buty+zimowe&rozmiar=42&kolor=czarny',
    520,
  ],
  ['Poczta: SMTP', 'Poczta', 'smtp', 'mx.example.com', 90, 'failure', 803],
  ['Poczta: IMAP', 'Poczta', 'imap', 'imap.example.com', 130],
  ['Poczta: certyfikat', 'Poczta', 'tls_certificate', 'imap.example.com', 60],
  ['DNS: ns1', 'Infrastruktura', 'dns', 'ns1.example.com', 18],
  ['DNS: ns2', 'Infrastruktura', 'dns', 'ns2.example.com', 21, 'unknown'],
  ['VPN', 'Infrastruktura', 'tcp', 'vpn.example.com', 35, 'paused'],
  ['Hurtownia danych', 'Infrastruktura', 'http', 'http://dw.example.com/', 760, 'suspended'],
  ['Brama API', 'Infrastruktura', 'https', 'https://api.example.com/health', 110],
  ['Strona firmowa', 'Strony', 'https', 'https://www.example.com/', 180],
  ['Blog', 'Strony', 'https', 'https://blog.example.com/', 430],
  ['Dokumentacja', 'Strony', 'https', 'https://docs.example.com/', 150],
  ['Kariera', 'Strony', 'https', 'https://praca.example.com/', 390],
]

/** Adds the services and sensors of a medium-sized shop. */
export async function addWatched(db: Database, owner: number): Promise<SeededServices> {
  const made = await db.query(sql<{
    id: number
  }>`insert into sensor (name, location, country_code, color, ip_addresses, latitude, longitude)
select r->>0, r->>1, r->>2, r->>3, array[r->>4], (r->>5)::float, (r->>6)::float from jsonb_array_elements(${JSON.stringify(sensors)}::jsonb) with ordinality as t (r, n) order by n returning id`)
  const groups = new Map<string, number>()
  for (const name of new Set(rows.map(([, group]) => group))) {
    const assigned = JSON.stringify({ default: made.map(({ id }) => id) })
    const [row] = await db.query(sql<{ id: number }>`insert into service_group (owner_id, name, assigned_sensor_ids)
values (${owner}, ${name}, ${assigned}::jsonb) returning id`)
    groups.set(name, row?.id ?? 0)
  }
  const services: SeededService[] = []
  for (const [name, group, type, address, usual, state = 'ok', error = null] of rows) {
    const [row] = await db.query(sql<{
      id: number
    }>`insert into service (owner_id, group_id, type_id, name, address, interval, is_active, is_suspended)
values (${owner}, ${groups.get(group)}, ${type}, ${name}, ${address}, 60, ${state !== 'paused'}, ${state === 'suspended'}) returning id`)
    services.push({ id: row?.id ?? 0, name, state, usual, error })
  }
  await db.query(sql`update service set tags = case group_id when ${groups.get('Sklep')} then array['produkcja', 'PCI'] else array['produkcja'] end
where owner_id = ${owner} and group_id in (${groups.get('Sklep')}, ${groups.get('Poczta')})`)
  const [archived] = await db.query(sql<{ id: number }>`insert into service
  (owner_id, group_id, type_id, name, address, interval, is_active, is_archived)
values (${owner}, ${groups.get('Strony')}, 'http', 'Stara witryna', 'http://stara.example.com/', 300, false, true) returning id`)
  return { sensors: made.map(({ id }) => id), services, groups, archived: archived?.id ?? 0 }
}
