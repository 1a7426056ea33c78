import {
  CheckFailure,
  type CheckSettings,
  createStatusFailure,
  isFound,
  isStatusIn,
  readFlagSetting,
  readNumberSetting,
  readTextSetting,
} from '@wachta/checks'
import type { Vitals } from './vitals.ts'

/** A page as the browser observed it after opening it. */
export interface PageObservation {
  readonly status: number
  /** The current HTML of the page, after its scripts ran. */
  readonly html: string
  readonly vitals: Vitals
  readonly scriptErrors: readonly string[]
  readonly consoleErrors: number
  /** Descriptions of requests that failed or got an error status, without those that the settings block. */
  readonly failedRequests: readonly string[]
  readonly requestCount: number
  readonly transferred: number
}

/** Compares a page with the expectations and budgets of its settings; null if it meets all of them. */
export async function judgePage(page: PageObservation, settings: CheckSettings): Promise<CheckFailure | null> {
  const ranges = readTextSetting(settings, 'expected_status_codes') ?? '200-299'
  if (!isStatusIn(page.status, ranges)) return createStatusFailure(page.status, ranges)
  return (
    judgeScripts(page, settings) ??
    judgeResources(page, settings) ??
    (await judgeContent(page, settings)) ??
    judgeBudgets(page, settings)
  )
}

function judgeScripts({ scriptErrors }: PageObservation, settings: CheckSettings): CheckFailure | null {
  const [first] = scriptErrors
  if (first === undefined || !readFlagSetting(settings, 'fail_on_script_errors')) return null
  return new CheckFailure('browser_script_error', describeCount(scriptErrors.length, 'script error', first))
}

function judgeResources({ failedRequests }: PageObservation, settings: CheckSettings): CheckFailure | null {
  const [first] = failedRequests
  if (first === undefined || !readFlagSetting(settings, 'fail_on_missing_resources')) return null
  return new CheckFailure('browser_resource_failed', describeCount(failedRequests.length, 'failed request', first))
}

async function judgeContent({ html }: PageObservation, settings: CheckSettings): Promise<CheckFailure | null> {
  const expectedPattern = readTextSetting(settings, 'content_regex')
  if (expectedPattern !== null && !(await isFound(expectedPattern, html)))
    return new CheckFailure('content_text_missing', `nothing in the content matches ${JSON.stringify(expectedPattern)}`)
  const forbiddenPattern = readTextSetting(settings, 'negative_content_regex')
  if (forbiddenPattern !== null && (await isFound(forbiddenPattern, html)))
    return new CheckFailure('content_text_forbidden', `the content matches ${JSON.stringify(forbiddenPattern)}`)
  return null
}

/** Compares the measurements of a page with the budgets in its settings. */
function judgeBudgets(page: PageObservation, settings: CheckSettings): CheckFailure | null {
  const { vitals } = page
  const budgets: readonly (readonly [setting: string, name: string, value: number | null, unit: string])[] = [
    ['maximum_response_time', 'loaded in', vitals.load, ' ms'],
    ['maximum_first_byte_time', 'time to first byte', vitals.firstByte, ' ms'],
    ['maximum_content_loaded_time', 'DOM content loaded', vitals.contentLoaded, ' ms'],
    ['maximum_first_contentful_paint', 'first contentful paint', vitals.firstContentfulPaint, ' ms'],
    ['maximum_largest_contentful_paint', 'largest contentful paint', vitals.largestContentfulPaint, ' ms'],
    ['maximum_layout_shift', 'layout shift', vitals.layoutShift * 1000, '/1000'],
    ['maximum_data_size', 'transferred', page.transferred, ' bytes'],
    ['maximum_request_count', 'requests', page.requestCount, ''],
    ['maximum_console_errors', 'console errors', page.consoleErrors, ''],
  ]
  const exceeded = budgets.flatMap(([setting, name, value, unit]) => {
    const limit = readNumberSetting(settings, setting)
    return limit === null || value === null || value <= limit
      ? []
      : [`${name} ${Math.round(value)}${unit}, more than ${limit}${unit}`]
  })
  return exceeded.length === 0 ? null : new CheckFailure('browser_budget_exceeded', exceeded.join('; '))
}

const describeCount = (count: number, label: string, first: string): string =>
  count === 1 ? `${label}: ${first}` : `${count} ${label}s, the first: ${first}`
