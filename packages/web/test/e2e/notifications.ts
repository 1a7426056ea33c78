import assert from 'node:assert/strict'
import { waitForMail } from '@wachta/testing/smtp'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

export const notificationStories: readonly Story[] = [
  [
    'notifications: every one with its status; by status, channel, contact and time',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/messages', { session })
      const rows = page.getByRole('table', { name: 'Notifications' }).locator('tbody tr')
      const shows = async (count: number) => {
        await waitForMail(async () => (await rows.count()) === count || undefined)
      }
      await shows(12)
      await page.getByLabel('Status').selectOption('suppressed')
      await page.waitForURL(/status=suppressed/)
      await shows(3)
      await rows.getByText('Quiet hours of the contact').first().waitFor()
      await rows.getByText('Alert acknowledged').first().waitFor()
      await page.getByLabel('Status').selectOption('')
      await page.getByLabel('Channel').selectOption('sms')
      await page.waitForURL(/channel=sms/)
      await shows(2)
      await page.getByRole('combobox', { name: 'Contact' }).fill('Marek')
      await page.getByRole('option', { name: 'Marek Wójcik' }).click()
      await page.waitForURL(/contact=/)
      await shows(1)
      await page.getByLabel('Status').selectOption('pending')
      await page.getByText('No notification in this time range matches the filters.').waitFor()
      await context.close()
    },
  ],
  [
    'notifications: one opens with its text and attempts by the keyboard, and the focus comes back',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/messages?status=failed', { session })
      const opener = page.getByRole('button', { name: /, Marek Wójcik$/ })
      await opener.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: /^Notification \d+$/ })
      await dialog.getByText('Sklep: strona główna nie działa.').waitFor()
      await dialog.getByText('number not in service').waitFor()
      await dialog.getByText('The provider rejected the message permanently.').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.ok(await opener.evaluate((element) => element === document.activeElement))
      await context.close()
    },
  ],
  [
    'notifications: legacy notifications have a log of their own',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/messages', { session, language: 'pl' })
      await page.getByRole('tab', { name: 'Starszego typu i testowe' }).click()
      await page.waitForURL(/style=legacy/)
      const table = page.getByRole('tabpanel').getByRole('table')
      await table.getByText('dyzur@example.com').first().waitFor()
      await table.getByText('Powiadomienia starszego typu wyłączone dla usługi').first().waitFor()
      await table.getByRole('link', { name: 'Kariera' }).first().click()
      await page.getByText('Żadna reguła alertu nie obejmuje tej usługi').waitFor()
      await context.close()
    },
  ],
]
