import assert from 'node:assert/strict'
import { openSession } from '@wachta/testing/api/accounts'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { isServed } from './status-page-visitors.ts'
import { there, visit } from './visit.ts'

const good = 'violet-anchor-sled-17'
const better = 'copper-lantern-otter-58'

export const pageAccessStories: readonly Story[] = [
  [
    'status-pages: a password set in the form opens the page, and a new one asks visitors again',
    async ({ world, browser }) => {
      await using pages = world.startPages()
      const eventually = eventuallyWith([pages], 30)
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context, complaints } = await visit(browser, world, '/status-pages/new', { session })
      const field = page.getByLabel('Page password')
      await page.getByLabel('Title').fill('Behind a password')
      await page.getByLabel('Who can open the page').selectOption('password')
      await page.getByRole('switch', { name: 'Published' }).click()
      await page.getByRole('button', { name: 'Create page' }).click()
      await page.getByText('Enter a new password of at least 12 characters.').waitFor()
      assert.deepEqual(await storedAs(world, 'behind-a-password'), undefined, 'nothing is created without a password')

      await field.fill('password1234')
      await page.getByRole('button', { name: 'Create page' }).click()
      await page.getByText('The page was created, but it is not published yet.').waitFor()
      await page.getByText(/too easy to guess/).waitFor()
      const half = await storedAs(world, 'behind-a-password')
      assert.deepEqual([half?.visibility, half?.is_published], ['users', false])
      await field.fill(good)
      await page.getByRole('button', { name: 'Create page' }).click()
      await page.waitForURL(/\/status-pages\/\d+\?tab=page$/)
      const whole = await storedAs(world, 'behind-a-password')
      assert.deepEqual([whole?.id, whole?.visibility, whole?.is_published], [half?.id, 'password', true])

      const url = `${world.pagesAddress}/behind-a-password/`
      await eventually('the page is published', async () => (await isServed(url)) || undefined)
      const visitor = await visit(browser, world, '/sign-in')
      await enter(visitor.page, url, good)
      await page.getByText('Leave empty to keep the current password.').waitFor()
      assert.equal(await field.inputValue(), '')
      await field.fill(better)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Status page saved.').last().waitFor()
      await there(page.locator('input[type=password][value=""]'), 1, 'the field is empty again')
      await eventually('the visit ends', async () => {
        await visitor.page.reload()
        return (await visitor.page.getByLabel('Password', { exact: true }).count()) === 1 || undefined
      })
      await enter(visitor.page, url, better)
      assert.deepEqual([...complaints, ...visitor.complaints], [])
      await visitor.context.close()
      await context.close()
      await world.api.owner.query(sql`delete from status_page where id = ${whole?.id}`)
    },
  ],
  [
    'status-pages: a link is created, copied, replaced and deleted where the page is edited',
    async ({ world, browser }) => {
      await using pages = world.startPages()
      const eventually = eventuallyWith([pages], 30)
      const id = await makePublicPage(world)
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context, complaints } = await visit(browser, world, `/status-pages/${id}?tab=page`, { session })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const link = page.getByLabel('Link', { exact: true })
      await page.getByLabel('Who can open the page').selectOption('link')
      await page.getByText('You can create the link here after saving the page.').waitFor()
      await button('Save').click()
      await page.getByText('There is no link yet, so no one can open the page.').waitFor()
      await button('Create link').click()
      const first = await link.inputValue()
      await button('Copy link').click()
      await page.getByText('Copied.').waitFor()
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), first)

      const visitor = await visit(browser, world, '/sign-in')
      const opens = async (url: string) => {
        await visitor.page.goto(url)
        return (await visitor.page.getByRole('heading', { name: 'By link' }).count()) === 1 || undefined
      }
      await eventually('the link opens the page', () => opens(first))
      await button('Replace link…').click()
      await page.getByRole('dialog').getByText('The current link stops working').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      assert.equal(await link.inputValue(), first)
      await button('Replace link…').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click()
      await page.getByText('Link replaced.').waitFor()
      const second = await link.inputValue()
      assert.notEqual(second, first)
      await eventually('the former link opens nothing', async () => !(await opens(first)) || undefined)
      await eventually('the new link opens the page', () => opens(second))

      await button('Delete link…').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
      await page.getByText('There is no link yet, so no one can open the page.').waitFor()
      await eventually('no visitor can open the page', async () => !(await opens(second)) || undefined)
      assert.deepEqual([...complaints, ...visitor.complaints], [])
      await visitor.context.close()
      await context.close()
      await world.api.owner.query(sql`delete from status_page where id = ${id}`)
    },
  ],
  [
    'status-pages: sub-accounts whose users may open a page are chosen by name',
    async ({ world, browser }) => {
      const id = await makePublicPage(world)
      const session = await sessionOf(world.api, world.neighbours.colleague)
      const { page, context } = await visit(browser, world, `/status-pages/${id}?tab=page`, { session })
      await page.getByLabel('Who can open the page').selectOption('users')
      await page.getByRole('combobox', { name: 'Sub-accounts' }).fill('lipą')
      await page.getByRole('option', { name: /Piekarnia Pod Lipą/ }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Status page saved.').waitFor()
      const stored = await storedAs(world, 'by-link')
      assert.deepEqual([stored?.visibility, stored?.visitors], ['users', [world.neighbours.shop]])
      await page.reload()
      await page.getByText(/Piekarnia Pod Lipą · /).waitFor()
      await context.close()
      await world.api.owner.query(sql`delete from status_page where id = ${id}`)
    },
  ],
]

async function enter(page: Page, url: string, password: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Open page' }).click()
  await page.getByRole('heading', { name: 'Behind a password' }).waitFor()
}

interface StoredAccess {
  readonly id: number
  readonly visibility: string
  readonly is_published: boolean
  readonly visitors: readonly number[]
}

async function storedAs({ api }: World, slug: string): Promise<StoredAccess | undefined> {
  const [page] = await api.owner.query(
    sql<StoredAccess>`select id, visibility, is_published, visitor_account_ids as visitors from status_page where slug = ${slug}`,
  )
  return page
}

/** Creates the page through the API, which generates the keys for visitors. */
async function makePublicPage({ api, anna }: World): Promise<number> {
  const as = await openSession(api.owner, anna.id)
  const body = { title: 'By link', slug: 'by-link', is_published: true, languages: ['en'] }
  const made = await api.call('POST', '/status_pages', { as, body })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
