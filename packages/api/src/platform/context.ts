import type { InstallationKeys } from '@wachta/bus'
import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import type { Searcher } from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import type { Throttle } from './authentication/throttle.ts'

/** What an installation is told from outside. */
export interface InstallationSettings {
  readonly publicUrl: string
  /** Where evidence is downloaded from: an origin of its own keeps what it holds away from everything else. */
  readonly artifactsUrl: string
  /** Hosts that mailed links may lead to, besides our own. */
  readonly linkHosts: readonly string[]
  readonly billing: { readonly url: string; readonly key: string } | null
  /** Null where sensors cannot be enrolled. */
  readonly sensors: SensorSettings | null
}

/** The broker that sensors are enrolled at. */
export interface SensorSettings {
  readonly cell: string
  /** Where this process reaches the broker. */
  readonly url: string
  readonly ca?: string | undefined
  /** Where sensors reach it. */
  readonly urls: readonly string[]
  readonly keys: InstallationKeys
}

/** What hand-written operations work with. */
export interface ApiContext {
  readonly database: Database
  readonly searcher: Searcher
  readonly throttle: Throttle
  readonly vault: Vault
  /** Where the evidence of checks is. */
  readonly objects: ObjectStore
  readonly settings: InstallationSettings
}
