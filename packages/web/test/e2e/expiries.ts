import assert from 'node:assert/strict'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

export const expiryStories: readonly Story[] = [
  [
    'expiries: certificates and domains are listed, what expires soonest first, and lead to their service',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context, complaints } = await visit(browser, world, '/expiries', { session })
      const rows = page.getByRole('main').locator('tbody tr')
      await rows.first().waitFor()
      const { body } = await world.api.call('GET', '/accounts/my_account/expiries', { as: `Bearer ${session.token}` })
      assert.ok(body.length > 5)
      await there(rows, body.length)
      const names = await page.locator('a[data-primary]').allTextContents()
      assert.deepEqual(
        names,
        body.map(({ service }: { service: { name: string } }) => service.name),
      )
      await page.getByLabel('Type').selectOption({ label: 'Domain' })
      await there(rows, 1)
      assert.match(page.url(), /kind=domain/)
      await page.reload()
      await page.getByRole('link', { name: 'Poczta: SMTP' }).click()
      await page.getByRole('heading', { name: 'Poczta: SMTP' }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]
