import type { LocalizedText } from '@wachta/cli'
import type { DoctorContext } from './doctor-context.ts'

/** The result of a check: all is well, or a warning or a problem with the action to take. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem'
  readonly message: LocalizedText
  readonly todo?: LocalizedText
}

/** A check of one part of an installation. It must not change anything. */
export interface HealthCheck {
  readonly name: string
  readonly title: LocalizedText
  /** Checks that must have found no problem for this check to make sense. */
  readonly needs?: readonly string[]
  run(context: DoctorContext): Promise<Finding | readonly Finding[]>
}

export const localized = (en: string, pl: string): LocalizedText => ({ en, pl })

export const ok = (en: string, pl: string): Finding => ({ level: 'ok', message: { en, pl } })
export const warning = (message: LocalizedText, todo: LocalizedText): Finding => ({ level: 'warning', message, todo })
export const problem = (message: LocalizedText, todo: LocalizedText): Finding => ({ level: 'problem', message, todo })
