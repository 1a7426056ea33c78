import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { addAccount } from '@wachta/testing/api/accounts'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

export const peopleStories: readonly Story[] = [
  [
    'people: a contact is created, given an address after its fault is told at the field, changed and deleted',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/contacts', { session, language: 'pl' })
      await page.getByRole('button', { name: 'Nowy kontakt' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Utwórz kontakt' }).click()
      await dialog.locator('[aria-invalid=true]').waitFor()
      assert.equal(await dialog.getByLabel('Nazwa').getAttribute('aria-invalid'), 'true', 'a name is asked for')
      await dialog.getByLabel('Nazwa').fill('Ewa Nowak')
      await page.mouse.click(3, 3)
      assert.equal(await dialog.getByLabel('Nazwa').inputValue(), 'Ewa Nowak', 'a press beside it loses nothing')
      await dialog.getByLabel('Język').selectOption('en')
      await dialog.getByRole('button', { name: 'Utwórz kontakt' }).click()
      await page.getByRole('heading', { name: 'Ewa Nowak' }).waitFor()
      const id = Number(page.url().split('/').at(-1))
      await page.getByText('Żaden krok eskalacji nie powiadamia tego kontaktu').waitFor()

      await page.getByRole('button', { name: 'Dodaj adres' }).click()
      const address = dialog.getByLabel('Adres', { exact: true })
      await address.fill('ewa bez małpy')
      await dialog.getByRole('button', { name: 'Zapisz' }).click()
      await dialog.locator('[aria-invalid=true]').waitFor()
      assert.equal(await address.getAttribute('aria-invalid'), 'true')
      await address.fill('ewa@example.com')
      await dialog.getByRole('button', { name: 'Zapisz' }).click()
      await page.getByText('Zapisano adres.').waitFor()
      const stored = () =>
        api.owner.query(
          sql<{
            name: string
            language_id: string
            address: string
          }>`select c.name, c.language_id, a.address from contact c left join contact_address a on a.contact_id = c.id where c.id = ${id}`,
        )
      assert.deepEqual(await stored(), [{ name: 'Ewa Nowak', language_id: 'en', address: 'ewa@example.com' }])

      await page.getByRole('main').getByRole('button', { name: 'Edytuj', exact: true }).first().click()
      await dialog.getByLabel('Nazwa').fill('Ewa Nowak-Lis')
      await dialog.getByRole('button', { name: 'Zapisz' }).click()
      await page.getByRole('heading', { name: 'Ewa Nowak-Lis' }).waitFor()
      await page.getByRole('button', { name: 'Usuń…', exact: true }).click()
      await dialog.getByText('Usunięte zostaną też jego adresy').waitFor()
      await dialog.getByRole('button', { name: 'Usuń trwale' }).click()
      await page.waitForURL(/\/contacts$/)
      assert.deepEqual(await stored(), [])
      await context.close()
    },
  ],
  [
    'people: a number is verified by the code, a wrong one is told at the field',
    async ({ world, browser }) => {
      const { api, anna, people } = world
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, `/contacts/${people.contacts.duty}`, { session })
      await page.getByText('Not verified: notifications are not sent').waitFor()
      await page.getByRole('button', { name: 'Verify' }).click()
      const dialog = page.getByRole('dialog', { name: 'Verify +48600300400' })
      await dialog.getByRole('button', { name: 'Send code' }).click()
      await dialog.getByText('Code sent.').waitFor()
      const [sent] = await api.owner.query(
        sql<{ content: string }>`select content from notification where kind = 'code' order by id desc limit 1`,
      )
      const code = api.interface.context.vault.open(sent?.content ?? '', ['verification_code', 'sms', '+48600300400'])
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      await dialog.getByLabel('Code').fill(wrong)
      await dialog.getByRole('button', { name: 'Verify number' }).click()
      await dialog.locator('[aria-invalid=true]').waitFor()
      await dialog.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
      await dialog.getByRole('button', { name: 'Verify number' }).click()
      await page.getByText('+48600300400 verified.').first().waitFor()
      await page.getByRole('button', { name: 'Send test to +48600300400' }).nth(1).waitFor()
      assert.equal(await page.getByText('Not verified').count(), 0)
      await api.owner.query(sql`delete from verified_address where channel_id = 'sms' and address = '+48600300400'`)
      await api.owner.query(sql`delete from notification where kind = 'code'`)
      await context.close()
    },
  ],
  [
    'people: a test is sent, and what became of it is told',
    async ({ world, browser }) => {
      const { api, anna, people } = world
      // Unsent messages of an earlier story would be mistaken for this one.
      await api.owner.query(sql`delete from notification where kind = 'test'`)
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, `/contacts/${people.contacts.anna}`, { session })
      const test = page.getByRole('button', { name: 'Send test to anna@sklepy-kowalska.example.com' })
      const becomes = async (status: string, answer: string) => {
        await test.click()
        await page.getByText('Sending…').waitFor()
        // Record the outcome like the notifier.
        await waitForMail(async () => {
          const [row] = await api.owner.query(sql<{
            id: number
          }>`update notification set status = ${status}, sent_at = now(), attempts = ${JSON.stringify([{ time: new Date(), outcome: status, answer }])}::jsonb
where kind = 'test' and status = 'pending' returning id`)
          return row?.id
        })
      }
      await becomes('failed', '550 no such mailbox')
      await page.getByText('was not delivered: 550 no such mailbox').first().waitFor()
      await becomes('sent', '250 ok')
      await page.getByText('The provider accepted the test').first().waitFor()
      await api.owner.query(sql`delete from notification where kind = 'test'`)
      await context.close()
    },
  ],
  [
    'people: a group has its members, and the matrix says who is told what and when',
    async ({ world, browser }) => {
      const { api, anna, people } = world
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/contacts?tab=told', { session })
      const table = page.getByRole('table', { name: 'Who is notified' })
      const duty = table.getByRole('row', { name: /Telefon dyżurny/ })
      await duty.getByText('after 15 min: Phone call, then every 30 min, up to 3 times').waitFor()
      await table
        .getByRole('row', { name: /Anna Kowalska/ })
        .getByText('immediately: E-mail, SMS')
        .waitFor()
      await table.getByRole('row', { name: /Marek/ }).getByText('No address on the channels of this step').waitFor()
      await table
        .getByRole('columnheader', { name: /Certyfikat/ })
        .getByText('Disabled')
        .waitFor()

      await page.getByRole('tab', { name: 'Contact groups' }).click()
      await page.getByRole('button', { name: 'Edit Nocna zmiana' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Marek Zieliński').check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Group saved.').waitFor()
      const { contacts, groups } = people
      const [row] = await api.owner.query(
        sql<{ contact_ids: number[] }>`select contact_ids from contact_group where id = ${groups.night}`,
      )
      assert.deepEqual(new Set(row?.contact_ids), new Set([contacts.duty, contacts.helpdesk, contacts.manager]))
      await page.getByText(/Helpdesk, Marek Zieliński, Telefon dyżurny/).waitFor()
      const ids = [contacts.duty, contacts.helpdesk]
      await api.owner.query(sql`update contact_group set contact_ids = ${ids} where id = ${groups.night}`)
      await context.close()
    },
  ],
  [
    'people: addresses of legacy notifications are added to a group of services and deleted',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/contacts?tab=addresses', { session })
      await page.getByRole('button', { name: 'Add address' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Channel').selectOption({ label: 'SMS' })
      await dialog.getByLabel('Address', { exact: true }).fill('not a number')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.locator('[aria-invalid=true]').waitFor()
      await dialog.getByLabel('Address', { exact: true }).fill('+48600700800')
      await dialog.getByLabel('Service group').fill('Infra')
      await page.getByRole('option', { name: 'Infrastruktura' }).click()
      // Escape is for the dialog and asks; it does not remove what was chosen.
      await page.getByRole('listbox').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      assert.equal(await dialog.getByLabel('Service group').inputValue(), 'Infrastruktura')
      await dialog.getByRole('button', { name: 'Save' }).click()
      const row = page.getByRole('listitem').filter({ hasText: '+48600700800' })
      await row.getByText('SMS · Infrastruktura').waitFor()
      const stored = () =>
        api.owner.query(
          sql<{ group_id: number }>`select group_id from notification_address where address = '+48600700800'`,
        )
      assert.deepEqual(await stored(), [{ group_id: watching.groups.get('Infrastruktura') }])
      await row.getByRole('button', { name: 'Delete +48600700800…' }).click()
      await dialog.getByRole('button', { name: 'Delete permanently' }).click()
      await page.getByText('Address deleted.').first().waitFor()
      assert.deepEqual(await stored(), [])
      await row.waitFor({ state: 'detached' })
      await context.close()
    },
  ],
  [
    'people: who may only look has no button that the API would refuse',
    async ({ world, browser }) => {
      const { api, anna, people } = world
      const reader = await addAccount(api.owner, { name: 'Czytelnik', parent: anna.id, readOnly: true })
      const session = await sessionOf(api, reader)
      const { page, context } = await visit(browser, world, `/contacts/${people.contacts.anna}`, { session })
      await page.getByText('anna@sklepy-kowalska.example.com').waitFor()
      assert.equal(await page.getByRole('main').getByRole('button').count(), 0)
      await page.goto(`${world.address}/escalations/${people.events.failure}`)
      await page.getByText("You can view this escalation policy, but you can't change it.").waitFor()
      assert.equal(await page.getByRole('button', { name: /Save|Add step|Move/ }).count(), 0)
      await page.goto(`${world.address}/templates/${people.template}`)
      await page.getByText("You can view this template, but you can't change it.").waitFor()
      assert.equal(await page.getByRole('main').getByRole('button').count(), 0)
      await context.close()
    },
  ],
  [
    'people: what a form would send is copied as a command, which does just that',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/contacts', { session })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'New contact' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill("Brigid O'Hara")
      await dialog.getByRole('button', { name: 'More actions' }).click()
      await dialog.getByRole('menuitem', { name: 'Copy as curl' }).click()
      await page.getByText('Copied.').waitFor()
      const command = await page.evaluate(() => navigator.clipboard.readText())
      const named = async () =>
        (await api.owner.query(sql`select id from contact where owner_id = ${anna.id} and name = ${"Brigid O'Hara"}`))
          .length
      assert.equal(await named(), 0, 'nothing is sent by copying')
      const environment = { ...process.env, TOKEN: session.token }
      const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`], { env: environment })
      assert.match(stdout, /^\{"id":\d+\}$/)
      assert.equal(await named(), 1, 'and the command does what the form would have done')
      await context.close()
    },
  ],
]
