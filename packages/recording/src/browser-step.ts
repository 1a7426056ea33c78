// A copy of the schema of the checks: this package imports nothing, so that a browser can load it.
// A test compares both.

interface FieldValue {
  readonly selector: string
  readonly value: string
}

/** One act on a page: exactly one of these. */
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

/** Actions that belong together. A cleanup step runs in any case, after the others. */
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
