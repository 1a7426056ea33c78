import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { sessionOf } from '../support/world.ts'
import type { Stage, Story } from './run.ts'
import { visit } from './visit.ts'

/** Opens a page as Anna, and waits until it is usable. */
async function asAnna({ world, browser }: Stage, path: string, language: 'en' | 'pl' = 'en') {
  const session = await sessionOf(world.api, world.anna.id)
  const opened = await visit(browser, world, path, { session, language })
  await opened.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  return opened
}

/** Types a text into the palette, and waits for the expected option. */
async function seek(page: Page, typed: string, expected: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(typed)
  await page.getByRole('option', { name: expected }).first().waitFor()
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

export const paletteStories: readonly Story[] = [
  [
    'palette: actions open their dialogs, by their name or another word for them, in both languages',
    async (stage) => {
      const { page, context, complaints } = await asAnna(stage, '/sensors')
      await seek(page, 'add contact', /^Add contact/)
      await page.keyboard.press('Enter')
      const contact = page.getByRole('dialog', { name: 'New contact' })
      await contact.waitFor()
      assert.doesNotMatch(page.url(), /new=/)
      await page.keyboard.press('Escape')
      await contact.waitFor({ state: 'detached' })
      await seek(page, 'wycisz', /^Schedule maintenance/)
      await page.getByRole('option', { name: /^Schedule maintenance/ }).click()
      await page.getByRole('dialog', { name: 'Add maintenance window or quiet hours' }).waitFor()
      await page.keyboard.press('Escape')
      await seek(page, 'api key', /^Create API key/)
      await page.getByRole('option', { name: /^Create API key/ }).click()
      await page.getByRole('dialog', { name: 'Create API key' }).waitFor()
      await page.keyboard.press('Escape')
      await seek(page, 'język', /Polski/)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Konto', exact: true }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'palette: contacts, error types, alert rules, groups and settings are found',
    async (stage) => {
      const { page, context } = await asAnna(stage, '/sensors')
      await seek(page, '503', /^Service unavailable \(503\)/)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /Service unavailable \(503\)/ }).waitFor()
      await seek(page, 'ack', /^Incidents/)
      await page.keyboard.press('Escape')
      await seek(page, 'SLA', /^Corrections/)
      await page.keyboard.press('Escape')
      await seek(page, '2fa', /^Account: Security/)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/account\?tab=security/)
      for (const [typed, expected] of [
        ['kowalska', /^Anna Kowalska.*contact$/],
        ['awaria czego', /^Awaria czegokolwiek.*alert rule$/],
        ['sklep', /^Sklep.*group$/],
      ] as const) {
        await seek(page, typed, expected)
        await page.keyboard.press('Escape')
      }
      await context.close()
    },
  ],
  [
    'shortcuts: the help lists them, and each of them acts',
    async (stage) => {
      const { page, context } = await asAnna(stage, '/')
      await page.getByRole('link', { name: 'Blog' }).waitFor()
      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await help.waitFor()
      const keys = await help.locator('dt').allTextContents()
      assert.ok(keys.length >= 15, String(keys))
      // The palette does not open in front of another dialog.
      await page.keyboard.press('Control+k')
      assert.equal(await page.getByRole('dialog').count(), 1)
      await page.keyboard.press('Escape')
      await help.waitFor({ state: 'detached' })
      const places = keys.filter((each) => /^g\w$/.test(each))
      const visited = new Set<string>()
      for (const [, letter = ''] of places) {
        await page.keyboard.press('g')
        await page.keyboard.press(letter)
        await page.waitForFunction((seen) => !seen.includes(location.pathname), [...visited])
        visited.add(new URL(page.url()).pathname)
      }
      assert.equal(visited.size, places.length)
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Search and commands' })
      await palette.waitFor()
      await page.keyboard.press('Escape')
      await palette.waitFor({ state: 'detached' })
      await context.close()
    },
  ],
  [
    'shortcuts: j and k go through the rows of a list, Enter opens one, and / goes to the search field',
    async (stage) => {
      for (const path of ['/', '/services', '/errors']) {
        const { page, context } = await asAnna(stage, path)
        const rows = path === '/' ? 'main ul[aria-label] > li' : 'main tbody > tr'
        await page.locator(`${rows} a`).first().waitFor()
        await page.keyboard.press('j')
        const first = await focused(page)
        await page.keyboard.press('j')
        const second = await focused(page)
        assert.notEqual(first, second)
        await page.keyboard.press('k')
        assert.equal(await focused(page), first)
        await page.keyboard.press('/')
        await page.keyboard.type('jk?')
        assert.equal(await page.locator('main input[type=search]').inputValue(), 'jk?')
        assert.equal(await page.getByRole('dialog').count(), 0)
        await page.locator('main input[type=search]').fill(first)
        // After a moment, first the list follows the text, then the address.
        await page.waitForURL(/query=/)
        await page.keyboard.press('Escape')
        await page.keyboard.press('j')
        assert.equal(await focused(page), first)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { level: 1, name: first }).waitFor()
        await context.close()
      }
    },
  ],
  [
    'shortcuts: switched off they do nothing, and the palette leads to the switch',
    async (stage) => {
      const { page, context } = await asAnna(stage, '/sensors')
      await page.keyboard.press('?')
      await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('g')
      await page.keyboard.press('s')
      await page.keyboard.press('?')
      assert.equal(await page.getByRole('dialog').count(), 0)
      assert.match(page.url(), /\/sensors$/)
      await seek(page, 'shortcuts', /^Keyboard shortcuts/)
      await page.keyboard.press('Enter')
      await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('g')
      await page.keyboard.press('s')
      await page.waitForURL(/\/services$/)
      await context.close()
    },
  ],
]
