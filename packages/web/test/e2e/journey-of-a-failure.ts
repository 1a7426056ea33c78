import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { createFormats } from '../../src/app/i18n/formats.ts'
import { type Installation, startInstallation } from '../support/installation.ts'
import { password } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

const mailbox = 'dyzur@kwiaty.example.com'

/** Everything is real: the processes, the broker, the mail, and the failure. */
export const failureJourney: readonly Story[] = [
  [
    'journey: from a new account to the first failure, its message, its correction, and what the service level says',
    async ({ browser }) => {
      await using installation = await startInstallation()
      const { page, context, complaints } = await visit(browser, installation, '/register')
      page.setDefaultTimeout(60_000)
      await register(page, installation)
      const service = await beginToWatch(page, installation)
      await tryTheAddress(page, installation)
      await lookOften(page, service)
      await followTheFailure(page, browser, installation)
      await readTheThread(page, installation)
      await correct(page, service)
      await compareLevels(page, installation, service)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]

async function register(page: Page, { smtp, address }: Installation): Promise<void> {
  await page.getByLabel('Account name').fill('Kwiaciarnia')
  await page.getByLabel('E-mail address').fill('anna@kwiaty.example.com')
  await page.getByLabel('Username').fill('anna')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  const { email } = await smtp.message(0)
  await page.goto(new RegExp(`${address}/activate\\S*`).exec(email.text ?? '')?.[0] ?? '')
  await page.getByText('the account is active').waitFor()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByLabel('Username').fill('anna')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('No services yet').waitFor()
}

/** Adds a service, watches the first checks of three sensors appear as they arrive, and adds a contact. */
async function beginToWatch(page: Page, installation: Installation): Promise<number> {
  const { target } = installation
  await page.getByRole('main').getByRole('link', { name: 'Add service' }).last().click()
  await page.getByRole('textbox', { name: 'Address' }).fill(target.address)
  await page.getByLabel('Name').fill('Kwiaty')
  await page.getByText(/Checked from .*Warszawa/).waitFor()
  await page.getByRole('button', { name: 'Start monitoring' }).click()
  await page.getByText('Kwiaty has been checked from 3 sensors').waitFor()
  const seen = page.getByRole('list', { name: 'Checks by sensor' })
  await there(seen.getByRole('listitem').filter({ hasText: 'OK' }), 3)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Name').fill('Dyżur')
  await page.getByLabel('E-mail address').fill(mailbox)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('When Kwiaty goes down, we notify Dyżur.').waitFor()
  await agree(page, installation)
  const link = page.getByRole('link', { name: 'View service' })
  return Number((await link.getAttribute('href'))?.split('/').at(-1))
}

/** The owner of the mailbox agrees to notifications with the link in the e-mail. */
async function agree(page: Page, installation: Installation): Promise<void> {
  const { text } = await mailAbout(installation, /receive notifications/)
  const reader = await page.context().newPage()
  await reader.goto(new RegExp(`${installation.address}/confirm\\S*`).exec(text ?? '')?.[0] ?? '')
  await reader.getByRole('button').click()
  await reader.getByRole('button').waitFor({ state: 'detached' })
  await reader.close()
}

async function tryTheAddress(page: Page, installation: Installation): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('link', { name: 'Dyżur' }).click()
  await page.getByRole('button', { name: `Send test to ${mailbox}` }).click()
  await page.getByText(`The provider accepted the test to ${mailbox}`).first().waitFor()
  await mailAbout(installation, /test/i)
}

/** Sets the shortest interval that the package allows; for a shorter one, the field shows an error. */
async function lookOften(page: Page, service: number): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Services' }).click()
  await page.getByRole('link', { name: 'Kwiaty' }).click()
  await page.waitForURL(new RegExp(`/services/${service}`))
  await page.getByRole('tab', { name: 'Settings' }).click()
  const interval = page.getByLabel('Interval')
  await interval.fill('4')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  assert.equal(await interval.getAttribute('aria-invalid'), 'true')
  await interval.fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
}

/** From here to the acknowledgement, no page is reloaded: changes appear on the screen by themselves. */
async function followTheFailure(page: Page, browser: Browser, installation: Installation): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: /0 Down/ }).waitFor()
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  installation.target.status = 503
  const began = performance.now()
  const after = () => Math.round(performance.now() - began)
  const [onScreen, { mail, inMailbox }] = await Promise.all([
    page
      .getByRole('button', { name: /1 Down/ })
      .waitFor()
      .then(after),
    mailAbout(installation, /^(Down|Awaria): .*Kwiaty/).then((mail) => ({ mail, inMailbox: after() })),
  ])
  console.log(`      the failure is on the dashboard after ${onScreen} ms, in the mailbox after ${inMailbox} ms`)
  await acknowledgeByMail(browser, installation, mail.text ?? '')
  await page.getByRole('navigation').getByRole('link', { name: 'Incidents' }).click()
  const lasting = page.getByRole('list', { name: /^Open/ }).getByRole('listitem')
  await lasting.filter({ hasText: 'Dyżur is on it' }).getByRole('link', { name: 'Kwiaty' }).click()
  await page.getByRole('heading', { name: 'Acknowledged by Dyżur' }).waitFor()
  assert.equal(loads, 0)
}

/** Acknowledges with the link in the e-mail, without signing in and in another browser. */
async function acknowledgeByMail(browser: Browser, { address, api }: Installation, text: string): Promise<void> {
  const link = new RegExp(`${address}/acknowledge/[\\w.-]+`).exec(text)?.[0] ?? ''
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByText('Kwiaty').first().waitFor()
  const taken = async () =>
    (await api.owner.pool.query('select distinct acknowledged_by from occurrence where end_time is null')).rows
  assert.deepEqual(await taken(), [{ acknowledged_by: null }], 'looking changes nothing')
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' })
  assert.deepEqual(await taken(), [{ acknowledged_by: 'Dyżur' }])
  await context.close()
}

/** Reads the timeline from recovery back to detection, latest first, on a page that was open all the time. */
async function readTheThread(page: Page, installation: Installation): Promise<void> {
  installation.target.status = 200
  await mailAbout(installation, /^(Up|Działa): .*Kwiaty/)
  await page.getByRole('heading', { name: /recovery notification/ }).waitFor()
  const entries = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents()
  const places = [
    /^Analysis: down, [23] of 3 sensors/,
    /^Incident opened/,
    /first notification/,
    /^Acknowledged by Dyżur/,
    /^Resolved: recovered/,
    /recovery notification/,
  ].map((entry) => entries.findIndex((text) => entry.test(text)))
  assert.ok(!places.includes(-1), `all is in ${entries.join(' | ')}`)
  assert.deepEqual(
    places,
    places.toSorted((one, other) => other - one),
    entries.join(' | '),
  )
}

/** Corrects the failure, which was not the shop's. The preview is lower on the page, the saved correction higher. */
async function correct(page: Page, service: number): Promise<void> {
  await page.getByRole('link', { name: 'View service', exact: true }).click()
  // Pause the service, so that the values do not change during the comparison.
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Monitoring enabled' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/^Paused/)
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Correct history' }).click()
  await page.waitForURL(new RegExp(`/corrections\\?service=.*${service}`))
  await page.getByRole('button', { name: /^Correct: Down/ }).click()
  await page.getByLabel('Reason').fill('Our own line was down.')
  const row = page.getByRole('region', { name: /^Availability in/ }).getByRole('row', { name: /Kwiaty/ })
  await row.getByText('100%').waitFor()
  const [before = ''] = await row.getByRole('cell').allTextContents()
  assert.match(before, /^\d\d?\.\d\d%$/)
  await page.getByRole('button', { name: 'Save correction' }).click()
  await page.getByText('Correction saved.').waitFor()
  await page
    .getByRole('table', { name: 'Corrections of this service' })
    .getByRole('row', { name: /Our own line was down/ })
    .getByText('by Kwiaciarnia')
    .waitFor()
}

/** Compares today's measured and corrected levels on the screen with those of the API. */
async function compareLevels(page: Page, { address }: Installation, service: number): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Services' }).click()
  await page.getByRole('link', { name: 'Kwiaty' }).click()
  const section = page.getByRole('region', { name: 'Availability, 90 days' })
  await section.getByText('Show as table').first().click()
  const today = page.getByRole('table', { name: 'Availability, 90 days' }).getByRole('row').nth(1)
  await today.getByText('100%').waitFor()
  const [level, measured] = await today.getByRole('cell').allTextContents()
  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('wachta.session') ?? '{}').token as string)
  const month = new Date().toISOString().slice(0, 8)
  const from = `${month}01T00:00:00Z`
  const reply = await page.request.get(
    `${address}/v3/services/${service}/history/service_level?from=${from}&to=${new Date().toISOString().slice(0, 19)}Z`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  const said = (await reply.json()) as { service_level: number; raw_service_level: number }
  const { percent } = createFormats('en', 'Europe/Warsaw')
  assert.ok(said.raw_service_level < 100)
  assert.equal(said.service_level, 100)
  assert.deepEqual([level, measured], [percent(said.service_level), percent(said.raw_service_level)])
}

const mailAbout = (installation: Installation, subject: RegExp) =>
  installation.eventually(
    `mail about ${subject}`,
    () =>
      installation.smtp.received.find(
        ({ email, recipients }) => recipients.includes(mailbox) && subject.test(email.subject ?? ''),
      )?.email,
  )
