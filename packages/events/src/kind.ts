import type { Localized } from '@wachta/domain'
import type { TSchema } from 'typebox'
import type { Facts, ResponseTimesFigure } from './facts.ts'
import type { Given } from './settings.ts'

interface Kind<Watched extends keyof Facts> {
  readonly id: string
  readonly name: Localized
  readonly description: Localized
  /** A closed object in which every setting has a default. */
  readonly settings: TSchema
  readonly watches: Watched
  /** Whether what the event looks for is there. Undefined where nothing is known: then everything stays as it is. */
  holds(facts: Facts[Watched], settings: Given): boolean | undefined
}

export type StatusKind = Kind<'status'>

export interface ResponseTimesKind extends Kind<'response_times'> {
  /** Which figure it wants to know. */
  figure(settings: Given): ResponseTimesFigure
}

export interface ExpiryKind extends Kind<'expiry'> {
  /** The metric of checks that tells the days that are left. */
  readonly metric: string
}

export type SensorKind = Kind<'sensor'>

/** What a rule can look for: one file each, and one line in the list of kinds. */
export type EventKind = StatusKind | ResponseTimesKind | ExpiryKind | SensorKind

interface Setting {
  readonly default?: unknown
  readonly description?: string
}

export const getProperties = ({ settings }: Pick<EventKind, 'settings'>): Readonly<Record<string, Setting>> =>
  (settings as { properties?: Readonly<Record<string, Setting>> }).properties ?? {}
