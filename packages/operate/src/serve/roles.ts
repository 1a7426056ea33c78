import type { LocalizedText } from '@wachta/cli'
import type { TObject } from 'typebox'

/** One process of an installation. Roles communicate only through the database and the broker, never directly. */
export interface Role {
  readonly name: string
  readonly summary: LocalizedText
  /** The offset of its metrics port from that of the supervisor. */
  readonly portOffset: number
  /** The stage of the shutdown: processes of a later stage are stopped after those of earlier ones have ended. */
  readonly stage: number
  /**
   * Whether it can share a process with other roles, as a thread. Roles that serve the public network or run checks
   * never do, nor does pages, because status pages must outlive everything else.
   */
  readonly isShareable?: boolean
  /** Whether it belongs to no cell; `serve` does not run such roles. */
  readonly isOutsideCells?: boolean
  /** The schema of its variables, which are withheld from other roles. */
  config(): Promise<{ readonly Config: TObject }>
  /** Runs the role in this process or thread. */
  load(): Promise<unknown>
}

/**
 * Processes that bring new work stop first: api, planner, sensor and reporter; also pages, which no other process waits
 * for. Then the analyst, which has nothing new to read by then. The notifier stops last, so that it can still send what
 * the analyst stored at the end.
 */
export const processRoles: readonly Role[] = [
  {
    name: 'api',
    summary: { en: 'serve the API and the web app', pl: 'udostępniaj API i aplikację' },
    portOffset: 1,
    stage: 0,
    config: () => import('@wachta/api/config'),
    load: () => import('@wachta/api/main'),
  },
  {
    name: 'planner',
    summary: { en: 'assign checks to sensors', pl: 'przydzielaj sprawdzenia sensorom' },
    portOffset: 2,
    stage: 0,
    isShareable: true,
    config: () => import('@wachta/planner/config'),
    load: () => import('@wachta/planner/main'),
  },
  {
    name: 'analyst',
    summary: { en: 'analyse the results of sensors', pl: 'analizuj wyniki sensorów' },
    portOffset: 3,
    stage: 1,
    isShareable: true,
    config: () => import('@wachta/analyst/config'),
    load: () => import('@wachta/analyst/main'),
  },
  {
    name: 'sensor',
    summary: { en: 'run checks; needs no database', pl: 'wykonuj sprawdzenia; nie potrzebuje bazy danych' },
    portOffset: 4,
    stage: 0,
    config: () => import('@wachta/sensor/config'),
    load: () => import('@wachta/sensor/main'),
  },
  {
    name: 'notifier',
    summary: { en: 'send notifications', pl: 'wysyłaj powiadomienia' },
    portOffset: 5,
    stage: 2,
    isShareable: true,
    config: () => import('@wachta/notifier/config'),
    load: () => import('@wachta/notifier/main'),
  },
  {
    name: 'reporter',
    summary: { en: 'compute rollups and delete expired data', pl: 'licz agregaty i usuwaj przeterminowane dane' },
    portOffset: 6,
    stage: 0,
    isShareable: true,
    config: () => import('@wachta/reporter/config'),
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
    config: () => import('@wachta/pages/config'),
    load: () => import('@wachta/pages/main'),
  },
  {
    name: 'directory',
    summary: {
      en: 'tell routers which cell a name belongs to; only for installations with several cells',
      pl: 'podawaj ruterom, do której komórki należy nazwa; tylko dla instalacji z kilkoma komórkami',
    },
    portOffset: 8,
    stage: 0,
    isOutsideCells: true,
    config: () => import('@wachta/directory/config'),
    load: () => import('@wachta/directory/main'),
  },
]
