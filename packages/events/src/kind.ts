import type { Localized } from '@wachta/domain'
import type { TSchema } from 'typebox'
import type { Facts, ResponseTimesStatistic } from './facts.ts'
import type { RawSettings } from './settings.ts'

interface Kind<Watched extends keyof Facts> {
  readonly id: string
  readonly name: Localized
  readonly description: Localized
  /** A closed object in which every setting has a default. */
  readonly settings: TSchema
  readonly watches: Watched
  /** Whether the rule fires. Undefined if nothing is known, which changes nothing. */
  holds(facts: Facts[Watched], settings: RawSettings): boolean | undefined
}

export type StatusKind = Kind<'status'>

export interface ResponseTimesKind extends Kind<'response_times'> {
  /** The statistic that the kind evaluates. */
  getStatistic(settings: RawSettings): ResponseTimesStatistic
}

export interface ExpiryKind extends Kind<'expiry'> {
  /** The check metric with the days left. */
  readonly metric: string
}

export type SensorKind = Kind<'sensor'>

/** A kind of alert rule: one file each, and one line in the list of kinds. */
export type EventKind = StatusKind | ResponseTimesKind | ExpiryKind | SensorKind

interface Setting {
  readonly default?: unknown
  readonly description?: string
}

export const getProperties = ({ settings }: Pick<EventKind, 'settings'>): Readonly<Record<string, Setting>> =>
  (settings as { properties?: Readonly<Record<string, Setting>> }).properties ?? {}
