import assert from 'node:assert/strict'
import { toAnalysisId } from '@wachta/domain'
import { addAccount } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { password, sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { clock, there, visit } from './visit.ts'

export const serviceStories: readonly Story[] = [
  [
    'service: its state is a sentence, its times a chart with the same figures in a table',
    async ({ world, browser }) => {
      const [failing] = world.watching.services
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, `/services/${failing?.id}`, { session })
      await page.getByText(new RegExp(`Down since ${clock}: certificate expired \\(3 of 5\\ssensors\\)`)).waitFor()
      await page.getByText('Automatic renewal failed').waitFor()
      const chart = page.getByRole('img', { name: /Response time from 5 sensors/ })
      await chart.locator('canvas').waitFor()
      // The chart is drawn again when its data arrives.
      await page.waitForLoadState('networkidle')
      const plot = await chart.locator('.u-over').boundingBox()
      assert.ok(plot)
      await page.mouse.move(plot.x + plot.width * 0.4, plot.y + 60)
      await page.getByText(/^\d+ ms – \d+ ms$/).waitFor()
      const frankfurt = page.getByRole('button', { name: 'Frankfurt' })
      assert.equal(await frankfurt.getAttribute('aria-pressed'), 'false', 'five sensors would hide the median')
      await frankfurt.click()
      assert.equal(await frankfurt.getAttribute('aria-pressed'), 'true')
      // Content that loads above the chart may have moved it.
      const moved = (await chart.locator('.u-over').boundingBox()) ?? plot
      await page.mouse.move(moved.x + moved.width * 0.4, moved.y + 60)
      await page.mouse.down()
      await page.mouse.move(moved.x + moved.width * 0.6, moved.y + 60, { steps: 4 })
      await page.mouse.up()
      await page.getByRole('button', { name: 'Reset zoom' }).click()
      await there(page.getByRole('button', { name: 'Reset zoom' }), 0)
      await page.getByText('Show as table').first().click()
      const table = page.getByRole('table', { name: 'Response time' })
      await table.getByRole('row').nth(100).waitFor()
      await table.getByRole('columnheader', { name: 'Frankfurt' }).waitFor()
      await page.getByText('7 days').click()
      await page.waitForURL(/range=week/)
      await context.close()
    },
  ],
  [
    'service: without a sensor it is not unknown for no reason: it says so, everywhere, and leads to the choice',
    async ({ world, browser }) => {
      const { api } = world
      const account = await addAccount(api.owner, { name: 'Bez sensorów' })
      const session = await sessionOf(api, account)
      const body = { type_id: 'http', name: 'Nowa', address: 'http://example.com/', interval: 60 }
      const id = await createTestService(api, `Bearer ${session.token}`, body)
      const { page, context } = await visit(browser, world, '/', { session })
      await page.getByText('No sensor assigned').first().waitFor()
      await page.getByRole('link', { name: 'Nowa' }).click()
      await page.getByRole('status').getByText('No sensor assigned').waitFor()
      await page.getByRole('link', { name: 'Choose sensors' }).click()
      await page.getByLabel(/sensors of (the|its) group/i).uncheck()
      await page.getByLabel(/Warszawa/).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Settings saved').waitFor()
      await page.getByRole('status').getByText('No sensor assigned').waitFor({ state: 'detached' })
      const [stored] = await api.owner.query(
        sql<{ sensor_ids: number[] }>`select sensor_ids from service where id = ${id}`,
      )
      assert.equal(stored?.sensor_ids.length, 1)
      await context.close()
    },
  ],
  [
    'service: an analysis opens into what each sensor saw, with its diagnosis and evidence',
    async ({ world, browser }) => {
      const [failing] = world.watching.services
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, `/services/${failing?.id}?tab=analyses`, { session })
      await page.getByRole('table', { name: 'Analyses' }).getByRole('button').first().click()
      const checks = page.getByRole('list', { name: 'Checks by sensor' })
      await checks.getByText('Certificate expired').first().waitFor()
      await there(checks.getByRole('listitem'), 5)
      await there(checks.getByText('Automatic renewal failed'), 1, 'told once')
      await there(checks.getByRole('link', { name: 'About this error' }), 1, 'told once')
      assert.equal(await checks.getByRole('link', { name: 'About this error' }).getAttribute('href'), '/errors/401')
      await checks.getByRole('link', { name: 'Details of the check from Warszawa' }).click()
      const panel = page.getByRole('dialog', { name: 'Warszawa' })
      await panel.getByText('<h1>Certificate expired</h1>').waitFor()
      assert.notEqual(await page.title(), 'taken', 'what was fetched is text and nothing else')
      const download = await page.request.get(
        (await panel.getByRole('link', { name: 'Download' }).first().getAttribute('href')) ?? '',
      )
      assert.match(await download.text(), /Certificate expired/)
      await panel.getByRole('button', { name: /har\.json/ }).click()
      const waterfall = panel.getByRole('table', { name: 'Request waterfall' })
      await waterfall.getByText('503').waitFor()
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const name = await waterfall.getByRole('button', { name: /^koszyk/ }).boundingBox()
        assert.ok((name?.width ?? 0) >= 130, `the name of a request has ${name?.width} pixels at ${width}`)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await panel.getByRole('button', { name: /screenshot\.png/ }).click()
      const picture = panel.getByRole('img', { name: 'screenshot.png' })
      await picture.waitFor()
      await page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0))
      await panel.getByRole('button', { name: /traceroute\.txt/ }).click()
      await panel.getByText('198.51.100.1').waitFor()
      await panel.getByText('Server: nginx').waitFor()
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      await checks.getByRole('link', { name: 'Details of the check from Dublin' }).click()
      const timing = page.getByRole('dialog', { name: 'Dublin' }).getByRole('table', { name: 'Request timing' })
      await timing.getByRole('row', { name: /TLS handshake \d+ ms/ }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText(/^26–50 of/).waitFor()
      await context.close()
    },
  ],
  [
    'service: analyses have seconds and a reason; the whole row opens one, and a link can show failures only',
    async ({ world, browser }) => {
      const [failing] = world.watching.services
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, `/services/${failing?.id}?tab=analyses`, { session })
      const table = page.getByRole('table', { name: 'Analyses' })
      const first = table.locator('tbody tr').first()
      await first.getByText(/\d\d:\d\d:\d\d/).waitFor()
      await first.getByText('Certificate expired (3 of 5 sensors)').click()
      await page.getByRole('list', { name: 'Checks by sensor' }).waitFor()
      const all = await page.getByText(/^1–25 of/).textContent()
      await page.getByLabel('Failures only').check()
      await page.waitForURL(/only=failures/)
      await page.waitForFunction((before) => !document.body.textContent?.includes(before), all ?? '')
      assert.equal(await table.getByText('Up', { exact: true }).count(), 0)
      await page.reload()
      assert.ok(await page.getByLabel('Failures only').isChecked())
      await context.close()
    },
  ],
  [
    'service: what a server answered is compared with what was kept before, and where there is nothing, that is said',
    async ({ world, browser }) => {
      const [failing] = world.watching.services
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, `/services/${failing?.id}?tab=analyses`, { session })
      const open = async (place: number) => {
        await page.getByRole('table', { name: 'Analyses' }).locator('button[aria-expanded]').nth(place).click()
        await page.getByRole('link', { name: 'Details of the check from Warszawa' }).click()
        return page
          .getByRole('dialog', { name: 'Warszawa' })
          .getByRole('region', { name: 'Response body compared with the previous failed one' })
      }
      const compared = await open(0)
      await compared.getByText(/successful ones are not kept.* − is from .* \(Certificate expired\)/).waitFor()
      assert.deepEqual(await compared.locator('del').allTextContents(), ['−   <dd>failed over to node 2</dd>'])
      assert.deepEqual(await compared.locator('ins').allTextContents(), [
        '+   <dd>failed over to node 3</dd>',
        '+   <dd>no node left after it</dd>',
      ])
      await compared.getByText('2 unchanged lines').waitFor()
      const before = await compared.getByRole('link', { name: 'Download previous' }).getAttribute('href')
      assert.match(await (await page.request.get(before ?? '')).text(), /node 2/)
      await page.keyboard.press('Escape')
      await page.getByRole('table', { name: 'Analyses' }).locator('button[aria-expanded=true]').click()
      await (await open(1)).getByText('Nothing to compare with.').waitFor()
      await context.close()
    },
  ],
  [
    'service: the link of a message opens its analysis, also for who signs in first; one that is gone is said to be',
    async ({ world, browser }) => {
      const { api, watching, anna, address } = world
      const [failing] = watching.services
      const [old] = await api.owner.query(
        sql<{ time: Date }>`select min(time) as time from analysis where service_id = ${failing?.id}`,
      )
      const link = `/services/${failing?.id}/analyses/${toAnalysisId(old?.time.getTime() ?? 0)}`
      const { page, context } = await visit(browser, world, link)
      await page.getByLabel('Username').fill(anna.username)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      const linked = page.getByRole('region', { name: 'Analysis from the notification' })
      const checks = linked.getByRole('list', { name: 'Checks by sensor' })
      await checks.getByText('Warszawa').waitFor()
      await there(checks.getByRole('listitem'), 5)
      const heading = linked.getByRole('heading')
      await page.waitForFunction((each) => document.activeElement === each, await heading.elementHandle())
      assert.ok(((await heading.boundingBox())?.y ?? -1) >= 0 && ((await heading.boundingBox())?.y ?? 800) < 800)
      await page.goto(`${address}/services/${failing?.id}/analyses/200101000000000`)
      await page.getByText('This analysis has been deleted').waitFor()
      await page.getByRole('table', { name: 'Analyses' }).waitFor()
      await context.close()
    },
  ],
  [
    "service: its form comes from the formats of its type; a fault is told at its field in the reader's language",
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const id = await createTestService(api, `Bearer ${session.token}`, {
        type_id: 'http',
        name: 'Formularz',
        address: 'http://example.com/',
        interval: 60,
      })
      const { page, context } = await visit(browser, world, `/services/${id}?tab=settings`, { session, language: 'pl' })
      const interval = page.getByLabel('Interwał')
      await interval.fill('1')
      const codes = page.getByLabel(/Oczekiwane kody odpowiedzi/)
      await codes.fill('nonsense')
      await page.getByRole('button', { name: 'Zapisz' }).click()
      await page.getByText('Nie zapisano').waitFor()
      assert.equal(await codes.getAttribute('aria-invalid'), 'true')
      await codes.fill('200-204')
      await interval.fill('120')
      await page.getByRole('button', { name: 'Zapisz' }).click()
      await page.getByText('Zapisano ustawienia.').waitFor()
      const [stored] = await api.owner.query(
        sql<{
          interval: number
          codes: string
        }>`select interval, extended_settings->>'expected_status_codes' as codes from service where id = ${id}`,
      )
      assert.deepEqual([stored?.interval, stored?.codes], [120, '200-204'])
      await api.owner.query(sql`delete from service where id = ${id}`)
      await context.close()
    },
  ],
  [
    'service: what is typed while settings are being saved stays in the form, and is not saved yet',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const body = { type_id: 'http', name: 'Draft', address: 'http://example.com/', interval: 60 }
      const id = await createTestService(api, `Bearer ${session.token}`, body)
      const { page, context } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route(`**/v3/services/${id}`, async (route) => {
        if (route.request().method() === 'PUT') {
          arrived.resolve()
          await answer.promise
        }
        await route.continue()
      })
      const interval = page.getByLabel('Interval')
      await interval.fill('120')
      await page.getByRole('button', { name: 'Save' }).click()
      await arrived.promise
      await interval.fill('180')
      answer.resolve()
      await page.getByText('Settings saved.').waitFor()
      await page.waitForLoadState('networkidle')
      assert.equal(await interval.inputValue(), '180')
      await page.getByRole('link', { name: 'Services', exact: true }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Settings saved.').last().waitFor()
      await page.waitForLoadState('networkidle')
      const [stored] = await api.owner.query(sql<{ interval: number }>`select interval from service where id = ${id}`)
      assert.equal(stored?.interval, 180)
      await api.owner.query(sql`delete from service where id = ${id}`)
      await context.close()
    },
  ],
  [
    'service: it is checked now, and what came of it is told',
    async ({ world, browser }) => {
      const { api, watching } = world
      const blog = watching.services.find(({ name }) => name === 'Blog')
      const session = await sessionOf(api, world.anna.id)
      const { page, context } = await visit(browser, world, `/services/${blog?.id}`, { session })
      await page.getByRole('button', { name: 'Check now' }).click()
      await page.getByRole('button', { name: 'Checking…' }).waitFor()
      const time = await waitForMail(async () => {
        const [row] = await api.owner.query(
          sql<{ time: Date }>`select time from forced_analysis where service_id = ${blog?.id}`,
        )
        return row?.time.getTime()
      })
      const checks = watching.sensors.map((sensor) => buildCheck(sensor))
      await storeAnalyses(api.owner, blog?.id ?? 0, watching.sensors, [{ time, checks, kind: 'f' }])
      await page.getByText('Checked: 5 OK, 0 with an error, 0 unknown.').waitFor()
      await context.close()
    },
  ],
  [
    'service: phases of one sensor are drawn on one another, with their figures and what was not well',
    async ({ world, browser }) => {
      const [failing] = world.watching.services
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, `/services/${failing?.id}`, { session })
      await page.getByLabel('Chart').selectOption({ label: 'Phases from Kraków' })
      await page.getByRole('img', { name: /Response time by phase/ }).waitFor()
      await page.getByText('Show as table').first().click()
      const table = page.getByRole('table', { name: 'Response time' })
      for (const name of ['DNS lookup', 'TLS handshake', 'Waiting (TTFB)', 'Status'])
        await table.getByRole('columnheader', { name }).waitFor()
      await table.getByRole('cell', { name: 'Down' }).first().waitFor()
      await page.getByText('90 days', { exact: true }).click()
      await page.getByText('Phases are available for up to 30 days').waitFor()
      await context.close()
    },
  ],
  [
    'service: other rules are tried on what was seen, and the tolerance is taken over',
    async ({ world, browser }) => {
      const { api, watching, anna } = world
      const [failing] = watching.services
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, `/services/${failing?.id}?tab=what-if`, { session })
      await page.getByText(/Current settings: 1 incident, availability/).waitFor()
      await page.getByRole('slider').fill('30')
      await page.getByText(/^2 incidents instead of 1 \(2 with a notification\)/).waitFor()
      await page.getByText('New incident').waitFor()
      await page.getByLabel('Open alert after').selectOption({ label: '1 hr' })
      await page.getByText(/^2 incidents instead of 1 \((none|1) with a notification\)/).waitFor()
      await page.getByLabel('Warszawa').uncheck()
      await page.getByLabel('Kraków').uncheck()
      await page.getByText(/^1 incident instead of 1/).waitFor()
      await page.getByRole('button', { name: 'Set the tolerance to 30%' }).click()
      await page.getByText('Settings saved.').waitFor()
      const [stored] = await api.owner.query(
        sql<{
          tolerance: string
        }>`select extended_settings->>'error_tolerance' as tolerance from service where id = ${failing?.id}`,
      )
      assert.equal(stored?.tolerance, '30')
      await api.owner.query(
        sql`update service set extended_settings = extended_settings || '{"error_tolerance": 51}' where id = ${failing?.id}`,
      )
      await context.close()
    },
  ],
  [
    'service: settings that are not saved are tried from chosen sensors; the form is copied as a command without secrets',
    async ({ world, browser }) => {
      const { api, watching } = world
      const blog = watching.services.find(({ name }) => name === 'Dokumentacja')
      const session = await sessionOf(api, world.anna.id)
      const { page, context } = await visit(browser, world, `/services/${blog?.id}?tab=settings`, { session })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByLabel('Address').fill("https://docs.example.com/it's")
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
      await page.getByText('Copied.').waitFor()
      const command = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(command, new RegExp(`^curl -X PUT '${world.address}/v3/services/${blog?.id}'`))
      assert.ok(command.includes(`https://docs.example.com/it'\\''s`), command)
      assert.ok(!command.includes(session.token), 'the token is never in it')
      await page.getByRole('button', { name: 'Test settings…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Test these settings' })
      await dialog.getByLabel('Warszawa').waitFor()
      for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
      await dialog.getByLabel('Dublin').check()
      await dialog.getByRole('button', { name: 'Test from 1 sensor' }).click()
      await dialog.getByRole('button', { name: 'Checking…' }).waitFor()
      const forced = await waitForMail(async () => {
        const [row] = await api.owner.query(
          sql<{
            time: Date
            sensor_ids: number[]
            address: string
          }>`select time, sensor_ids, configuration->>'address' as address from forced_analysis where service_id = ${blog?.id}`,
        )
        return row
      })
      assert.deepEqual(forced.sensor_ids, [watching.sensors[3]])
      assert.equal(forced.address, "https://docs.example.com/it's", 'as the form has it')
      const dublin = watching.sensors[3] ?? 0
      const checks = [buildCheck(dublin, { result: 'error', error_type_id: 803 })]
      await storeAnalyses(api.owner, blog?.id ?? 0, [dublin], [{ time: forced.time.getTime(), checks, kind: 'c' }])
      await dialog.getByText('Checked: 0 OK, 1 with an error, 0 unknown.').waitFor()
      await dialog.getByRole('list', { name: 'Checks by sensor' }).getByText('Dublin').waitFor()
      await context.close()
    },
  ],
  [
    'service: its settings offer the sensors of its owner beside the public ones, and those of its group again',
    async ({ world, browser }) => {
      const { api, watching, anna } = world
      const blog = watching.services.find(({ name }) => name === 'Blog')
      const [own] = await api.owner.query(sql<{ id: number }>`select id from sensor where owner_id = ${anna.id}`)
      const stored = async () => {
        const [row] = await api.owner.query(
          sql<{ sensor_ids: number[] | null }>`select sensor_ids from service where id = ${blog?.id}`,
        )
        return row?.sensor_ids
      }
      const before = await stored()
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, `/services/${blog?.id}?tab=settings`, { session })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const place = page.getByRole('group', { name: 'Sensors' })
      const ofGroup = place.getByLabel('Use the sensors of the group')
      await place.getByText(/^Currently checked from .*Warszawa/).waitFor()
      await ofGroup.uncheck()
      for (const box of await place.getByRole('group', { name: 'Sensors' }).getByRole('checkbox').all())
        await box.uncheck()
      await place.getByLabel(/^Biuro Poznań, private$/).check()
      await place.getByLabel('Dublin').check()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
      await page.getByText('Copied.').waitFor()
      const command = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(command, new RegExp(`"sensor_ids": \\[\\s*${own?.id},\\s*${watching.sensors[3]}\\s*\\]`))
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Settings saved.').waitFor()
      assert.deepEqual(await stored(), [own?.id, watching.sensors[3]])

      await api.owner.query(sql`update sensor set is_active = false where id = ${own?.id}`)
      await page.reload()
      assert.ok(await place.getByLabel('Biuro').isChecked(), 'it is there to be taken out')
      await ofGroup.check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Settings saved.').waitFor()
      assert.ok(!(await stored())?.length)
      await api.owner.query(sql`update sensor set is_active = true where id = ${own?.id}`)
      await api.owner.query(sql`update service set sensor_ids = ${before ?? null} where id = ${blog?.id}`)
      await context.close()
    },
  ],
]
