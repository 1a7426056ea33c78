import type { CheckSettings } from '@wachta/checks'
import { type Certificates, certificates } from './certificates.ts'
import { type Script, type ScriptedServer, serveScript } from './scripted-server.ts'

/** A fault of a server, and the kind of failure that a check must report. */
export interface LineFault {
  readonly name: string
  readonly type_id: string
  readonly settings: CheckSettings
  readonly kind: string
  /** Short for silent servers, so that the check need not wait for long. */
  readonly timeout_ms?: number
  readonly server: () => Promise<ScriptedServer>
}

export type Row = readonly [
  name: string,
  kind: string,
  settings: CheckSettings,
  script: (certificates: Certificates) => Script,
  /** The certificate, if the connection uses TLS from the first byte. */
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
    // Long enough for the dialogue before the silence, even on a busy machine.
    ...(kind.startsWith('timeout_') && { timeout_ms: 1_000 }),
    async server() {
      const known = await certificates()
      return serveScript(script(known), known.authorities, encryption && known[encryption])
    },
  }))
