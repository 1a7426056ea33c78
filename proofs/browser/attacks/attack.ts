import type { CheckSettings } from '@wachta/checks'

/** A page, server, scenario or browser that tries to escape, to outlive its check, to be late or to use too much. */
export interface Attack {
  readonly name: string
  /** Runs in the page. `forbidden` and `tryEach` are there, see `world/page.ts`. */
  readonly script?: string
  /** HTML in the body of the page, before the script. */
  readonly html?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** What the page can load besides, by path. */
  readonly files?: Readonly<Record<string, AttackFile>>
  /** The address to check in place of that of the page: a path of the attack server, or a whole address. */
  readonly address?: string
  /** The name of a certificate, for a page that is opened over HTTPS; see `world/certificates.ts`. */
  readonly certificate?: CertificateName
  readonly settings?: CheckSettings
  /** Makes it a scenario. */
  readonly steps?: readonly unknown[]
  /** What a compromised browser does: an action of `native/hostile-browser`. */
  readonly program?: string
  /** The guard or the browser refuses it before the page is asked for. */
  readonly isRefused?: boolean
}

export interface AttackFile {
  readonly type?: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly status?: number
}

export type CertificateName = 'plain' | 'many-names' | 'expired'

/** Gives scripts their names: `{ name: script }`. */
export const scripts = (all: Readonly<Record<string, string>>): Attack[] =>
  Object.entries(all).map(([name, script]) => ({ name, script }))
