import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { addAccount } from '@wachta/testing/api/accounts'
import ical from 'ical.js'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Stage, Story } from './run.ts'
import { there, visit } from './visit.ts'

interface StoredWindow {
  readonly id: number
  readonly name: string
  readonly start: string
  readonly end: string
  readonly only_notifications: boolean
}

/** One-off suspensions with this note, in the order of their services. */
const storedWith = ({ world }: Stage, note: string) =>
  world.api.owner.query(sql<StoredWindow>`select s.id, v.name, wire_time(s.start_time) as start, wire_time(s.end_time) as "end", s.only_notifications
from suspension s join service v on v.id = s.service_id where s.description = ${note} order by v.name`)

export const maintenanceStories: readonly Story[] = [
  [
    'maintenance: two services are planned for with the keyboard alone, changed, and deleted after a question',
    async (stage) => {
      const { world, browser } = stage
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/maintenance?week=2027-01-13', { session })
      await page.getByText('Drag over free time to add an entry').waitFor()
      await page.getByRole('button', { name: 'Add window or quiet hours' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Add maintenance window or quiet hours' })
      await dialog.getByRole('button', { name: 'Save' }).press('Enter')
      await dialog.getByText('Select at least one.').waitFor()
      const services = dialog.getByLabel('Services')
      for (const name of ['Blog', 'Kariera']) {
        await services.fill(name)
        await page.getByRole('option', { name }).waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor()
      }
      await dialog.getByLabel('From').fill('2027-01-12T22:00')
      await dialog.getByLabel('To', { exact: true }).fill('2027-01-12T21:00')
      await dialog.getByLabel('Note').fill('story: by keyboard')
      await dialog.getByRole('button', { name: 'Save' }).press('Enter')
      await dialog.locator('[aria-invalid=true]').waitFor()
      assert.equal(
        await dialog.getByLabel('To', { exact: true }).getAttribute('aria-invalid'),
        'true',
        'the fault is at its field',
      )
      await dialog.getByLabel('To', { exact: true }).fill('2027-01-13T02:30')
      await dialog.getByRole('button', { name: 'Save' }).press('Enter')
      await page.getByText('Saved.').waitFor()
      const stored = await storedWith(stage, 'story: by keyboard')
      assert.deepEqual(
        stored.map(({ name, start, end }) => [name, start, end]),
        ['Blog', 'Kariera'].map((name) => [name, '2027-01-12T21:00:00Z', '2027-01-13T01:30:00Z']),
      )
      // Both services share a block, which spans two columns.
      const blocks = page.getByRole('button', {
        name: /^2 services paused.*12 Jan( 2027)?, 22:00 – 13 Jan( 2027)?, 02:30/,
      })
      await there(blocks, 2)
      await blocks.first().click()
      const change = page.getByRole('dialog', { name: 'Edit entry' })
      await change.getByRole('switch', { name: 'Keep checking, only suppress notifications' }).click()
      await change.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Changes saved.').waitFor()
      const changed = await storedWith(stage, 'story: by keyboard')
      assert.ok(changed.every(({ only_notifications }) => only_notifications))
      await page
        .getByRole('button', { name: /^2 services notifications suppressed/ })
        .first()
        .click()
      await change.getByRole('button', { name: 'Delete' }).click()
      await change.getByRole('button', { name: 'Delete permanently?' }).click()
      await page.getByText('Deleted.').waitFor()
      assert.deepEqual(await storedWith(stage, 'story: by keyboard'), [])
      await context.close()
    },
  ],
  [
    'maintenance: a time is typed as people write it, stepped with the arrow keys, and its day chosen in a calendar',
    async (stage) => {
      const { world, browser } = stage
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/maintenance?week=2027-01-13', { session })
      await page.getByRole('button', { name: 'Add window or quiet hours' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add maintenance window or quiet hours' })
      const from = dialog.getByLabel('From')
      await from.fill('12.1.2027 2215')
      await dialog.getByLabel('Note').focus()
      assert.equal(await from.inputValue(), '2027-01-12 22:15')
      await from.evaluate((input: HTMLInputElement) => {
        input.focus()
        input.setSelectionRange(12, 12)
      })
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      assert.equal(await from.inputValue(), '2027-01-13 00:15')
      await dialog.getByRole('button', { name: 'Open calendar' }).first().click()
      const calendar = dialog.getByRole('dialog', { name: 'Calendar' })
      await calendar.getByText('January 2027').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      assert.equal(await from.inputValue(), '2027-01-20 00:15')
      await dialog.getByRole('button', { name: 'Open calendar' }).first().click()
      await calendar.getByRole('button', { name: 'Next month' }).click()
      assert.ok(
        await calendar
          .getByRole('button', { name: 'Next month' })
          .evaluate((button) => button === document.activeElement),
        'the button can be pressed again',
      )
      await calendar.getByRole('button', { name: /14 February/ }).click()
      assert.equal(await from.inputValue(), '2027-02-14 00:15')
      await dialog.getByRole('button', { name: 'Open calendar' }).first().click()
      await page.keyboard.press('Escape')
      await calendar.waitFor({ state: 'detached' })
      assert.ok(await dialog.isVisible(), 'the form stays')
      await dialog.getByLabel('Repeat').selectOption('weekly')
      const time = dialog.getByLabel('From (time)')
      await time.fill('730')
      await dialog.getByLabel('Note').focus()
      assert.equal(await time.inputValue(), '07:30')
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      assert.equal(await time.inputValue(), '07:30', 'Escape discards nothing')
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await dialog.waitFor({ state: 'detached' })
      await context.close()
    },
  ],
  [
    'maintenance: free time is dragged over to plan, and a block is dragged to another day',
    async (stage) => {
      const { world, browser } = stage
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/maintenance?week=2027-01-13', { session })
      const tuesday = page.getByRole('region', { name: 'Tuesday 12 January' }).locator('[data-day]')
      const box = await tuesday.boundingBox()
      assert.ok(box)
      const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
        await page.mouse.move(...from)
        await page.mouse.down()
        await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
        await page.mouse.move(...to)
        await page.mouse.up()
      }
      const hour = (hours: number) => box.y + hours * 36
      const dialog = page.getByRole('dialog', { name: 'Add maintenance window or quiet hours' })
      await page.mouse.move(box.x + 20, hour(8))
      await page.mouse.down()
      await page.mouse.move(box.x + 20 + box.width, hour(12))
      assert.equal(await page.evaluate(() => getSelection()?.toString()), '', 'dragging selects no text')
      await page.keyboard.press('Escape')
      await page.mouse.up()
      await drag([box.x + 20, hour(8)], [box.x + 20, hour(10)])
      assert.equal(await dialog.getByLabel('From').inputValue(), '2027-01-12 08:00')
      assert.equal(await dialog.getByLabel('To', { exact: true }).inputValue(), '2027-01-12 10:00')
      await dialog.getByLabel('Services').fill('Brama')
      await page.getByRole('option', { name: 'Brama API' }).click()
      await dialog.getByLabel('Note').fill('story: dragged')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /^Brama API/ }).waitFor()
      await drag([box.x + 20, hour(9)], [box.x + 20 + box.width, hour(9.5)])
      const change = page.getByRole('dialog', { name: 'Edit entry' })
      assert.equal(await change.getByLabel('From').inputValue(), '2027-01-13 08:30')
      await change.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Changes saved.').waitFor()
      const [stored] = await storedWith(stage, 'story: dragged')
      assert.deepEqual([stored?.start, stored?.end], ['2027-01-13T07:30:00Z', '2027-01-13T09:30:00Z'])
      await world.api.owner.query(sql`delete from suspension where id = ${stored?.id}`)
      await context.close()
    },
  ],
  [
    'maintenance: a contact sleeps every week; overlaps are told; the night of the change is marked',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/maintenance', { session })
      await page.getByText('2 entries overlap with another').waitFor()
      await page
        .getByRole('button', { name: /^Hurtownia danych.*Overlaps with “/ })
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Add window or quiet hours' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Applies to', { exact: true }).selectOption('contact')
      await dialog.getByLabel('Contacts').fill('Ewa')
      await page.getByRole('option', { name: 'Ewa Sowa' }).click()
      await dialog.getByLabel('Repeat').selectOption('weekly')
      await dialog.getByLabel('From (day)').selectOption({ label: 'Saturday' })
      await dialog.getByLabel('From (time)').fill('23:00')
      await dialog.getByLabel('To (day)').selectOption({ label: 'Sunday' })
      await dialog.getByLabel('To (time)').fill('09:00')
      await dialog.getByLabel('Note').fill('story: sleeps')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      const [stored] = await world.api.owner.query(
        sql`select start_minute, end_minute from contact_weekly_suspension where description = 'story: sleeps'`,
      )
      assert.deepEqual(stored, { start_minute: 5 * 1440 + 23 * 60, end_minute: 6 * 1440 + 9 * 60 })
      await page.getByText('List', { exact: true }).click()
      const table = page.getByRole('table', { name: 'Entries of this week' })
      await table.getByText('Every week, Sat 23:00 – Sun 09:00').waitFor()
      await page.goto(`${world.address}/maintenance?week=2026-10-25`)
      await page.getByText('Clocks go back by 60 min at 03:00, 25-hour day').waitFor()
      await world.api.owner.query(sql`delete from contact_weekly_suspension where description = 'story: sleeps'`)
      await context.close()
    },
  ],
  [
    'maintenance: who may only look plans nothing, and opens what is planned to read it',
    async ({ world, browser }) => {
      const { api, watching } = world
      const guest = await addAccount(api.owner, { name: 'Gość' })
      await api.owner.query(
        sql`insert into group_share (group_id, account_id) values (${watching.groups.get('Infrastruktura')}, ${guest})`,
      )
      const session = await sessionOf(api, guest)
      const { page, context } = await visit(browser, world, '/maintenance', { session, width: 360 })
      await page
        .getByRole('button', { name: /Hurtownia danych/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: 'Entry details' })
      await dialog.getByText("You can view this entry, but you can't change it.").waitFor()
      assert.equal(await dialog.getByRole('button', { name: /Save|Delete/ }).count(), 0)
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      assert.ok(await page.getByRole('button', { name: 'Add window or quiet hours' }).isDisabled())
      await context.close()
    },
  ],
  [
    'maintenance: what is planned is downloaded for another calendar, which reads it as it is meant',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/maintenance?whom=service', { session })
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export iCal' }).click(),
      ])
      assert.equal(download.suggestedFilename(), 'maintenance.ics')
      const calendar = new ical.Component(ical.parse(await readFile(await download.path(), 'utf8')))
      const events = calendar.getAllSubcomponents('vevent').map((each) => new ical.Event(each))
      const backup = events.find(({ summary }) => summary === '4 services: paused')
      assert.ok(backup)
      assert.ok(backup.isRecurring())
      assert.match(backup.description, /^Kopia zapasowa\n.*Blog/s)
      assert.deepEqual(
        [backup.startDate.dayOfWeek(), backup.startDate.hour, backup.duration.toSeconds()],
        [1, 1, 3 * 3600],
      )
      const once = events.find(({ description }) => description === 'Przenosiny na nowy serwer')
      assert.equal(once?.summary, 'Blog: paused')
      assert.equal(once?.duration.toSeconds(), 6 * 3600)
      assert.ok(!events.some(({ summary }) => summary.startsWith('Ewa Sowa')), 'only what is shown')
      await context.close()
    },
  ],
]
