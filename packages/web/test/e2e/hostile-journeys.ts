import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { askedSensors } from '../support/hostile-answers.ts'
import { evidenceSensorCount, type HostileWorld } from '../support/hostile-world.ts'

/** Elements that the app itself never has. Only the preview of a status page is a frame, in a sandbox. */
export const foreignElements = [
  'iframe:not([sandbox]), object, embed, base, marquee, portal, xss, math, video, audio, meta[http-equiv]',
  '[onerror], [onload], [onfocus], [ontoggle], [onclick], [onbegin], [srcdoc]:not([sandbox])',
  'a[href^="javascript:" i], a[href^="data:" i], a[href*="xss.invalid"]',
].join(', ')

/** Opens the collapsed parts of a screen, and reads each state. */
type OpenFolds = (page: Page, read: () => Promise<void>) => Promise<void>

export interface Journey {
  readonly as: number
  readonly scope?: 'administrator'
  readonly places: readonly (readonly [path: string, open?: OpenFolds])[]
}

/** Every screen that shows texts by people or servers, in parts that can be tested concurrently. */
export function journeys(hostile: HostileWorld, administrator: number): readonly Journey[] {
  const { account, service, scenario, contact, event, occurrence, template, customer, statusPage } = hostile
  const packages = '/administration?tab=packages'
  const customers = `/administration/accounts/${customer}`
  return [
    {
      as: account,
      places: [
        ['/', palette],
        ['/wall'],
        ['/services'],
        [`/services/${service}`],
        [`/services/${service}?tab=analyses`, evidence],
        [`/services/${scenario}`],
        [`/services/${scenario}?tab=analyses`, evidence],
        [`/services/${service}?tab=what-if`],
        [`/services/${service}?tab=settings`],
      ],
    },
    {
      as: account,
      places: [
        ['/services/new'],
        ['/sensors', eachButton('tbody button', 3)],
        ['/diagnostics', diagnoses(hostile)],
        ['/maintenance'],
        ['/maintenance?view=list'],
        ['/corrections'],
        [`/corrections?service=${service}`],
        ['/events'],
        [`/events/${occurrence}`, unfold],
        ['/events/rules'],
        [`/events/rules/${event}`],
      ],
    },
    {
      as: account,
      places: [
        ['/messages', eachButton('tbody button', 5)],
        ['/messages?style=legacy'],
        ['/contacts'],
        ['/contacts?tab=groups', eachButton('tbody button', 2)],
        ['/contacts?tab=told'],
        ['/contacts?tab=templates'],
        ['/contacts?tab=addresses'],
        [`/contacts/${contact}`],
        ['/escalations'],
        [`/escalations/${event}`, unfold],
        [`/templates/${template}`],
        ['/account'],
        ['/account?tab=security'],
        ['/account?tab=users'],
        ['/account?tab=usage'],
        ['/audit', unfold],
        ['/administration'],
        [customers],
      ],
    },
    {
      as: account,
      places: [
        ['/status-pages'],
        [`/status-pages/${statusPage.page}`],
        [`/status-pages/${statusPage.page}?tab=page`, preview],
        [`/status-pages/${statusPage.page}/posts/${statusPage.post}`, preview],
      ],
    },
    {
      as: administrator,
      scope: 'administrator',
      places: [
        ['/administration', eachButton('header button', 1)],
        ['/administration?tab=usage'],
        [packages],
        [`/administration/packages/${hostile.package}`],
        [customers],
      ],
    },
  ]
}

const palette: OpenFolds = async (page, read) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('<img')
  await page.waitForLoadState('networkidle')
  await read()
}

/** The preview is a document of its own, which must not have foreign elements either. */
const preview: OpenFolds = async (page, read) => {
  const inside = page.frameLocator('main iframe')
  await inside.locator('footer').waitFor()
  const folded = page.locator('main ol button[aria-expanded=false]')
  if ((await folded.count()) > 0) await folded.first().click()
  await read()
  assert.equal(await inside.locator(foreignElements).count(), 0)
}

const evidence: OpenFolds = async (page, read) => {
  await page.locator('tbody button').first().click()
  const details = page.locator('td li a[href*="evidence="]')
  await details.first().waitFor()
  await page.waitForLoadState('networkidle')
  await read()
  for (let place = 0; place < evidenceSensorCount; place += 1) {
    await details.nth(place).click()
    await page.waitForLoadState('networkidle')
    await read()
    const artifacts = page.locator('[role=dialog] li button[aria-expanded]')
    const count = await artifacts.count()
    for (let index = 0; index < count; index += 1) {
      if ((await artifacts.nth(index).getAttribute('aria-expanded')) === 'true') continue
      await artifacts.nth(index).click()
      await page.waitForLoadState('networkidle')
      await read()
    }
    await page.keyboard.press('Escape')
  }
}

/** Requests both diagnoses from several sensors, and reads the answers. */
const diagnoses =
  ({ answer }: HostileWorld): OpenFolds =>
  async (page, read) => {
    for (let place = 0; place < askedSensors; place += 1) {
      await page.getByRole('combobox', { name: 'Sensors' }).click()
      await page.getByRole('option').nth(place).click()
      await page.keyboard.press('Escape')
    }
    await page.getByLabel('Host name or IP address').fill('example.com')
    for (const kind of ['DNS query (dig)', 'Traceroute']) {
      await page.getByText(kind, { exact: true }).click()
      await page.getByRole('button', { name: `Run from ${askedSensors} sensors` }).click()
      await page
        .getByText('Waiting for the sensor…')
        .nth(askedSensors - 1)
        .waitFor()
      await answer()
      await page
        .locator('main pre')
        .nth(askedSensors - 1)
        .waitFor()
      await read()
    }
  }

const unfold: OpenFolds = async (page, read) => {
  const folded = page.locator('main ol button[aria-expanded]')
  for (let place = 0; place < Math.min(await folded.count(), 15); place += 1) {
    if ((await folded.nth(place).getAttribute('aria-expanded')) === 'true') continue
    await folded.nth(place).click()
    // Read it now: if only one part can be open at a time, the next one closes it.
    await wait(50)
    await read()
  }
  await page.waitForLoadState('networkidle')
  await read()
}

const eachButton =
  (selector: string, most: number): OpenFolds =>
  async (page, read) => {
    const buttons = page.locator(`main ${selector}`)
    const count = Math.min(await buttons.count(), most)
    for (let place = 0; place < count; place += 1) {
      await buttons.nth(place).click()
      await page.getByRole('dialog').waitFor()
      await page.waitForLoadState('networkidle')
      await read()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
