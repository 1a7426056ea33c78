import type { Guard } from '@wachta/egress'
import type { BrowserChecks, ScriptChecks } from './probe.ts'
import type { Registries } from './registry/registries.ts'

/** The environment of checks, created once and shared by all, because parts of it are expensive to create. */
export interface CheckContext {
  readonly guard: Guard
  /** Wall time in milliseconds. */
  readonly now?: () => number
  /** Certificates (PEM) of additional trusted authorities. */
  readonly authorities?: readonly string[]
  /** DNS servers such as `192.0.2.53` or `127.0.0.1:5353`; by default those of the system. */
  readonly nameServers?: readonly string[]
  /** The domain registries; by default the well-known ones. */
  readonly registries?: Registries
  /** Opens pages; without it the sensor cannot run checks of the category `browser`. */
  readonly browser?: BrowserChecks
  /** Runs scripts of the sensor's owner; without it the sensor runs none. */
  readonly scripts?: ScriptChecks
}
