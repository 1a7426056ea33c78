import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { importRecording } from '@wachta/recording'
import { createTestService } from '@wachta/testing/api/configuration'
import { buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { keyboardOf } from '../support/keyboard.ts'
import { recordingPath } from '../support/scenarios.ts'
import { sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

export const scenarioStories: readonly Story[] = [
  [
    'scenarios: one is built with the keyboard alone, from elements as people see them',
    async ({ world, browser }) => {
      const { id, session, stored } = await addScenario(world, 'browser_scenario', [
        { name: 'Start', actions: [{ open: '/' }] },
      ])
      const { page, context, complaints } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      const keys = keyboardOf(page)
      const step = stepOf(page, 2)
      await keys.press(page.getByRole('button', { name: 'Add step' }))
      await isFocused(step.getByLabel('Name', { exact: true }))
      await page.keyboard.type('Log in')

      await keys.to(step.getByLabel('Action 1: Type'))
      await page.keyboard.type('Fill')
      assert.equal(await step.getByLabel('Action 1: Element').inputValue(), 'label')
      await keys.type(step.getByLabel('Action 1: Label'), 'E-mail')
      await keys.type(step.getByLabel('Action 1: Text to enter'), 'anna@example.com')
      await keys.press(step.getByRole('button', { name: 'Actions: insert after 1' }))
      await isFocused(step.getByLabel('Action 2: Type'))
      await keys.type(step.getByLabel('Action 2: Name'), 'Log in')
      await keys.press(step.getByRole('button', { name: 'Actions: insert after 2' }))
      await page.keyboard.type('Press')
      await keys.press(step.getByRole('button', { name: 'Actions: move 3 up' }))
      await isFocused(step.getByRole('button', { name: 'Actions: move 2 up' }))
      await keys.press(step.getByRole('button', { name: 'Add action' }))
      await page.keyboard.type('Take')
      await keys.press(step.getByRole('switch', { name: 'Cleanup step' }), 'Space')
      await keys.press(step.getByRole('button', { name: 'Add action' }))
      await keys.press(step.getByRole('button', { name: 'Actions: remove 5' }))
      await isFocused(step.getByLabel('Action 4: Type'))

      await page.keyboard.press('Shift+Tab')
      await keys.press(page.getByRole('button', { name: 'Save', exact: true }))
      await page.getByText('Settings saved.').waitFor()
      assert.deepEqual(await stored(), [
        { name: 'Start', actions: [{ open: '/' }] },
        {
          name: 'Log in',
          actions: [
            { fill: { selector: 'label=E-mail', value: 'anna@example.com' } },
            { press: 'Enter' },
            { click: 'role=button[name="Log in"]' },
            { screenshot: true },
          ],
          cleanup: true,
        },
      ])
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'scenarios: one is added from its address, with a first step that opens it',
    async ({ world, browser }) => {
      const { api, scenarios } = world
      const session = await sessionOf(api, scenarios.account)
      const { page, context, complaints } = await visit(browser, world, '/services/new', { session })
      await page.getByRole('textbox', { name: 'Address' }).fill('https://bilety.example.com/hamlet')
      await page.getByLabel('Type').selectOption('Browser scenario')
      await page.getByText('The scenario starts with one step that opens this address.').waitFor()
      await page.getByLabel('Name').fill('Hamlet')
      await page.getByRole('button', { name: 'Start monitoring' }).click()
      await page.getByText(/^Checking Hamlet/).waitFor()
      const [row] = await api.owner.query(
        sql<{ steps: object[] }>`select extended_settings->'steps' as steps from service where name = 'Hamlet'`,
      )
      assert.deepEqual(row?.steps, [{ name: 'Start page', actions: [{ open: 'https://bilety.example.com/hamlet' }] }])
      await api.owner.query(sql`delete from service where name = 'Hamlet'`)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'scenarios: twenty steps are lines that say what they do; one is opened, moved, duplicated and removed',
    async ({ world, browser }) => {
      const steps = Array.from({ length: 20 }, (_, index) => ({
        name: `Page ${index + 1}`,
        actions: [{ open: `/${index + 1}` }, { click: 'frame=#pay >> role=button[name="Buy"]' }],
      }))
      const { id, session, stored } = await addScenario(world, 'browser_scenario', steps)
      const { page, context, complaints } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      const line = (number: number) => stepOf(page, number).locator('button[aria-expanded]')
      assert.match((await line(20).textContent()) ?? '', /Page 20\s*Open \/20 · Click button “Buy” in a frame/)
      assert.equal(await page.getByLabel('Action 1: Type').count(), 0, 'all are closed')
      await line(7).click()
      await there(page.getByLabel('Action 1: Type'), 1)
      assert.equal(await stepOf(page, 7).getByLabel('Action 2: Frame').inputValue(), '#pay')
      await stepOf(page, 7).getByRole('button', { name: 'Move step 7 up' }).click()
      assert.equal(await line(6).getAttribute('aria-expanded'), 'true', 'it stays open where it went')
      await isFocused(stepOf(page, 6).getByRole('button', { name: 'Move step 6 up' }))
      await page.getByRole('button', { name: 'Duplicate step 20' }).click()
      await isFocused(stepOf(page, 21).getByLabel('Name', { exact: true }))
      assert.equal(await stepOf(page, 21).getByLabel('Name', { exact: true }).inputValue(), 'Page 20 (copy)')
      await page.getByRole('button', { name: 'Remove step 1', exact: true }).click()
      await page.getByRole('button', { name: 'Expand all' }).click()
      await there(page.getByLabel('Action 1: Type'), 20)
      await page.getByRole('button', { name: 'Collapse all' }).click()
      await there(page.getByLabel('Action 1: Type'), 0)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Settings saved.').waitFor()
      const names = (await stored()).map(({ name }) => name)
      assert.deepEqual(names.slice(0, 7), ['Page 2', 'Page 3', 'Page 4', 'Page 5', 'Page 7', 'Page 6', 'Page 8'])
      assert.deepEqual(names.slice(-2), ['Page 20', 'Page 20 (copy)'])

      await page.getByRole('button', { name: 'Expand all' }).click()
      await stepOf(page, 3).getByLabel('Action 1: URL or path').fill('no address')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await stepOf(page, 3).getByText('1 problem').waitFor()
      await stepOf(page, 3).getByRole('listitem').first().getByText('The value has the wrong format.').waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'scenarios: a variable that nothing sets is marked where it is used; a click inserts one that is set',
    async ({ world, browser }) => {
      const { id, session, stored } = await addScenario(world, 'browser_scenario', [
        { name: 'Start', actions: [{ open: '/{{order}}' }] },
        { name: 'Read', actions: [{ read: { selector: '#order', variable: 'order' } }] },
      ])
      const { page, context, complaints } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const first = stepOf(page, 1)
      await first.getByText('{{order}} has no value here yet: step 2 sets it, which runs later.').waitFor()
      const field = first.getByLabel('Action 1: URL or path')
      await field.fill('/{{nothing}}')
      await first.getByText('Nothing sets {{nothing}}, so the check would fail here.').waitFor()
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      await first.getByText('1 problem').waitFor()

      const variables = page.getByRole('region', { name: 'Variables' })
      await variables.getByRole('button', { name: '{{order}} step 2' }).waitFor()
      await field.fill('/users/')
      await variables.getByRole('button', { name: '{{username}} not set' }).click()
      assert.equal(await field.inputValue(), '/users/{{username}}')
      await isFocused(field)
      await first.getByText('{{username}} has no value. Enter it under Authentication.').waitFor()
      await page.getByLabel('Username').fill('anna')
      await variables.getByRole('button', { name: '{{username}} set' }).waitFor()
      await there(first.getByText('1 problem'), 0)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Settings saved.').waitFor()
      assert.deepEqual((await stored())[0], { name: 'Start', actions: [{ open: '/users/{{username}}' }] })

      await page.reload()
      await variables.getByRole('button', { name: '{{order}} step 2' }).click()
      await page.getByText('{{order}} copied.').waitFor()
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '{{order}}')
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'scenarios: requests are edited by the same editor, with variables from responses',
    async ({ world, browser }) => {
      const { id, session, stored } = await addScenario(world, 'http_scenario', [{ name: 'Sign in', url: '/login' }])
      const { page, context, complaints } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      await stepOf(page, 1).getByRole('button', { name: 'Add variable' }).click()
      await page.keyboard.type('session')
      await stepOf(page, 1).getByLabel('Variables for later steps 1: Type').selectOption('Header')
      await stepOf(page, 1).getByLabel('Variables for later steps 1: Value').fill('X-Session')
      await page.getByRole('button', { name: 'Add step' }).click()
      await page.keyboard.type('Read')
      await stepOf(page, 2).getByLabel('URL').fill('/me?session={{sesion}}')
      await stepOf(page, 2).getByText('Nothing sets {{sesion}}').waitFor()
      await stepOf(page, 2).getByLabel('URL').fill('/me?session=')
      const variables = page.getByRole('region', { name: 'Variables' })
      await variables.getByRole('button', { name: '{{session}} step 1' }).click()
      assert.equal(await variables.getByText('{{one_time_code}}').count(), 0, 'only a browser has it')
      await there(page.getByText('Nothing sets'), 0)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Settings saved.').waitFor()
      assert.deepEqual(await stored(), [
        { name: 'Sign in', url: '/login', extract: [{ variable: 'session', header: 'X-Session' }] },
        { name: 'Read', method: 'GET', url: '/me?session={{session}}' },
      ])
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'scenarios: a script on a private sensor takes the place of the steps, which are there again when it is given up',
    async ({ world, browser }) => {
      const { id, session, stored } = await addScenario(world, 'browser_scenario', [
        { name: 'Start', actions: [{ open: '/' }] },
      ])
      const { page, context, complaints } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      const choose = (source: string) => page.getByText(source, { exact: true }).click()
      await stepOf(page, 1).waitFor()
      await choose('Script on a private sensor')
      await there(stepOf(page, 1), 0)
      await there(page.getByLabel('Window width'), 0, 'settings of steps are hidden')
      await choose('Steps')
      await stepOf(page, 1).waitFor()
      await choose('Script on a private sensor')
      await page.getByLabel('Test file').fill('../login.spec.ts')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Not saved. Correct the marked fields.').waitFor()
      await page.getByLabel('Test file').fill('shop/login.spec.ts')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Settings saved.').waitFor()
      assert.deepEqual(await stored(), [])
      await page.reload()
      assert.equal(await page.getByLabel('Test file').inputValue(), 'shop/login.spec.ts')
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'scenarios: a recording that is dropped on the editor replaces the steps after a question, and steps are exported as one',
    async ({ world, browser }) => {
      const { id, session, stored } = await addScenario(world, 'browser_scenario', [
        { name: 'Start', actions: [{ open: '/' }] },
      ])
      const { page, context, complaints } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      await stepOf(page, 1).waitFor()
      await drop(page, 'notes.json', '{"no": "recording"}')
      await page.getByRole('alert').getByText('The file was not imported. This is not a recording').waitFor()
      assert.equal(await stepOf(page, 1).getByLabel('Name', { exact: true }).inputValue(), 'Start')

      const dialog = page.getByRole('dialog', { name: 'Import “Buy a coffee grinder”' })
      await drop(page, 'shop.json', await readFile(recordingPath('shop-with-cart'), 'utf8'))
      await dialog.getByText('The recording becomes 5 steps. It replaces the step of this scenario.').waitFor()
      await dialog.getByText('Step 7: scrolling was left out.').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      await there(stepOf(page, 2), 0, 'nothing is replaced without consent')

      await page.locator('input[type=file]').setInputFiles(recordingPath('shop-with-cart'))
      await dialog.getByLabel('Set the address to https://shop.example.com (now https://bilety.example.com)').waitFor()
      await dialog.getByLabel('Set the window to 1280 × 900 px (Desktop)').waitFor()
      await dialog.getByRole('button', { name: 'Replace steps' }).click()
      await page.getByRole('status').getByText('Step 7: scrolling was left out.').waitFor()
      await stepOf(page, 5).getByText('Open /cart', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Settings saved.').waitFor()
      assert.equal((await stored()).length, 5)
      const [service] = await world.api.owner.query(sql<{
        address: string
        width: number
        device: string
      }>`select address,
  (extended_settings->>'viewport_width')::int as width, extended_settings->>'device' as device from service where id = ${id}`)
      assert.deepEqual(service, { address: 'https://shop.example.com', width: 1280, device: 'desktop' })

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export recording' }).click(),
      ])
      assert.equal(download.suggestedFilename(), 'Scenariusz.json')
      const exported = importRecording(await readFile(await download.path(), 'utf8'))
      assert.deepEqual(exported.steps, await stored(), 'what was exported can be imported')
      await page.getByText('Exported as Scenariusz.json.').waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'scenarios: a test run shows its steps and their pictures while the sensor sends them, and how it ended',
    async ({ world, browser }) => {
      const { api, scenarios } = world
      const { id, session } = await addScenario(world, 'browser_scenario', [
        { name: 'Start', actions: [{ open: '/' }] },
        { name: 'Pay', actions: [{ click: 'role=button[name="Pay"]' }] },
        { name: 'Tidy up', actions: [{ open: '/empty' }], cleanup: true },
        { name: 'Read', actions: [{ expect_text: 'Thank you' }] },
      ])
      const { page, context, complaints } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      await stepOf(page, 2).waitFor()
      const picture = await page.screenshot({ type: 'jpeg', quality: 40 })
      await page.getByRole('button', { name: 'Test settings…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Test this scenario' })
      const row = (number: number) => dialog.getByRole('listitem').nth(number - 1)
      await dialog.getByLabel('Sensor').selectOption('Kasa')
      await row(1).getByText('Waiting').waitFor()
      await dialog.getByRole('button', { name: 'Run test' }).click()
      await row(1).getByText('Running…').waitFor()
      const run = await waitForMail(async () => {
        const [forced] = await api.owner.query(
          sql<{
            time: Date
            sensor_ids: number[]
          }>`select time, sensor_ids from forced_analysis where service_id = ${id}`,
        )
        return forced
      })
      assert.deepEqual(run.sensor_ids, [scenarios.sensor])
      const send = (artifact: string) => sendPicture(world, { service: id, time: run.time, artifact, picture })

      await send('screenshot_step_1')
      await row(1).getByText('Done').waitFor()
      await row(2).getByText('Running…').waitFor()
      await dialog.getByRole('img', { name: 'Screenshot of step 1, Start' }).waitFor()
      await send('screenshot_step_3')
      await row(3).getByText('Done').waitFor()
      await dialog.getByRole('img', { name: 'Screenshot of step 3, Tidy up' }).waitFor()
      await dialog.getByRole('button', { name: 'Screenshot of step 1' }).click()
      await dialog.getByRole('img', { name: 'Screenshot of step 1, Start' }).waitFor()

      await send('screenshot')
      await recordFailure(world, { service: id, time: run.time, step: 2 })
      await dialog.getByText(/^Step 2 failed: /).waitFor()
      await row(2).getByText('Failed').waitFor()
      await row(2).getByText('the button is covered').waitFor()
      await row(1).getByText('740 ms').waitFor()
      await row(4).getByText('Not run').waitFor()
      await dialog.getByRole('button', { name: 'Screenshot of step 2' }).click()
      await dialog.getByRole('img', { name: 'Screenshot of step 2, Pay' }).waitFor()
      await dialog.getByRole('button', { name: 'Run again' }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]

/** Drops a file on the first step, like a drag from the desktop. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([file, content]) => {
      const held = new DataTransfer()
      held.items.add(new File([content ?? ''], file ?? '', { type: 'application/json' }))
      return held
    },
    [name, text],
  )
  await stepOf(page, 1).dispatchEvent('dragover', { dataTransfer })
  await page.getByText('Drop the recording here').waitFor()
  await stepOf(page, 1).dispatchEvent('drop', { dataTransfer })
}

const stepOf = (page: Page, number: number) => page.getByRole('group', { name: `Step ${number}`, exact: true })

const isFocused = (wanted: ReturnType<Page['locator']>): Promise<unknown> =>
  waitForMail(() => wanted.evaluate((element) => element === document.activeElement || undefined))

/** Adds a scenario of the theatre; `stored` reads its stored steps. */
async function addScenario({ api, scenarios }: World, type_id: string, steps: readonly object[]) {
  const session = await sessionOf(api, scenarios.account)
  const id = await createTestService(api, `Bearer ${session.token}`, {
    ...{ name: 'Scenariusz', type_id, address: 'https://bilety.example.com', interval: 600 },
    ...{ sensor_ids: [scenarios.sensor], extended_settings: { steps } },
  })
  const stored = async () => {
    const [row] = await api.owner.query(
      sql<{ steps: { name: string }[] }>`select extended_settings->'steps' as steps from service where id = ${id}`,
    )
    return row?.steps ?? []
  }
  return { id, session, stored }
}

interface SentPicture {
  readonly service: number
  readonly time: Date
  readonly artifact: string
  readonly picture: Buffer
}

/** Stores a picture as the centre does when a sensor sends it. */
async function sendPicture({ api, scenarios }: World, { service, time, artifact, picture }: SentPicture) {
  const key = `run/${service}/${artifact.replaceAll('_', '-')}`
  await api.objects.put(key, picture)
  await api.owner.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service}, ${time}, ${scenarios.sensor}, ${artifact}, ${key}, 'image/jpeg', ${`${artifact}.jpg`}, ${picture.length}, false, now())`)
}

async function recordFailure({ api, scenarios }: World, run: { service: number; time: Date; step: number }) {
  const { service, time, step } = run
  const failed = buildCheck(scenarios.sensor, { result: 'error', error_type_id: 803, path_step: step })
  const message = `step ${step} (Pay): the button is covered`
  await api.owner.query(sql`select partition_days(array[${time.toISOString().slice(0, 10)}::date])`)
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, error_message, step_data)
values (${service}, ${time}, ${scenarios.sensor}, ${message}, ${JSON.stringify([
    { step: 1, response_time: 740, data_size: 12_000 },
    { step: 2, response_time: 10_000, data_size: 300 },
  ])})`)
  await storeAnalyses(api.owner, service, [scenarios.sensor], [{ time: time.getTime(), checks: [failed], kind: 'c' }])
}
