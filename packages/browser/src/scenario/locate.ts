import { CheckFailure, readSelector } from '@wachta/checks'
import { errors, type FrameLocator, type Locator, type Page } from 'playwright-core'

/** Finds elements by a selector of the settings. */
export function locate(page: Page, selector: string): Locator {
  const parsed = readSelector(selector)
  if (parsed === undefined) throw new CheckFailure('settings_invalid', `${selector} names no element`)
  const { frames, kind, value, name } = parsed
  const place = frames.reduce<Page | FrameLocator>((outer, frame) => outer.frameLocator(frame), page)
  switch (kind) {
    case 'role':
      return place.getByRole(value as Parameters<Page['getByRole']>[0], name === null ? {} : { name, exact: true })
    case 'label':
      return place.getByLabel(value)
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

/** Whether what is waited for comes in time. */
export async function appears(waiting: Promise<unknown>): Promise<boolean> {
  try {
    await waiting
    return true
  } catch (cause) {
    if (cause instanceof errors.TimeoutError) return false
    throw cause
  }
}
