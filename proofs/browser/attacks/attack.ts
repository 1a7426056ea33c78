import type { CheckSettings } from '@wachta/checks'

/** A page, server, scenario or browser that tries to escape, outlive its check, exceed the deadline or use too much. */
export interface Attack {
  readonly name: string
  /** Runs in the page, which provides `forbidden` and `tryEach`, see `world/page.ts`. */
  readonly script?: string
  /** HTML in the body of the page, before the script. */
  readonly html?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Further files that the page can load, by path. */
  readonly files?: Readonly<Record<string, AttackFile>>
  /** The address to check instead of that of the page: a path of the attack server, or a full URL. */
  readonly address?: string
  /** The name of a certificate, for a page that is opened over HTTPS; see `world/certificates.ts`. */
  readonly certificate?: CertificateName
  readonly settings?: CheckSettings
  /** The steps, if the attack is a scenario. */
  readonly steps?: readonly unknown[]
  /** An action of `native/hostile-browser`, which stands in for a compromised browser. */
  readonly program?: string
  /** The guard or the browser rejects the address before the page is requested. */
  readonly isRejected?: boolean
}

export interface AttackFile {
  readonly type?: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly status?: number
}

export type CertificateName = 'plain' | 'many-names' | 'expired'

/** Converts `{ name: script }` to attacks. */
export const createScriptAttacks = (sources: Readonly<Record<string, string>>): Attack[] =>
  Object.entries(sources).map(([name, script]) => ({ name, script }))
