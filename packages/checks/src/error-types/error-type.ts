import type { Localized } from '@wachta/domain'

/** A reason for which a check can fail, explained to the person who has to fix it. */
export interface ErrorType {
  /** Stored with every failed check: never changed and never given to another failure. */
  readonly id: number
  /** The symbol a check throws. */
  readonly kind: string
  /** The category that defines its id, then at most one other category that it concerns. */
  readonly categories: readonly string[]
  readonly name: Localized
  readonly description: Localized
  readonly diagnosis: Localized
  readonly nextSteps: Localized
}

export interface ErrorTypeCategory {
  readonly id: string
  /** The ids of its error types are greater than this by 1 to 99. */
  readonly firstId: number
  readonly name: Localized
  readonly description: Localized
}

/** A category with the error types whose ids it defines. */
export interface ErrorTypeGroup extends ErrorTypeCategory {
  readonly types: readonly ErrorType[]
}
