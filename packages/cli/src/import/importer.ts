import type { ApplyData } from '@wachta/client'
import type { LocalizedText } from '../frame/localized-text.ts'

/** Something in the old system that could not be imported. */
export interface ImportLoss {
  /** The name of the monitor, contact or job that it belongs to. */
  readonly what: string
  readonly why: LocalizedText
}

export interface ImportResult {
  readonly document: ApplyData
  readonly lost: readonly ImportLoss[]
}

/** The given file, and access to other files in its folder. */
export interface ImportSource {
  readonly path: string
  readonly content: Buffer
  /** Files whose path relative to the given file matches; `*` matches any part of a file name. */
  readMatchingFiles(pattern: string): Promise<readonly { readonly path: string; readonly content: Buffer }[]>
}

export interface ImportOptions {
  /** Seconds; shorter intervals are raised to this. */
  readonly minInterval: number
  /** Channels that the account may use; if undefined, all of them. */
  readonly channels?: readonly string[] | undefined
  /** For the blackbox exporter: the file with its modules. */
  readonly modules?: string | undefined
}

/** Imports from another monitoring system. A new importer is one file, and one line in `importers.ts`. */
export interface Importer<Parsed = unknown> {
  readonly id: string
  readonly name: string
  /** How to get the file. */
  readonly source: LocalizedText
  /** Parses the file, and throws if it is not what this importer expects. */
  read(source: ImportSource, options: ImportOptions): Promise<Parsed>
  /** Converts the parsed file to a declared configuration, and lists what could not be converted. */
  convert(parsed: Parsed, options: ImportOptions): ImportResult
}

// biome-ignore lint/suspicious/noExplicitAny: a list of importers, each with its own type of parsed file.
export type AnyImporter = Importer<any>
