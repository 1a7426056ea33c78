import assert from 'node:assert/strict'
import { openSession } from '@wachta/testing/api/accounts'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { sql } from 'kysely'
import { password, sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

const slug = 'for-our-users'

export const pageVisitorStories: readonly Story[] = [
  [
    'status-pages: a page for users sends strangers to sign in, and lets those in who may see it',
    async ({ world, browser }) => {
      await using pages = world.startPages()
      const { id } = await makePageForUsers(world)
      const eventually = eventuallyWith([pages], 30)
      const url = `${world.pagesAddress}/${slug}/`
      await eventually('the page is published', async () => (await isServed(url)) || undefined)

      const { page, context, complaints } = await visit(browser, world, '/sign-in')
      await page.goto(url)
      assert.doesNotMatch(await page.content(), /Only for us/, 'strangers do not even see the title')
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.waitForURL(/\/sign-in\?to=/)
      await page.getByLabel('Username').fill(world.anna.username)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Only for us' }).waitFor()
      assert.equal(new URL(page.url()).origin, world.pagesAddress)
      await page.reload()
      await page.getByRole('heading', { name: 'Only for us' }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
      await world.api.owner.query(sql`delete from status_page where id = ${id}`)
    },
  ],
  [
    'status-pages: a user of another account gets the same message as for a page that does not exist',
    async ({ world, browser }) => {
      const { id } = await makePageForUsers(world)
      const session = await sessionOf(world.api, world.scenarios.account)
      const shown: string[] = []
      for (const path of [`/status-page/${slug}`, '/status-page/nosuchpage']) {
        const { page, context } = await visit(browser, world, path, { session })
        await page.getByRole('heading', { name: 'No access to this status page' }).waitFor()
        shown.push(String(await page.getByRole('alert').first().textContent()))
        assert.equal(new URL(page.url()).pathname, path)
        await context.close()
      }
      assert.equal(shown[0], shown[1], 'the message does not reveal which pages exist')
      await world.api.owner.query(sql`delete from status_page where id = ${id}`)
    },
  ],
]

/** Creates the page through the API, which generates the keys for visitors. */
async function makePageForUsers({ api, anna }: World): Promise<{ readonly id: number }> {
  const as = await openSession(api.owner, anna.id)
  const body = { title: 'Only for us', slug, visibility: 'users', is_published: true, languages: ['en'] }
  const made = await api.call('POST', '/status_pages', { as, body })
  assert.equal(made.status, 201, made.text)
  return made.body
}

/** Whether a page exists, even if it denies access. */
export const isServed = async (url: string): Promise<boolean> => {
  const response = await fetch(url).catch(() => null)
  return response !== null && response.status !== 404 && response.status < 500
}
