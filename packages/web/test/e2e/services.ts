import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { addAccount } from '@wachta/testing/api/accounts'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

export const servicesStories: readonly Story[] = [
  [
    'services: found by words, group and state, sorted by a heading, gone through by arrow keys',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/services', { session })
      const links = page.locator('a[data-primary]')
      await links.first().waitFor()
      await page.getByRole('button', { name: 'Response time' }).click()
      await page.getByRole('button', { name: 'Response time' }).click()
      assert.equal(await links.first().textContent(), 'Sklep: płatności', 'the slowest')
      assert.equal(
        await page.getByRole('columnheader', { name: 'Response time' }).getAttribute('aria-sort'),
        'descending',
      )
      await links.first().focus()
      await page.keyboard.press('ArrowDown')
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), await links.nth(1).textContent())
      await page
        .getByRole('navigation', { name: 'Groups' })
        .getByRole('button', { name: /^Poczta/ })
        .click()
      await page.getByText('3 of 16 services').waitFor()
      await page.getByRole('searchbox').fill('certyfikat')
      await page.getByText('1 of 16 services').waitFor()
      await page.getByRole('searchbox').fill('nothing like it')
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await page.getByText('16 of 16 services').waitFor()
      await context.close()
    },
  ],
  [
    'services: tags are added to several, filtered by, and changed in the settings',
    async ({ world, browser }) => {
      const { api, watching, anna } = world
      await api.owner.query(sql`insert into service (owner_id, group_id, type_id, name, address, interval)
select ${anna.id}, ${watching.groups.get('Strony')}, 'ping', 'Oznaczona ' || n, 'example.com', 60 from generate_series(1, 2) n`)
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/services?query=Oznaczona', { session })
      await page.getByLabel('Select all').check()
      await page.getByRole('region', { name: 'Selected services' }).getByRole('button', { name: 'Tags…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Tags of 2 services' })
      await dialog.getByLabel('Add tags').fill('klient Nowak, test')
      await dialog.getByRole('button', { name: 'Change tags' }).click()
      await page.getByText('Tags of 2 services changed.').waitFor()
      await page.getByRole('searchbox').fill('')
      await page.getByRole('combobox', { name: 'Tag' }).selectOption('klient Nowak')
      await there(page.locator('a[data-primary]'), 2)
      assert.match(page.url(), /tag=klient/)
      await page.reload()
      const tags = page.getByRole('list', { name: 'Tags' }).first()
      await tags.waitFor()
      assert.deepEqual(await tags.getByRole('listitem').allTextContents(), ['klient Nowak', 'test'])
      await page.getByRole('link', { name: 'Oznaczona 1' }).click()
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByRole('combobox', { name: 'Tags' }).fill('test')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await waitForMail(async () => {
        const [row] = await api.owner.query(
          sql<{ tags: string[] }>`select tags from service where name = 'Oznaczona 1'`,
        )
        return row?.tags.join() === 'test'
      })
      assert.deepEqual(complaints, [])
      await api.owner.query(sql`delete from service where name like 'Oznaczona %'`)
      await context.close()
    },
  ],
  [
    'services: a long name of a group is cut, and gives the list of groups no horizontal scrollbar',
    async ({ world, browser }) => {
      const { api } = world
      const account = await addAccount(api.owner, { name: 'Długie nazwy' })
      await api.owner.query(sql`insert into service_group (owner_id, name)
values (${account}, 'Serwery testowe i deweloperskie oddziału w Grodzisku Mazowieckim')`)
      const { page, context } = await visit(browser, world, '/services', { session: await sessionOf(api, account) })
      const list = page.getByRole('navigation', { name: 'Groups' }).locator('ul').first()
      await list.getByText(/^Serwery testowe/).waitFor()
      assert.deepEqual(await list.evaluate((each) => each.scrollWidth - each.clientWidth), 0)
      await context.close()
    },
  ],
  [
    'services: several are paused, moved and deleted together, each after a question',
    async ({ world, browser }) => {
      const { api, watching, anna } = world
      const group = watching.groups.get('Strony')
      const added = await api.owner.query(sql<{
        id: number
      }>`insert into service (owner_id, group_id, type_id, name, address, interval)
select ${anna.id}, ${group}, 'ping', 'Zbędna ' || n, 'example.com', 60 from generate_series(1, 2) n returning id`)
      const ids = added.map(({ id }) => id)
      const state = () =>
        api.owner.query(
          sql<{ is_active: boolean; group_id: number }>`select is_active, group_id from service where id = any(${ids})`,
        )
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/services?query=Zb%C4%99dna', { session })
      const act = async (name: string, confirm: string) => {
        await page.getByLabel('Select all').check()
        await page.getByRole('region', { name: 'Selected services' }).getByRole('button', { name }).click()
        const dialog = page.getByRole('dialog', { name: /2 services/ })
        await dialog.getByText('Zbędna 1').waitFor()
        if (name === 'Move…') {
          await dialog.getByLabel('Target group').fill('Infra')
          await page.getByRole('option', { name: 'Infrastruktura' }).click()
        }
        await dialog.getByRole('button', { name: confirm }).click()
        await dialog.getByRole('heading').waitFor({ state: 'detached' })
      }
      await act('Pause', 'Pause')
      await page.getByText('2 services paused.').waitFor()
      assert.deepEqual(
        (await state()).map(({ is_active }) => is_active),
        [false, false],
      )
      await act('Move…', 'Move')
      await page.getByText('2 services moved.').waitFor()
      assert.ok((await state()).every(({ group_id }) => group_id === watching.groups.get('Infrastruktura')))
      await act('Delete…', 'Delete permanently')
      await page.getByText('2 services deleted.').waitFor()
      assert.equal((await state()).length, 0)
      await context.close()
    },
  ],
  [
    'services: who may only look has no button that the interface would refuse',
    async ({ world, browser }) => {
      const { api, watching } = world
      const guest = await addAccount(api.owner, { name: 'Gość' })
      await api.owner.query(
        sql`insert into group_share (group_id, account_id) values (${watching.groups.get('Sklep')}, ${guest})`,
      )
      const session = await sessionOf(api, guest)
      const { page, context } = await visit(browser, world, '/services', { session })
      await page.getByLabel('Select Sklep: koszyk').check()
      await page.waitForLoadState('networkidle')
      const buttons = page.getByRole('region', { name: 'Selected services' })
      for (const name of ['Pause', 'Resume', 'Move…', 'Sensors…', 'Archive…', 'Delete…'])
        assert.ok(await buttons.getByRole('button', { name }).isDisabled(), name)
      await page.getByRole('link', { name: 'Sklep: koszyk' }).click()
      await page.getByRole('heading', { name: 'Sklep: koszyk' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Check now' }).count(), 0)
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByText("You can view these settings, but you can't change them.").waitFor()
      assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
      await context.close()
    },
  ],
  [
    'services: several get other sensors, are archived, found again and restored',
    async ({ world, browser }) => {
      const { api, watching, anna } = world
      const added = await api.owner.query(sql<{
        id: number
      }>`insert into service (owner_id, group_id, type_id, name, address, interval)
select ${anna.id}, ${watching.groups.get('Strony')}, 'ping', 'Dawna ' || n, 'example.com', 60 from generate_series(1, 2) n returning id`)
      const ids = added.map(({ id }) => id)
      const stored = () =>
        api.owner.query(
          sql<{
            is_archived: boolean
            sensor_ids: number[] | null
          }>`select is_archived, sensor_ids from service where id = any(${ids})`,
        )
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/services?query=Dawna', { session })
      const ask = async (name: string) => {
        await page.getByLabel('Select all').check()
        await page.getByRole('region', { name: 'Selected services' }).getByRole('button', { name }).click()
        return page.getByRole('dialog', { name: /2 services/ })
      }
      const sensors = await ask('Sensors…')
      await sensors.getByLabel('Use the sensors of their groups').uncheck()
      for (const name of ['Warszawa', 'Dublin']) await sensors.getByLabel(name).check()
      await sensors.getByRole('button', { name: 'Change sensors' }).click()
      await page.getByText('Sensors of 2 services changed.').waitFor()
      const wanted = [watching.sensors[0], watching.sensors[3]]
      for (const { sensor_ids } of await stored())
        assert.deepEqual(
          sensor_ids?.toSorted((one, other) => one - other),
          wanted,
        )
      const archive = await ask('Archive…')
      await archive.getByRole('button', { name: 'Archive' }).click()
      await page.getByText('2 services archived.').waitFor()
      assert.ok((await stored()).every(({ is_archived }) => is_archived))
      await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Archived' })
      await page.getByRole('link', { name: 'Dawna 2' }).waitFor()
      const restore = await ask('Restore…')
      await restore.getByRole('button', { name: 'Restore' }).click()
      await page.getByText('2 services restored.').waitFor()
      assert.ok((await stored()).every(({ is_archived }) => !is_archived))
      await api.owner.query(sql`delete from service where id = any(${ids})`)
      await context.close()
    },
  ],
  [
    'services: a chosen group is shared with a sub-account, whose rights are changed and ended; a guest cannot share it on',
    async ({ world, browser }) => {
      const { api, watching, anna, neighbours } = world
      const group = watching.groups.get('Infrastruktura')
      const shares = () =>
        api.owner.query(
          sql`select account_id, can_modify_services from group_share where group_id = ${group} order by account_id`,
        )
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/services', { session })
      const choice = page.getByRole('navigation', { name: 'Groups' }).getByRole('button', { name: /Infrastruktura/ })
      await choice.waitFor()
      const open = page.getByRole('button', { name: 'Share group…' })
      assert.equal(await open.count(), 0, 'no group is chosen yet')
      await choice.click()
      await open.click()
      const dialog = page.getByRole('dialog', { name: 'Share Infrastruktura' })
      await dialog.getByText('Not shared yet.').waitFor()
      await dialog.getByRole('button', { name: 'Share' }).click()
      await dialog.getByText('Select an account.').waitFor()
      const [{ name: shop = '' } = {}] = await api.owner.query(
        sql<{ name: string }>`select name from account where id = ${neighbours.shop}`,
      )
      await dialog.getByLabel('Account').fill(shop)
      await page.getByRole('option', { name: shop }).click()
      await dialog.getByRole('button', { name: 'Share' }).click()
      const shared = dialog.getByRole('list', { name: 'Shared with' })
      await shared.getByRole('checkbox', { name: shop }).waitFor()
      await shared.getByRole('checkbox', { name: 'change services' }).check()
      await waitForMail(async () => JSON.stringify(await shares()).includes('true') || undefined)
      assert.deepEqual(await shares(), [{ account_id: neighbours.shop, can_modify_services: true }])

      // An account that sees the group through a share may not share it further.
      const as = { session: await sessionOf(api, neighbours.shop) }
      const guest = await visit(browser, world, `/services?group=${group}`, as)
      await guest.page.getByRole('link', { name: 'DNS: ns1' }).waitFor()
      assert.equal(await guest.page.getByRole('button', { name: 'Share group…' }).count(), 0)
      await guest.context.close()

      await shared.getByRole('checkbox', { name: shop }).click()
      await dialog.getByText('Not shared yet.').waitFor()
      assert.deepEqual(await shares(), [])
      // What is ticked applies already, so nothing can be cancelled.
      assert.equal(await dialog.getByRole('button', { name: 'Cancel' }).count(), 0)
      await dialog.locator('form').getByRole('button', { name: 'Close' }).click()
      await there(dialog, 0)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'services: one that is archived says so on its page, and is restored there',
    async ({ world, browser }) => {
      const { api, watching, anna } = world
      const [row] = await api.owner.query(sql<{ id: number }>`insert into service
  (owner_id, group_id, type_id, name, address, interval, is_active, is_archived)
values (${anna.id}, ${watching.groups.get('Strony')}, 'ping', 'Odłożona', 'example.com', 60, false, true) returning id`)
      const id = row?.id ?? 0
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, `/services/${id}`, { session })
      const note = page.getByRole('region', { name: 'Archived' })
      await note.getByText('This service is archived').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Check now' }).count(), 0)
      await note.getByRole('button', { name: 'Restore' }).click()
      await page.getByText('Service restored.').waitFor()
      await note.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Check now' }).waitFor()
      assert.deepEqual(await api.owner.query(sql`select is_archived, is_active from service where id = ${id}`), [
        { is_archived: false, is_active: false },
      ])
      await api.owner.query(sql`delete from service where id = ${id}`)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'services: how the list is narrowed and sorted stands in the address, for Back, reload and a copied link',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/services', { session })
      const heading = page.getByRole('columnheader', { name: 'Response time' })
      await page.getByRole('searchbox').fill('sklep')
      await page.getByText('4 of 16 services').waitFor()
      await heading.getByRole('button').click()
      await page.waitForURL(/\?(?=.*query=sklep)(?=.*sort=)/)
      const address = page.url()
      await page.reload()
      await page.getByText('4 of 16 services').waitFor()
      assert.equal(await heading.getAttribute('aria-sort'), 'ascending')
      await page.locator('a[data-primary]').first().click()
      await page.waitForURL(/\/services\/\d+/)
      await page.goBack()
      await page.getByText('4 of 16 services').waitFor()
      assert.equal(page.url(), address)
      assert.equal(await page.getByRole('searchbox').inputValue(), 'sklep')
      await page.getByRole('link', { name: 'Services', exact: true }).click()
      await page.getByText('16 of 16 services').waitFor()
      assert.equal(await page.getByRole('searchbox').inputValue(), '', 'the box follows the address')
      await context.close()
    },
  ],
  [
    'services: a filter is saved and comes back; what is shown is downloaded as a table',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/services', { session })
      await page.getByRole('searchbox').fill('sklep')
      await page.getByRole('button', { name: 'Save filter' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Nasz sklep')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Nasz sklep', exact: true }).waitFor()
      await page.getByRole('searchbox').fill('')
      await page.reload()
      await page.getByRole('button', { name: 'Nasz sklep', exact: true }).click()
      await page.getByText('4 of 16 services').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ])
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
      assert.equal(lines.length, 5)
      assert.match(lines[0] ?? '', /Name,Address,Status/)
      assert.ok(lines.some((line) => line.startsWith('Sklep: koszyk,https://sklep.example.com/koszyk,Up,')))
      await page.getByRole('button', { name: 'Delete filter Nasz sklep' }).click()
      await page.getByRole('button', { name: 'Save filter' }).waitFor()
      await context.close()
    },
  ],
]
