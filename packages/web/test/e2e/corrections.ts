import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

export const correctionsStories: readonly Story[] = [
  [
    'corrections: a failure is taken, its effect is shown before saving, comes true, and is undone',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const [failing] = watching.services
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, `/services/${failing?.id}`, { session })
      await page.getByRole('link', { name: 'Correct history' }).click()
      await page.getByRole('button', { name: /^Correct: Down, .* – now$/ }).click()
      const preview = page.getByRole('region', { name: /^Availability in/ })
      const row = preview.getByRole('row', { name: /Sklep: strona główna/ })
      await row.getByText(/%/).nth(1).waitFor()
      const [before, after] = await row.getByRole('cell').allTextContents()
      assert.notEqual(before, after)
      await page.getByLabel('Actual status').selectOption('paused')
      await page.getByLabel('Reason').fill('story: one')
      const [, promised] = await row.getByRole('cell').allTextContents()
      await page.getByRole('button', { name: 'Save correction' }).click()
      await page.getByText('Correction saved.').waitFor()
      assert.equal(await page.getByLabel('From').inputValue(), '', 'the form is ready for the next correction')
      const [stored] = await api.owner.query(
        sql<{
          id: number
          status: string
          start: string
          end: string
        }>`select id, status, wire_time(start_time) as start, wire_time(end_time) as "end" from correction where description = 'story: one'`,
      )
      assert.equal(stored?.status, 'paused')
      // The failure continues, so the promised level is between those at the end of the correction and now.
      const { from, to } = monthOf(stored?.start ?? '', stored?.end ?? '')
      const levelUntil = async (end: string): Promise<number> => {
        const path = `/services/${failing?.id}/history/service_level?from=${from}&to=${end}`
        const { service_level } = (await api.call('GET', path, { as: `Bearer ${session.token}` })).body
        return Math.floor(service_level * 1000) / 1000
      }
      const given = Number.parseFloat(promised ?? '')
      const [atEnd, now] = [await levelUntil(stored?.end ?? ''), await levelUntil(to)]
      assert.ok(now <= given && given <= atEnd, `promised ${promised}, ${atEnd} at its end, ${now} now`)
      const history = page.getByRole('table', { name: 'Corrections of this service' })
      const made = history.getByRole('row', { name: /story: one/ })
      await made.getByText('by Sklepy Kowalska').waitFor()
      await made.getByRole('button', { name: 'Undo' }).click()
      await made.getByRole('button', { name: 'Undo this correction?' }).click()
      await page.getByText('Correction undone').waitFor()
      assert.deepEqual(await api.owner.query(sql`select from correction where id = ${stored?.id}`), [])
      await context.close()
    },
  ],
  [
    'corrections: a period is dragged on the chart, and several services are corrected at once',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const blog = watching.services.find(({ name }) => name === 'Blog')
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, `/corrections?service=${blog?.id}&range=week`, { session })
      const canvas = page.locator('.u-over')
      await page.getByText('Drag over the chart').waitFor()
      const box = await canvas.boundingBox()
      assert.ok(box)
      await page.mouse.move(box.x + box.width * 0.5, box.y + 40)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.55, box.y + 60)
      await page.mouse.move(box.x + box.width * 0.6, box.y + 60)
      await page.mouse.up()
      const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })]
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[placeholder^=YYYY]')?.value)
      const length = Date.parse(await to.inputValue()) - Date.parse(await from.inputValue())
      assert.ok(Math.abs(length / 3_600_000 - 16.8) < 1, 'a tenth of a week')
      // The same with the keyboard.
      await from.fill('2026-10-25T02:30:10')
      await to.fill('2026-10-25T02:40')
      await page.getByLabel('Other services').fill('Kariera')
      await page.getByRole('option', { name: 'Kariera' }).click()
      await page.getByLabel('Reason').fill('story: two')
      const preview = page.getByRole('region', { name: 'Availability in October 2026' })
      await preview.getByRole('row', { name: /Kariera/ }).waitFor()
      await page.getByRole('button', { name: 'Correct 2 services' }).click()
      await page.getByText('2 services corrected.').waitFor()
      const stored = await api.owner.query(
        sql`select v.name, wire_time(start_time) as start, wire_time(end_time) as "end", c.status
from correction c join service v on v.id = c.service_id where c.description = 'story: two' order by v.name`,
      )
      // That hour occurs twice: the correction goes from the first 02:30 to after the second.
      const when = { start: '2026-10-25T00:30:10Z', end: '2026-10-25T01:40:00Z', status: 'ok' }
      assert.deepEqual(stored, [
        { name: 'Blog', ...when },
        { name: 'Kariera', ...when },
      ])
      await api.owner.query(sql`delete from correction where description = 'story: two'`)
      await context.close()
    },
  ],
  [
    'corrections: one that is there is changed, and what was promised of the service level comes true',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const [failing] = watching.services
      const session = await sessionOf(api, anna.id)
      const [start, end] = ['2026-10-10T08:00:00Z', '2026-10-10T09:00:00Z']
      const as = `Bearer ${session.token}`
      const body = {
        service_id: failing?.id,
        start_time: start,
        end_time: end,
        status: 'failure',
        description: 'story: three',
      }
      const { id } = (await api.call('POST', '/corrections', { as, body })).body
      const { page, context, complaints } = await visit(browser, world, `/corrections?service=${failing?.id}`, {
        session,
      })
      const made = page
        .getByRole('table', { name: 'Corrections of this service' })
        .getByRole('row', { name: /story: three/ })
      await made.getByRole('button', { name: /^Edit the correction/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit correction' })
      await dialog.getByText('No change').waitFor()
      assert.equal(await dialog.getByLabel('From').inputValue(), '2026-10-10 10:00')
      // The arrow keys change the time without an event of typing; it is not lost by closing.
      await dialog.getByLabel('From').press('ArrowUp')
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await dialog.getByLabel('From').fill('2026-10-10 10:00')
      await dialog.getByLabel('To', { exact: true }).fill('')
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await dialog.getByText('Enter a time.').waitFor()
      await dialog.getByLabel('To', { exact: true }).fill('2026-10-10T12:30')
      await dialog.getByLabel('Actual status').selectOption('paused')
      await dialog.getByLabel('Reason').fill('story: three, longer')
      const level = dialog.getByRole('region', { name: 'Availability in October 2026' }).getByRole('row').nth(1)
      await level.getByText(/%/).nth(1).waitFor()
      const promised = Number.parseFloat((await level.getByRole('cell').allTextContents())[1] ?? '')
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('Correction updated.').waitFor()
      await page.getByRole('row', { name: /story: three, longer/ }).waitFor()
      assert.deepEqual((await api.call('GET', `/corrections/${id}?fields=start_time,end_time,status`, { as })).body, {
        start_time: start,
        end_time: '2026-10-10T10:30:00Z',
        status: 'paused',
      })
      const { from, to } = monthOf(start, end)
      const { service_level } = (
        await api.call('GET', `/services/${failing?.id}/history/service_level?from=${from}&to=${to}`, { as })
      ).body
      assert.equal(promised, Math.floor(service_level * 1000) / 1000)
      await api.call('DELETE', `/corrections/${id}`, { as })
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]

/** The range of months in Warsaw that a correction is in; the tests do not run in the hour of the turn of the year. */
function monthOf(start: string, end: string): { from: string; to: string } {
  const local = (time: string) => new Date(Date.parse(time) + offset(time))
  const offset = (time: string) =>
    Number(
      /GMT\+(\d)/.exec(
        new Intl.DateTimeFormat('en', { timeZone: 'Europe/Warsaw', timeZoneName: 'shortOffset' }).format(
          new Date(time),
        ),
      )?.[1],
    ) * 3_600_000
  const [first, last] = [local(start), local(end)]
  const at = (wall: number) => {
    const time = new Date(wall).toISOString()
    return `${new Date(wall - offset(time)).toISOString().slice(0, 19)}Z`
  }
  return {
    from: at(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1)),
    to: at(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1)),
  }
}
