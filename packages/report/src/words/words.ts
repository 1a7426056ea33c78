import type { ServiceStatus } from '@wachta/domain'
import type { SectionId } from '../order.ts'

/** The fixed texts of all sections in one language. Their functions get numbers and times already formatted. */
export interface SectionWords {
  /** The BCP 47 tag for the formats of numbers and dates. */
  readonly locale: string
  /** The texts of the cover and of the footer of every page. */
  readonly document: {
    readonly subtitle: string
    readonly generated: (time: string, zone: string) => string
    readonly footer: (reportId: number) => string
    readonly missingResults: (sensor: string, from: string, to: string) => string
  }
  /** The title and introductory sentence of every section. */
  readonly sections: Readonly<Record<SectionId, { readonly name: string; readonly lead: string }>>
  readonly statuses: Readonly<Record<ServiceStatus, string>>
  /** Monday first. */
  readonly weekDays: readonly string[]
  readonly weekDaysShort: readonly string[]
  readonly months: readonly string[]
  readonly units: {
    readonly day: string
    readonly hour: string
    readonly minute: string
    readonly second: string
    readonly millisecond: string
    readonly percentagePoints: string
  }
  readonly columns: ColumnWords
  readonly figures: FigureWords
  readonly method: MethodWords
  /** The text of a section if no service has content for it. */
  readonly empty: Readonly<Record<'services' | EmptySectionId, string>>
  readonly charts: ChartWords
  readonly noData: string
  readonly noTarget: string
  readonly yes: string
  readonly no: string
  readonly ongoing: string
  readonly linksToIncidents: string
  readonly allServices: string
  readonly deletedService: (name: string) => string
  readonly monitoringPaused: string
  readonly onlyNotifications: string
  readonly levelWithCorrections: (level: string, rawLevel: string) => string
  readonly correctionsNotApplied: string
  readonly rowsLeftOut: (shown: string, all: string) => string
  readonly servicesLeftOut: (shown: string, all: string) => string
}

type EmptySectionId =
  | 'failures'
  | 'status_changes'
  | 'performance'
  | 'error_types'
  | 'sensors'
  | 'corrections'
  | 'suspensions'
  | 'events'
  | 'breakdowns'

type ColumnWords = Readonly<
  Record<
    | 'service'
    | 'serviceLevel'
    | 'rawServiceLevel'
    | 'previous'
    | 'change'
    | 'target'
    | 'failures'
    | 'failureTime'
    | 'longest'
    | 'up'
    | 'down'
    | 'paused'
    | 'unknown'
    | 'budget'
    | 'spent'
    | 'left'
    | 'burnRate'
    | 'targetMet'
    | 'status'
    | 'start'
    | 'end'
    | 'duration'
    | 'counted'
    | 'cause'
    | 'corrected'
    | 'average'
    | 'median'
    | 'p95'
    | 'p99'
    | 'minimum'
    | 'maximum'
    | 'checks'
    | 'succeeded'
    | 'failed'
    | 'unknownChecks'
    | 'successRate'
    | 'analyses'
    | 'withoutFailure'
    | 'withFailure'
    | 'belowQuorum'
    | 'error'
    | 'code'
    | 'count'
    | 'share'
    | 'sensor'
    | 'author'
    | 'reason'
    | 'createdAt'
    | 'effect'
    | 'incidents'
    | 'acknowledged'
    | 'timeToAcknowledge'
    | 'escalationSteps'
    | 'sent'
    | 'notSent'
    | 'suppressed'
    | 'hour'
    | 'weekDay'
    | 'monthDay'
    | 'month'
    | 'averageResponseTime',
    string
  >
>

interface FigureWords {
  readonly serviceLevel: string
  readonly previous: string
  readonly services: string
  readonly targetsMet: string
  readonly failures: string
  readonly failureTime: string
  readonly longest: string
  readonly timeToAcknowledge: string
  readonly onAverage: string
  readonly incidents: string
  readonly targetMet: (target: string) => string
  readonly targetMissed: (target: string) => string
  readonly targetOpen: (target: string) => string
  readonly change: (points: string) => string
  readonly asMeasured: (level: string) => string
}

interface ChartWords {
  readonly availability: (service: string, level: string) => string
  readonly week: (service: string) => string
  readonly responseTimes: (service: string, average: string) => string
  readonly budget: (service: string, left: string) => string
  readonly budgetTable: string
  readonly levelTable: string
  readonly daily: string
  readonly timeTable: string
}

interface MethodWords {
  readonly period: string
  readonly timeZone: string
  readonly comparedWith: string
  readonly businessHours: string
  readonly formula: string
  readonly failure: string
  readonly unknownCounts: string
  readonly unknownLeftOut: string
  readonly pausedCounts: string
  readonly pausedLeftOut: string
  readonly suspendedCounts: string
  readonly suspendedLeftOut: string
  readonly corrected: string
  readonly notCorrected: string
  readonly allHours: string
  readonly onlyHours: (windows: string, zone: string) => string
  readonly wholeWeek: string
  readonly sameHours: (days: string, start: string, end: string) => string
  readonly longWindow: (start: string, end: string) => string
  readonly dayRange: (first: string, last: string) => string
  readonly seconds: string
  readonly existence: string
  readonly target: string
  readonly responseTimes: string
  /** The labels of the rules above. */
  readonly labels: Readonly<
    Record<
      | 'failure'
      | 'unknown'
      | 'paused'
      | 'suspended'
      | 'corrections'
      | 'seconds'
      | 'existence'
      | 'target'
      | 'responseTimes',
      string
    >
  >
}
