import {
  type BrowserAction,
  CheckFailure,
  createStatusFailure,
  isFound,
  isStatusIn,
  type Probe,
  type ScenarioVariables,
} from '@wachta/checks'
import { errors, type Locator, type Page, type Response } from 'playwright-core'
import type { Deadline } from '../deadline.ts'
import type { BrowserSession } from '../session.ts'
import type { Downloads } from './downloads.ts'
import { findShownText, locate, succeedsInTime } from './locate.ts'

/** The context of an action. */
export interface ActionContext {
  readonly session: BrowserSession
  readonly variables: ScenarioVariables
  /** The URL of the service, against which paths are resolved. */
  readonly base: URL
  readonly deadline: Deadline
  readonly downloads: Downloads
  readonly probe: Probe
  /** Whether the step itself defines the expected status. */
  readonly expectsStatus: boolean
  /** Fields that hold secrets, to cover them in pictures. */
  readonly secretFields: Locator[]
  readonly takeScreenshot: () => Promise<void>
}

/** The statuses with which a page counts as opened. */
export const okStatuses = '200-399'

type ActionKind = keyof BrowserAction
type Value<K extends ActionKind> = NonNullable<BrowserAction[K]>

const runners: { readonly [K in ActionKind]-?: (value: Value<K>, context: ActionContext) => Promise<void> } = {
  open: async (target, { session, base, deadline, variables, expectsStatus }) => {
    const url = new URL(variables.fill(target, 'address'), base)
    const response = await goTo(session.page, url.href, deadline)
    const status = response?.status() ?? 200
    if (status >= 400 && !expectsStatus) throw createStatusFailure(status, okStatuses)
  },
  click: (selector, context) => useElement(selector, context, (element, timeout) => element.click({ timeout })),
  double_click: (selector, context) =>
    useElement(selector, context, (element, timeout) => element.dblclick({ timeout })),
  hover: (selector, context) => useElement(selector, context, (element, timeout) => element.hover({ timeout })),
  fill: ({ selector, value }, context) => fill(selector, value, context),
  select: ({ selector, value }, context) => {
    const option = context.variables.fill(value, 'text')
    return useElement(selector, context, async (element, timeout) => {
      await element.selectOption([option], { timeout })
    })
  },
  press: (key, { session }) => session.page.keyboard.press(key),
  wait_for: (selector, context) => waitForState(selector, context, 'visible'),
  wait_for_gone: (selector, context) => waitForState(selector, context, 'hidden'),
  expect_text: async (text, { session, variables, deadline }) => {
    const expectedText = variables.fill(text, 'text')
    const isShown = await succeedsInTime(
      findShownText(session.page, expectedText).waitFor({ timeout: deadline.timeoutMs }),
    )
    if (!isShown)
      throw new CheckFailure('content_text_missing', `the text ${JSON.stringify(expectedText)} is not on the page`)
  },
  expect_no_text: async (text, { session, variables }) => {
    const forbiddenText = variables.fill(text, 'text')
    if (await findShownText(session.page, forbiddenText).isVisible())
      throw new CheckFailure('content_text_forbidden', `the text ${JSON.stringify(forbiddenText)} is on the page`)
  },
  expect_element: (selector, context) => waitForState(selector, context, 'visible'),
  expect_url: async (pattern, { session, deadline }) => {
    while (!(await isFound(pattern, session.page.url()))) {
      if (deadline.remainingMs === 0)
        throw new CheckFailure(
          'browser_url_mismatch',
          `${session.page.url()} does not match ${JSON.stringify(pattern)}`,
        )
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  },
  expect_status: async (ranges, { session }) => {
    const status = session.requests.documents.at(-1)?.status ?? 0
    if (!isStatusIn(status, ranges)) throw createStatusFailure(status, ranges)
  },
  expect_download: (pattern, { downloads, deadline }) => downloads.expect(pattern, deadline),
  read: ({ selector, variable }, context) =>
    useElement(selector, context, async (element, timeout) => {
      const isField = /^(?:INPUT|SELECT|TEXTAREA)$/.test(await readTag(element))
      const text = isField ? await element.inputValue({ timeout }) : await element.textContent({ timeout })
      context.variables.set(variable, (text ?? '').trim())
    }),
  read_attribute: ({ selector, attribute, variable }, context) =>
    useElement(selector, context, async (element, timeout) => {
      const value = await element.getAttribute(attribute, { timeout })
      if (value === null)
        throw new CheckFailure('scenario_variable_missing', `${selector} has no attribute ${attribute}`)
      context.variables.set(variable, value)
    }),
  screenshot: (_, { takeScreenshot }) => takeScreenshot(),
}

/** Carries out one action; throws a CheckFailure if the page prevents it. */
export async function runAction(action: BrowserAction, context: ActionContext): Promise<void> {
  const [kind] = Object.keys(action) as ActionKind[]
  if (kind === undefined) return
  await (runners[kind] as (value: unknown, context: ActionContext) => Promise<void>)(action[kind], context)
}

/** Opens a URL. Tries again if a navigation that an earlier click started interrupts it. */
async function goTo(page: Page, url: string, deadline: Deadline): Promise<Response | null> {
  for (;;) {
    try {
      return await page.goto(url, { waitUntil: 'load', timeout: deadline.timeoutMs })
    } catch (cause) {
      const isInterrupted = cause instanceof Error && cause.message.includes('interrupted by another navigation')
      if (!isInterrupted || deadline.remainingMs === 0) throw cause
    }
  }
}

const secretReference = /\{\{\s*(?:password|token|one_time_code)\s*\}\}/

async function fill(selector: string, value: string, context: ActionContext): Promise<void> {
  const text = context.variables.fill(value, 'text')
  await useElement(selector, context, async (element, timeout) => {
    if (secretReference.test(value)) context.secretFields.push(element)
    if ((await readTag(element)) === 'SELECT') await element.selectOption([text], { timeout })
    else await element.fill(text, { timeout })
  })
}

/** Does something with the first element of a selector. Distinguishes a missing element from an unusable one. */
async function useElement(
  selector: string,
  { session, deadline, variables }: ActionContext,
  use: (element: Locator, timeoutMs: number) => Promise<void>,
): Promise<void> {
  const element = findElement(selector, { session, variables })
  if (!(await succeedsInTime(element.waitFor({ state: 'attached', timeout: deadline.timeoutMs }))))
    throw new CheckFailure('browser_element_missing', `${selector} is not on the page`)
  try {
    await use(element, deadline.timeoutMs)
  } catch (cause) {
    if (!(cause instanceof errors.TimeoutError)) throw cause
    throw new CheckFailure('browser_element_blocked', `${selector} cannot be used${findObstacle(cause.message)}`)
  }
}

const findElement = (selector: string, { session, variables }: Pick<ActionContext, 'session' | 'variables'>): Locator =>
  locate(session.page, selector, (text) => variables.fill(text, 'text')).first()

/** Returns the tag name of an element, such as `INPUT`. */
const readTag = (element: Locator): Promise<string> =>
  element.evaluate((node: unknown) => (node as { readonly tagName: string }).tagName)

/** Returns why an element cannot be used, from the error message of Playwright. */
function findObstacle(message: string): string {
  const [, covering] = /(<[^\n]{1,120}>)[^\n]* intercepts pointer events/.exec(message) ?? []
  if (covering !== undefined) return `: ${covering} covers it`
  if (/element is not enabled/.test(message)) return ': it is disabled'
  if (/element is not visible/.test(message)) return ': it is not visible'
  return ''
}

async function waitForState(
  selector: string,
  { session, deadline, variables }: ActionContext,
  state: 'visible' | 'hidden',
): Promise<void> {
  const element = findElement(selector, { session, variables })
  if (await succeedsInTime(element.waitFor({ state, timeout: deadline.timeoutMs }))) return
  throw state === 'visible'
    ? new CheckFailure('browser_element_missing', `${selector} did not appear`)
    : new CheckFailure('scenario_step_failed', `${selector} did not go away`)
}
