import type { LocalizedText } from '@wachta/cli'
import type { Around } from './around.ts'

/** What a check found: that all is well, or what is not and what to do about it. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem'
  readonly message: LocalizedText
  readonly todo?: LocalizedText
}

/** One look at one part of an installation: a value in a file, and a line in the list. It changes nothing. */
export interface HealthCheck {
  readonly name: string
  readonly title: LocalizedText
  /** Checks that must have found no problem for this one to make sense. */
  readonly needs?: readonly string[]
  look(around: Around): Promise<Finding | readonly Finding[]>
}

export const localized = (en: string, pl: string): LocalizedText => ({ en, pl })

export const ok = (en: string, pl: string): Finding => ({ level: 'ok', message: { en, pl } })
export const warning = (message: LocalizedText, todo: LocalizedText): Finding => ({ level: 'warning', message, todo })
export const problem = (message: LocalizedText, todo: LocalizedText): Finding => ({ level: 'problem', message, todo })
