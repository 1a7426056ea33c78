import type { ApplyData } from '@wachta/client'
import type { LocalizedText } from '../frame/localized-text.ts'

/** Something that the old system had and the new configuration has not. */
export interface Lost {
  /** What it is of: the name of a monitor, a contact, a job. */
  readonly what: string
  readonly why: LocalizedText
}

export interface ImportResult {
  readonly document: ApplyData
  readonly lost: readonly Lost[]
}

/** The file that was named, and what lies beside it. */
export interface ImportSource {
  readonly path: string
  readonly content: Buffer
  /** Files whose path, seen from the named one, fits; a star stands for any part of the last name. */
  beside(pattern: string): Promise<readonly { readonly path: string; readonly content: Buffer }[]>
}

export interface ImportOptions {
  /** Seconds; what was checked more often is checked this often. */
  readonly minInterval: number
  /** Channels that the account may use; all of them unless given. */
  readonly channels?: readonly string[] | undefined
  /** Of blackbox: the file with the modules. */
  readonly modules?: string | undefined
}

/** Another monitoring system: one value in one file, and one line in the list. */
export interface Importer<Parsed = unknown> {
  readonly id: string
  readonly name: string
  /** How one comes by the file. */
  readonly source: LocalizedText
  /** Takes the file apart; whatever is not as expected is refused here. */
  read(source: ImportSource, options: ImportOptions): Promise<Parsed>
  /** What was read as a declared configuration, and what has no place in it. */
  convert(parsed: Parsed, options: ImportOptions): ImportResult
}

// biome-ignore lint/suspicious/noExplicitAny: a list of importers holds importers of whatever they read.
export type AnyImporter = Importer<any>
