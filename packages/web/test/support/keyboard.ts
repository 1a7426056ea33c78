import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** The maximum number of presses of Tab to reach an element. */
const most = 120

/** The actions of a user without a mouse. */
export interface Keyboard {
  /** Presses Tab until the element has the focus, and asserts that the focus is visible. */
  to(wanted: Locator): Promise<void>
  /** Goes to a field and replaces its content. */
  type(field: Locator, text: string): Promise<void>
  /** Goes to an element and presses a key on it. */
  press(wanted: Locator, key?: string): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  async function to(wanted: Locator): Promise<void> {
    await wanted.waitFor()
    // Look it up only once, because a lookup by role and name takes longer than a key press.
    let element = await find(wanted)
    for (let pressed = 0; pressed < most; pressed += 1) {
      const { isThere, hasFocus, isSeen } = await element.evaluate((each) => ({
        isThere: each.isConnected,
        hasFocus: each === document.activeElement,
        isSeen: each.matches(':focus-visible'),
      }))
      if (!isThere) {
        element = await find(wanted)
        continue
      }
      if (hasFocus) return assert.ok(isSeen, `nothing shows that ${wanted} has the focus`)
      await page.keyboard.press('Tab')
    }
    assert.fail(`${wanted} is not reached by the keyboard`)
  }
  return {
    to,
    async type(field, text) {
      await to(field)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    async press(wanted, key = 'Enter') {
      await to(wanted)
      await page.keyboard.press(key)
    },
  }
}

async function find(wanted: Locator) {
  const element = await wanted.elementHandle()
  assert.ok(element)
  return element
}
