import type { Declared } from '@wachta/domain'
import type { AnyResource, Call, Values, Violation } from '@wachta/resource'
import type { TSchema } from 'typebox'

/** A section of a declared configuration. */
export type ConfigurationSection = 'groups' | 'services' | 'contacts' | 'events' | 'escalations'

/** One object that another refers to, and where it does so. */
export interface Reference {
  readonly section: ConfigurationSection
  readonly external_id: string
  readonly at: string
}

/** Turns names of a configuration into ids of the database, and back. */
export interface Names {
  id(section: ConfigurationSection, externalId: string): number
  externalId(section: ConfigurationSection, id: number): string
}

/** Stands for the default group of the account, which no document can name. */
export const defaultGroup = ''

/** A kind of object that a configuration can declare: how it is written there, and what that means for its resource. */
export interface ApplyKind {
  readonly section: ConfigurationSection
  readonly resource: AnyResource
  readonly item: TSchema
  references(item: Declared): readonly Reference[]
  /** What the schema of an item cannot say, or not cheaply. */
  violations?(item: Declared, at: string): readonly Violation[]
  /** What fields of the resource are called in a document, where that is something else. */
  readonly called?: Readonly<Record<string, string>>
  /** What a request to create or change the object would carry. */
  data(item: Declared, names: Names): Values
  /** An object that is there, as it would be declared. */
  declared(record: Values, names: Names): Declared
  /** Brings an item into the one form that is compared with what is there, e.g. sets in one order. */
  normal?(item: Declared, there: Values | undefined, isDryRun: boolean): Declared
  /** Whether a record stays though it is no longer declared. */
  isKept?(record: Values): boolean
  /** What the comparison cannot see in a record, e.g. the addresses of contacts, by id of the object. */
  more?(ids: readonly number[], call: Call): Promise<ReadonlyMap<number, Values>>
  /** Carries out what does not lie in the object's own row. */
  written?(id: number, item: Declared, call: Call): Promise<readonly Violation[]>
}

/** Names of several objects in the order in which they are compared. */
export const sortNames = (names: readonly string[]): string[] => [...new Set(names)].sort()

/** What a document asks for: sections that are left out are left alone. */
export interface Wanted {
  readonly accountId: number
  readonly prune: boolean
  /** Whether everything is taken back in the end. */
  readonly isDryRun: boolean
  readonly sections: { readonly [S in ConfigurationSection]?: readonly Declared[] }
}
