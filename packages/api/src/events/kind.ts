import type { Localized } from '@wachta/domain'
import { closed } from '@wachta/resource'
import { type TProperties, type TSchema, Type } from 'typebox'

/** What a rule can look for: one file each, and one line in the list of kinds. */
export interface EventKind {
  readonly id: string
  readonly name: Localized
  readonly description: Localized
  /** A closed object in which every setting has a default. */
  readonly settings: TSchema
}

/** The settings of a kind: whatever is left out has its default. */
export const settingsOf = (properties: TProperties): TSchema =>
  Type.Object(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])),
    closed,
  )

interface Setting {
  readonly default?: unknown
  readonly description?: string
}

export const propertiesOf = ({ settings }: EventKind): Readonly<Record<string, Setting>> =>
  (settings as { properties?: Readonly<Record<string, Setting>> }).properties ?? {}
