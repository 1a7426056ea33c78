import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { keyboardOf } from '../support/keyboard.ts'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

export const statusPageStories: readonly Story[] = [
  [
    'status-pages: the list says how pages are doing, and Back leads from a post to where it was found',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/status-pages', { session })
      const row = page.getByRole('row').filter({ hasText: 'sklepy-kowalska' })
      await row.getByText('Partial outage').waitFor()
      await row.getByText('Public').waitFor()
      await page.getByRole('row').filter({ hasText: 'sklepy-partnerzy' }).getByText('Not published').waitFor()
      await row.getByRole('link').click()
      await page.getByLabel('Search posts').fill('serwera')
      await page.waitForURL(/query=serwera/)
      await there(page.getByRole('row').filter({ hasText: 'Draft' }), 1)
      await page.getByRole('link', { name: 'Wymiana serwera bazy danych' }).click()
      await page.getByRole('button', { name: 'Save draft' }).waitFor()
      await page.goBack()
      await page.waitForURL(/query=serwera/)
      assert.equal(await page.getByLabel('Search posts').inputValue(), 'serwera')
      await context.close()
    },
  ],
  [
    'status-pages: a page with two components is made by keyboard, seen in the preview, and gets a post with an update',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/status-pages', { session })
      const keyboard = keyboardOf(page)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await keyboard.press(page.getByRole('link', { name: 'New status page' }))
      await keyboard.type(page.getByLabel('Title'), 'Łódź shops')
      assert.equal(await page.getByLabel('Address', { exact: true }).inputValue(), 'lodz-shops')

      const [service] = watching.services
      await keyboard.press(button('Add component'))
      await keyboard.type(page.getByLabel('Public name'), 'Online shop')
      await keyboard.type(page.getByLabel('Section'), 'Shopping')
      await keyboard.to(page.getByRole('combobox', { name: 'Service', exact: true }))
      await page.keyboard.type(service?.name ?? '')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await keyboard.press(button('Add component'))
      await keyboard.type(page.getByLabel('Public name'), 'Telephone')
      await keyboard.to(page.getByLabel('Status from'))
      await page.keyboard.press('End')
      await keyboard.press(button('Move Telephone up'))
      await page.getByText('Telephone is now number 1 of 2.').waitFor()

      const preview = page.frameLocator('iframe')
      await preview.getByRole('heading', { name: 'Łódź shops' }).waitFor()
      assert.deepEqual(await preview.locator('.name').allTextContents(), ['Telephone', 'Online shop'])
      const colour = await preview.locator('.banner').evaluate((each) => getComputedStyle(each).backgroundColor)
      assert.notEqual(colour, 'rgba(0, 0, 0, 0)', 'the preview has its style')

      await keyboard.press(page.getByRole('switch', { name: 'Published' }), 'Space')
      await keyboard.press(button('Create page'))
      await page.getByText('Status page saved.').waitFor()
      await page.waitForURL(/\/status-pages\/\d+\?tab=page$/)
      const id = Number(/(\d+)\?/.exec(page.url())?.[1])
      const stored = await api.owner.query(
        sql`select name, section, service_id, manual_status from status_page_component where status_page_id = ${id} order by position`,
      )
      assert.deepEqual(stored, [
        { name: 'Telephone', section: 'Shopping', service_id: null, manual_status: 'operational' },
        { name: 'Online shop', section: 'Shopping', service_id: service?.id, manual_status: null },
      ])

      await keyboard.press(page.getByRole('link', { name: 'New incident post' }))
      await keyboard.type(page.getByLabel('Title'), 'Calls are dropped')
      await keyboard.press(page.getByRole('checkbox', { name: /^Telephone/ }), 'Space')
      await keyboard.type(page.getByLabel('First update'), 'We are **looking** into it.')
      await page.frameLocator('iframe').getByText('looking', { exact: true }).waitFor()
      await keyboard.press(button('Publish'))
      await page.getByText('Post published.').waitFor()
      await page.waitForURL(/\/posts\/\d+$/)
      await keyboard.to(page.getByLabel('State'))
      await page.keyboard.press('End')
      await keyboard.type(page.getByLabel('Text'), 'Calls work again.')
      await keyboard.press(button('Add update'))
      await page.getByText('Update added.').waitFor()
      await there(page.getByRole('list', { name: 'Updates' }).getByRole('listitem'), 2)
      const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route('**/v3/status_page_updates', async (route) => {
        arrived.resolve()
        await answer.promise
        await route.continue()
      })
      const text = page.getByLabel('Text')
      await text.fill('It was a cable.')
      await button('Add update').click()
      await arrived.promise
      await text.fill('It was a cable. A longer report follows.')
      answer.resolve()
      await there(page.getByRole('list', { name: 'Updates' }).getByRole('listitem'), 3)
      assert.equal(await text.inputValue(), 'It was a cable. A longer report follows.', 'what is typed meanwhile stays')
      const [post] = await api.owner.query(
        sql<{ state: string; published: boolean }>`select state, published_at is not null as published
from status_page_post where status_page_id = ${id}`,
      )
      assert.deepEqual(post, { state: 'resolved', published: true })
      assert.deepEqual(complaints, [], 'the preview breaks no rule of the page')
      await api.owner.query(sql`delete from status_page where id = ${id}`)
      await context.close()
    },
  ],
  [
    'status-pages: what is not saved is asked for, a component that is rejected says why, and the rest is not sent twice',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/status-pages/new', { session })
      await page.getByText('Visitors cannot open the page.').waitFor()
      const published = page.getByRole('switch', { name: 'Published' })
      await published.click()
      await page.getByText('Visitors can open the page.').waitFor()
      await published.click()
      const languagesHint = page.getByText('Visitors choose among them')
      await page.getByLabel('Languages').selectOption('en')
      await there(languagesHint, 0)
      await page.getByLabel('Languages').selectOption('pl,en')
      await languagesHint.waitFor()
      await page.getByLabel('Title').fill('Half saved')
      await page.getByRole('button', { name: 'Add component' }).click()
      await page.getByLabel('Public name').fill('Nothing chosen')
      await page.getByRole('link', { name: 'Status pages' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
      await page.getByRole('button', { name: 'Create page' }).click()
      await page.getByRole('alert').getByText('▲').first().waitFor()
      await page.getByLabel('Status from').selectOption('manual')
      await page.getByRole('button', { name: 'Create page' }).click()
      await page.waitForURL(/\/status-pages\/\d+\?tab=page$/)
      const made = await api.owner.query(
        sql`select c.name from status_page p join status_page_component c on c.status_page_id = p.id where p.slug = 'half-saved'`,
      )
      assert.deepEqual(made, [{ name: 'Nothing chosen' }])
      await page.getByRole('button', { name: 'Delete page…' }).click()
      await page.getByRole('button', { name: 'Delete permanently' }).click()
      await page.waitForURL(/\/status-pages$/)
      await there(page.getByRole('link', { name: 'Half saved' }), 0)
      await context.close()
    },
  ],
  [
    'status-pages: Enter saves a draft, and what is typed while it is created stays and goes to the same post',
    async ({ world, browser }) => {
      const { api, anna, statusPages } = world
      const session = await sessionOf(api, anna.id)
      const address = `/status-pages/${statusPages.page}/posts/new`
      const { page, context } = await visit(browser, world, address, { session })
      const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route('**/v3/status_page_posts', async (route) => {
        arrived.resolve()
        await answer.promise
        await route.continue()
      })
      const [title, text] = [page.getByLabel('Title'), page.getByLabel('First update')]
      await title.fill('Slow answers')
      await title.press('Enter')
      await arrived.promise
      await title.fill('Slow answers in Łódź')
      await text.fill('We are looking into it.')
      answer.resolve()
      await page.getByText('Post saved.').waitFor()
      await page.waitForLoadState('networkidle')
      assert.deepEqual(
        [await title.inputValue(), await text.inputValue()],
        ['Slow answers in Łódź', 'We are looking into it.'],
      )
      await page.getByRole('button', { name: 'Save draft' }).click()
      await page.waitForURL(/\/posts\/\d+$/)
      const stored = await api.owner.query(sql`select p.title, p.published_at is null as draft, u.text
from status_page_post p left join status_page_update u on u.post_id = p.id where p.title like 'Slow answers%'`)
      assert.deepEqual(stored, [{ title: 'Slow answers in Łódź', draft: true, text: 'We are looking into it.' }])
      await api.owner.query(sql`delete from status_page_post where title like 'Slow answers%'`)
      await context.close()
    },
  ],
]
