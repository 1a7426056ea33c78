import type { CheckSettings } from '@wachta/checks'
import { type Certificates, certificates } from './certificates.ts'
import { type Script, type ScriptedServer, serveScript } from './scripted-server.ts'

/** What can be wrong with a server, and the error type that a check must tell it by. */
export interface LineFault {
  readonly name: string
  readonly type_id: string
  readonly settings: CheckSettings
  readonly kind: string
  /** Where nothing comes, the check need not wait for long. */
  readonly timeout_ms?: number
  readonly server: () => Promise<ScriptedServer>
}

export type Row = readonly [
  name: string,
  kind: string,
  settings: CheckSettings,
  script: (certificates: Certificates) => Script,
  /** Encryption from the first byte. */
  tls?: Exclude<keyof Certificates, 'authorities'>,
]

export const password = 'correct-horse'
export const login = { username: 'anna', password }
export const plain = { encryption: 'none' }
export const starttls = { encryption: 'starttls' }
export const tls = { encryption: 'tls' }

export const faultsOf = (type_id: string, rows: readonly Row[]): readonly LineFault[] =>
  rows.map(([name, kind, settings, script, encryption]) => ({
    name,
    type_id,
    settings,
    kind,
    // What is said before the silence must have passed by then, on a busy machine too.
    ...(kind.startsWith('timeout_') && { timeout_ms: 1_000 }),
    async server() {
      const known = await certificates()
      return serveScript(script(known), known.authorities, encryption && known[encryption])
    },
  }))
