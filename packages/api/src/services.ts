import type { Database } from '@wachta/database'
import type { Searcher } from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import type { Throttle } from './authentication/throttle.ts'

/** What an installation is told from outside. */
export interface Settings {
  readonly publicUrl: string
  /** Hosts that mailed links may lead to, besides our own. */
  readonly linkHosts: readonly string[]
  readonly billing: { readonly url: string; readonly key: string } | null
}

/** What hand-written operations work with. */
export interface Services {
  readonly database: Database
  readonly searcher: Searcher
  readonly throttle: Throttle
  readonly vault: Vault
  readonly settings: Settings
}
