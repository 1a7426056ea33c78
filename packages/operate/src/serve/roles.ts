import type { LocalizedText } from '@wachta/cli'

/** One process of an installation. They meet in the database and in the broker, never in each other. */
export interface Role {
  readonly name: string
  readonly summary: LocalizedText
  /** How far its metrics port is from that of the supervisor. */
  readonly portOffset: number
  /** The stage of the shutdown: processes of a later stage are stopped after those of earlier ones have ended. */
  readonly stage: number
  /** Variables of the installation that the process must not know. */
  readonly withheld?: readonly string[]
  load(): Promise<unknown>
}

/**
 * Processes that bring new work stop first: api, planner, sensor and reporter; and pages, which nobody waits for. Then the analyst, which has nothing new
 * to read by then. The notifier stops last, so that it can still send what the analyst stored at the end.
 */
export const processRoles: readonly Role[] = [
  {
    name: 'api',
    summary: { en: 'serve the API and the web app', pl: 'udostępniaj API i aplikację' },
    portOffset: 1,
    stage: 0,
    load: () => import('@wachta/api/main'),
  },
  {
    name: 'planner',
    summary: { en: 'assign checks to sensors', pl: 'przydzielaj sprawdzenia sensorom' },
    portOffset: 2,
    stage: 0,
    load: () => import('@wachta/planner/main'),
  },
  {
    name: 'analyst',
    summary: { en: 'analyse the results of sensors', pl: 'analizuj wyniki sensorów' },
    portOffset: 3,
    stage: 1,
    load: () => import('@wachta/analyst/main'),
  },
  {
    name: 'sensor',
    summary: { en: 'run checks; needs no database', pl: 'wykonuj sprawdzenia; nie potrzebuje bazy danych' },
    portOffset: 4,
    stage: 0,
    load: () => import('@wachta/sensor/main'),
  },
  {
    name: 'notifier',
    summary: { en: 'send notifications', pl: 'wysyłaj powiadomienia' },
    portOffset: 5,
    stage: 2,
    load: () => import('@wachta/notifier/main'),
  },
  {
    name: 'reporter',
    summary: { en: 'compute rollups and delete expired data', pl: 'licz agregaty i usuwaj przeterminowane dane' },
    portOffset: 6,
    stage: 0,
    load: () => import('@wachta/reporter/main'),
  },
  {
    name: 'pages',
    summary: {
      en: 'serve status pages; needs no database and no broker',
      pl: 'udostępniaj strony statusu; nie potrzebuje bazy danych ani brokera',
    },
    portOffset: 7,
    stage: 0,
    // It answers strangers.
    withheld: [
      ...['DATABASE_URL', 'NATS_URL', 'NATS_CREDENTIALS', 'INSTALLATION_KEYS', 'SECRET_KEYS'],
      ...['SMTP_URL', 'REPORT_SIGNING_KEY', 'OTLP_RESULTS_HEADERS', 'BILLING_PORTAL_KEY'],
    ],
    load: () => import('@wachta/pages/main'),
  },
]
