// A copy of the schema in the checks package, because this package imports nothing, so that a browser can load it. A
// test compares both.

interface FieldValue {
  readonly selector: string
  readonly value: string
}

/** One action on a page: exactly one of the properties is set. */
export interface BrowserAction {
  readonly open?: string
  readonly click?: string
  readonly double_click?: string
  readonly hover?: string
  readonly fill?: FieldValue
  readonly select?: FieldValue
  readonly press?: string
  readonly wait_for?: string
  readonly wait_for_gone?: string
  readonly expect_text?: string
  readonly expect_no_text?: string
  readonly expect_element?: string
  readonly expect_url?: string
  readonly expect_status?: string
  readonly expect_download?: string
  readonly read?: { readonly selector: string; readonly variable: string }
  readonly read_attribute?: { readonly selector: string; readonly attribute: string; readonly variable: string }
  readonly screenshot?: true
}

/** A group of actions. A cleanup step always runs, after the other steps. */
export interface BrowserStep {
  readonly name: string
  readonly actions: readonly BrowserAction[]
  readonly cleanup?: boolean
}

export const maxScenarioSteps = 50
export const maxActions = 50
export const maxNameLength = 255
export const maxTargetLength = 2048
export const maxValueLength = 1000
export const maxExpressionLength = 1000
