import { CheckFailure, readSelector } from '@wachta/checks'
import { errors, type FrameLocator, type Locator, type Page } from 'playwright-core'

/**
 * Finds elements by a selector of the settings. The selector is parsed before variables are replaced in its parts:
 * their values may come from a page, which must not decide how an element is found.
 */
export function locate(page: Page, selector: string, fill: (text: string) => string = String): Locator {
  const parsed = readSelector(selector)
  if (parsed === undefined) throw new CheckFailure('settings_invalid', `${selector} is not a valid selector`)
  const [value, name] = [fill(parsed.value), parsed.name === null ? null : fill(parsed.name)]
  const scope = parsed.frames.reduce<Page | FrameLocator>((outer, frame) => outer.frameLocator(fill(frame)), page)
  switch (parsed.kind) {
    case 'role':
      return scope.getByRole(value as Parameters<Page['getByRole']>[0], name === null ? {} : { name, exact: true })
    case 'label':
      return locateField(scope, value)
    case 'text':
      return scope.getByText(value)
    case 'testid':
      return scope.getByTestId(value)
    case 'placeholder':
      return scope.getByPlaceholder(value)
    case 'xpath':
      return scope.locator(`xpath=${value}`)
    case 'css':
      return scope.locator(`css=${value}`)
  }
}

/**
 * Finds an element by its label. Many fields have none; then the placeholder or the title counts, as in the accessible
 * name that browsers compute.
 */
function locateField(scope: Page | FrameLocator, label: string): Locator {
  const describedElements = scope.getByPlaceholder(label).or(scope.getByTitle(label))
  const field = scope.locator('css=input, textarea, select').and(describedElements)
  return scope.getByLabel(label).or(field.filter({ visible: true }))
}

/** Finds where a page shows a text. Pages often have the same text somewhere before, in a menu that is not shown. */
export const findShownText = (page: Page, text: string): Locator =>
  page.getByText(text).filter({ visible: true }).first()

/** Returns whether the wait succeeds; false if it times out. */
export async function succeedsInTime(waiting: Promise<unknown>): Promise<boolean> {
  try {
    await waiting
    return true
  } catch (cause) {
    if (cause instanceof errors.TimeoutError) return false
    throw cause
  }
}
