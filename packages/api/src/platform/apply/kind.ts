import type { DeclaredObject } from '@wachta/domain'
import type { AnyResource, Call, Values, Violation } from '@wachta/resource'
import type { TSchema } from 'typebox'

/** A section of a declared configuration. */
export type ConfigurationSection =
  | 'groups'
  | 'services'
  | 'contacts'
  | 'events'
  | 'escalations'
  | 'report_templates'
  | 'status_pages'
  | 'status_page_components'

/** A reference to another declared object, and its position in the document. */
export interface Reference {
  readonly section: ConfigurationSection
  readonly external_id: string
  readonly path: string
}

/** Maps external ids of a configuration to ids of the database, and back. */
export interface ExternalIds {
  id(section: ConfigurationSection, externalId: string): number
  externalId(section: ConfigurationSection, id: number): string
}

/** The external id of the account's default group; empty, because no document can name that group. */
export const defaultGroup = ''

/** A kind of object that a configuration can declare, and how its items map to rows of the resource. */
export interface ApplyKind {
  readonly section: ConfigurationSection
  readonly resource: AnyResource
  readonly itemSchema: TSchema
  references(item: DeclaredObject): readonly Reference[]
  /** Checks what the schema of an item cannot express, or only at a high cost. */
  findViolations?(item: DeclaredObject, at: string): readonly Violation[]
  /** Names of resource fields in a document, if they differ. */
  readonly documentNames?: Readonly<Record<string, string>>
  /** Converts an item to the request data that creates or changes the object. */
  data(item: DeclaredObject, names: ExternalIds): Values
  /** Converts an existing record to the item that would declare it. */
  toDeclared(record: Values, names: ExternalIds): DeclaredObject
  /** Normalises an item for the comparison with the existing record, e.g. sorts sets. */
  normalize?(item: DeclaredObject, existing: Values | undefined, isDryRun: boolean): DeclaredObject
  /** Returns whether a record is kept although it is no longer declared. */
  isKept?(record: Values): boolean
  /** Loads values outside of the records that the comparison needs, by id, e.g. the addresses of contacts. */
  loadExtra?(ids: readonly number[], call: Call): Promise<ReadonlyMap<number, Values>>
  /** Writes the parts of an item that are not in the object's own row. */
  writeParts?(id: number, item: DeclaredObject, call: Call): Promise<readonly Violation[]>
}

/** Removes duplicates and sorts names, so that two lists can be compared. */
export const sortNames = (names: readonly string[]): string[] => [...new Set(names)].sort()

/** A declared configuration; sections that it omits are not changed. */
export interface DeclaredConfiguration {
  readonly accountId: number
  readonly prune: boolean
  /** Whether all changes are rolled back at the end. */
  readonly isDryRun: boolean
  readonly sections: { readonly [S in ConfigurationSection]?: readonly DeclaredObject[] }
}
