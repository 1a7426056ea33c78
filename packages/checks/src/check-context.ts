import type { Guard } from '@wachta/egress'
import type { Registries } from './registry/registries.ts'

/** Where checks run. Made once and given to every check: what is costly to open is kept for it. */
export interface CheckContext {
  readonly guard: Guard
  /** Wall time in milliseconds. */
  readonly now?: () => number
  /** Certificates, as PEM, of authorities to trust beside the usual ones. */
  readonly authorities?: readonly string[]
  /** Who is asked for names, such as `192.0.2.53` or `127.0.0.1:5353`; those of the system unless given. */
  readonly nameServers?: readonly string[]
  /** Who is asked about domains; the well-known registries unless given. */
  readonly registries?: Registries
}
