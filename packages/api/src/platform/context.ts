import type { InstallationKeys } from '@wachta/bus'
import type { Database } from '@wachta/database'
import type { History } from '@wachta/history'
import type { ObjectStore } from '@wachta/objects'
import type { Searcher } from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import type { SecurityLog } from './authentication/security-log.ts'
import type { Throttle } from './authentication/throttle.ts'
import type { Issuers } from './issuers/issuers.ts'

/** The settings of the installation, read from the environment. */
export interface InstallationSettings {
  /** The number of this cell, which ids and secrets carry; 0 if there is only one. */
  readonly cellNumber: number
  readonly publicUrl: string
  /** Where visitors reach status pages. */
  readonly pagesUrl: string
  /** The origin that evidence is downloaded from; a separate one isolates untrusted content from the web app. */
  readonly artifactsUrl: string
  /** Additional hosts that links in e-mails may point to. */
  readonly linkHosts: readonly string[]
  readonly billing: { readonly url: string; readonly key: string } | null
  /** The public key of push messages; undefined if this installation sends none. */
  readonly pushKey?: string | undefined
  /** Address ranges outside the public internet in which issuers of single sign-on and push services may be. */
  readonly egressAllow?: readonly string[]
  /** DNS servers for queries about domains, `address:port`; default: those of the system. */
  readonly dnsServers?: readonly string[]
  /** Null if sensors cannot be enrolled. */
  readonly sensors: SensorSettings | null
}

/** The broker that enrolled sensors connect to. */
export interface SensorSettings {
  readonly cell: string
  /** The URL at which this process reaches the broker. */
  readonly url: string
  readonly ca?: string | undefined
  /** The URLs at which sensors reach the broker. */
  readonly urls: readonly string[]
  readonly keys: InstallationKeys
}

/** The dependencies of hand-written operations. */
export interface ApiContext {
  readonly database: Database
  readonly searcher: Searcher
  readonly throttle: Throttle
  readonly vault: Vault
  readonly security: Pick<SecurityLog, 'note'>
  /** Stores the evidence of checks. */
  readonly objects: ObjectStore
  /** The history: the years of the record before those that PostgreSQL keeps. Undefined without HISTORY_URL. */
  readonly history?: History | undefined
  readonly settings: InstallationSettings
  /** The issuers of single sign-on. */
  readonly issuers: Issuers
}
