import assert from 'node:assert/strict'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

/** In the expected order. */
const names = ['Dublin', 'Frankfurt', 'Kraków', 'New York', 'Warszawa']

export const sensorsStories: readonly Story[] = [
  [
    'sensors: their health is told, and one of another owner has no buttons',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/sensors', { session })
      const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
      await row('Warszawa').getByText('Online').waitFor()
      await row('Kraków').getByText('Self-check failed').waitFor()
      await row('Dublin').getByText('Offline').waitFor()
      await row('New York').getByText('Overloaded').waitFor()
      await page.getByRole('table').getByRole('button', { name: 'New York' }).click()
      const dialog = page.getByRole('dialog', { name: 'New York' })
      await dialog.getByText('5,200').waitFor()
      await dialog.getByText('not supported (not installed: chromium-headless-shell, bubblewrap)').waitFor()
      assert.equal(await dialog.getByRole('button', { name: /token|Revoke|Delete/ }).count(), 0)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Biuro' }).click()
      const own = page.getByRole('dialog', { name: 'Biuro' })
      await own.getByText('Checks 1 of your services').waitFor()
      await own.getByText('supported', { exact: true }).waitFor()
      await own.getByRole('link', { name: 'Kariera' }).waitFor()
      await context.close()
    },
  ],
  [
    'sensors: on the map each has its health as a shape and in words, and is opened by the keyboard; who has no place is told',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      for (const width of [1280, 360]) {
        const { page, context } = await visit(browser, world, '/sensors', { session, width })
        const map = page.getByRole('region', { name: 'Map of sensors' })
        for (const name of [
          'Warszawa: Online',
          'Kraków: Self-check failed',
          'Frankfurt: Online',
          'Dublin: Offline',
          'New York: Overloaded',
        ])
          await map.getByRole('button', { name: new RegExp(`^${name}(?:, \\d+ ms)?$`) }).waitFor()
        await map.getByText('1 sensor without coordinates is listed in the table only.').waitFor()
        const boxes = await Promise.all((await map.getByRole('button').all()).map((each) => each.boundingBox()))
        const [west, east] = [boxes[names.indexOf('New York')], boxes[names.indexOf('Warszawa')]]
        assert.ok((west?.x ?? 0) < (east?.x ?? 0), 'east is right')
        for (const [at, one] of boxes.entries())
          for (const other of boxes.slice(at + 1))
            assert.ok(
              Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0)) >= 22,
              'none hides another',
            )
        await map.getByRole('button', { name: 'Dublin: Offline' }).focus()
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Tab')
        await map.getByText('Dublin: Offline', { exact: true }).waitFor()
        await page.keyboard.press('Enter')
        await page.getByRole('dialog', { name: 'Dublin' }).waitFor()
        await context.close()
      }
    },
  ],
  [
    'sensors: a private one is registered, its token shown once; it is revoked and deleted',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/sensors', { session })
      const add = page.getByRole('button', { name: 'Add private sensor…' })
      const form = page.getByRole('dialog', { name: 'Add private sensor' })
      const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
      await add.click()
      await form.getByLabel('Name').fill('Magazyn')
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await page.waitForURL(/\/sensors$/)
      assert.equal(await question.count(), 0, 'asked once')
      await add.click()
      await form.getByLabel('Addresses').fill('not an address')
      await form.getByRole('button', { name: 'Add sensor' }).click()
      await form.locator('[aria-invalid=true]').first().waitFor()
      await form.getByLabel('Name').fill('Magazyn')
      await form.getByLabel('Country').fill('pl')
      await form.getByLabel('Latitude').fill('52.41')
      await form.getByLabel('Longitude').fill('16.93')
      await form.getByLabel('Addresses').fill('203.0.113.80')
      await form.getByRole('button', { name: 'Add sensor' }).click()
      const shown = page.getByRole('dialog', { name: 'Start the sensor' })
      const command = (await shown.locator('pre').textContent()) ?? ''
      assert.match(command, new RegExp(`SENSOR_SERVER_URL=${world.address} `))
      assert.match(command, /SENSOR_TOKEN=\S{20,} /)
      const [sensor] = await api.owner.query(sql<{
        id: number
        owner_id: number
        country_code: string
      }>`select s.id, s.owner_id, s.country_code
from sensor s join sensor_enrolment e on e.sensor_id = s.id where s.name = 'Magazyn'`)
      assert.deepEqual([sensor?.owner_id, sensor?.country_code], [anna.id, 'PL'])
      await shown.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Magazyn: Never seen' }).waitFor()
      await page.getByRole('table').getByRole('button', { name: 'Magazyn' }).click()
      const details = page.getByRole('dialog', { name: 'Magazyn' })
      assert.equal(await details.getByText('SENSOR_TOKEN').count(), 0, 'not shown again')
      await details.getByRole('button', { name: 'Revoke credentials…' }).click()
      await details.getByRole('alertdialog').getByRole('button', { name: 'Revoke credentials…' }).click()
      await page.getByText('Credentials of Magazyn revoked.').waitFor()
      assert.deepEqual(await api.owner.query(sql`select from sensor_enrolment where sensor_id = ${sensor?.id}`), [])
      await details.getByRole('button', { name: 'Delete…' }).click()
      await details.getByRole('alertdialog').getByRole('button', { name: 'Delete…' }).click()
      await page.getByText('Magazyn deleted.').waitFor()
      assert.deepEqual(await api.owner.query(sql`select from sensor where id = ${sensor?.id}`), [])
      await context.close()
    },
  ],
  [
    'diagnostics: several sensors are asked at once, and answers stand side by side as they come',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/diagnostics', { session })
      await page.getByRole('button', { name: 'Run' }).click()
      await page.getByText('Select at least one sensor.').waitFor()
      await page.getByText('Enter an address or a host name.').waitFor()
      for (const name of ['Warszawa', 'Dublin']) {
        await page.getByRole('combobox', { name: 'Sensors' }).fill(name)
        await page.getByRole('option', { name }).click()
      }
      await page.getByLabel('Host name or IP address').fill('not an address')
      await page.getByRole('button', { name: 'Run from 2 sensors' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
      await page.getByLabel('Host name or IP address').fill('example.com')
      await page.getByRole('button', { name: 'Run from 2 sensors' }).click()
      const answer = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
      await answer('Dublin').getByText('Waiting for the sensor…').waitFor()
      const asked = await waitForMail(async () => {
        const rows = await api.owner.query(
          sql<{
            id: string
            settings: object
          }>`select id, settings from diagnostic where owner_id = ${anna.id} and sensor_id = ${watching.sensors[0]}`,
        )
        return rows[0]
      })
      assert.deepEqual(asked.settings, { address: 'example.com', dns_server: '9.9.9.9', record_type: 'A' })
      const result = 'example.com. 300 IN A 192.0.2.1 <b>raw</b>'
      await api.owner.query(
        sql`update diagnostic set status = 'completed', results = ${JSON.stringify(result)}::jsonb where id = ${asked.id}`,
      )
      await answer('Warszawa').getByText(result).waitFor()
      await answer('Warszawa').getByRole('button', { name: 'Copy' }).waitFor()
      await answer('Dublin').getByText('Waiting for the sensor…').waitFor()
      await page.getByText('Traceroute').click()
      await page.getByRole('button', { name: 'Run from 2 sensors' }).click()
      const [route] = await waitForMail(async () => {
        const rows = await api.owner.query(
          sql<{
            id: string
          }>`select id from diagnostic where kind = 'traceroute' and sensor_id = ${watching.sensors[3]}`,
        )
        return rows.length > 0 ? rows : undefined
      })
      const hops = JSON.stringify([{ hop: 1, address: '192.0.2.1', name: 'gw.example.com', times: [1.2, null, 3] }])
      await api.owner.query(
        sql`update diagnostic set status = 'completed', results = ${hops}::jsonb where id = ${route?.id}`,
      )
      await answer('Dublin').getByText('gw.example.com (192.0.2.1)  1.2 ms  *  3.0 ms').waitFor()
      await context.close()
    },
  ],
]
