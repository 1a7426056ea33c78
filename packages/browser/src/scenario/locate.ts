import { CheckFailure, readSelector } from '@wachta/checks'
import { errors, type FrameLocator, type Locator, type Page } from 'playwright-core'

/**
 * Finds elements by a selector of the settings. The selector is parsed before variables are replaced in its parts:
 * their values may come from a page, which must not decide how an element is found.
 */
export function locate(page: Page, selector: string, fill: (text: string) => string = String): Locator {
  const parsed = readSelector(selector)
  if (parsed === undefined) throw new CheckFailure('settings_invalid', `${selector} names no element`)
  const [value, name] = [fill(parsed.value), parsed.name === null ? null : fill(parsed.name)]
  const place = parsed.frames.reduce<Page | FrameLocator>((outer, frame) => outer.frameLocator(fill(frame)), page)
  switch (parsed.kind) {
    case 'role':
      return place.getByRole(value as Parameters<Page['getByRole']>[0], name === null ? {} : { name, exact: true })
    case 'label':
      return locateField(place, value)
    case 'text':
      return place.getByText(value)
    case 'testid':
      return place.getByTestId(value)
    case 'placeholder':
      return place.getByPlaceholder(value)
    case 'xpath':
      return place.locator(`xpath=${value}`)
    case 'css':
      return place.locator(`css=${value}`)
  }
}

/**
 * Finds an element by its label. Many fields have none; then the placeholder or the title counts, as in the accessible
 * name that browsers compute.
 */
function locateField(place: Page | FrameLocator, label: string): Locator {
  const named = place.getByPlaceholder(label).or(place.getByTitle(label))
  const field = place.locator('css=input, textarea, select').and(named)
  return place.getByLabel(label).or(field.filter({ visible: true }))
}

/** Whether what is waited for comes in time. */
export async function waitUntilVisible(waiting: Promise<unknown>): Promise<boolean> {
  try {
    await waiting
    return true
  } catch (cause) {
    if (cause instanceof errors.TimeoutError) return false
    throw cause
  }
}
