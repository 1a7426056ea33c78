import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

/** A long timeout, because drawing and printing share the machine with other processes. */
const patience = 60_000

const pagesOf = (page: Page) => page.getByRole('region', { name: 'Pages of the document' })

export const reportStories: readonly Story[] = [
  [
    'reports: a template is written beside its document, saved, sent as a test, and a report is ordered and downloaded',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/reports', { session })
      await page.getByRole('link', { name: 'New report template' }).first().click()
      await page.getByLabel('Name', { exact: true }).fill('Dla klienta')
      await pagesOf(page).getByAltText('Page 1 of').waitFor({ timeout: patience })
      const first = await pagesOf(page).getByRole('img').first().getAttribute('src')
      // Pictures also load under the page's policy.
      await drawn(page)

      const introduction = page.getByLabel('Introduction')
      await introduction.fill('For {{nobody}}')
      await page.getByText('Unknown variables: {{nobody}}').waitFor()
      await introduction.fill('For ')
      await page.getByRole('button', { name: '{{account_name}}' }).click()
      assert.equal(await introduction.inputValue(), 'For {{account_name}}')
      const sections = page.getByRole('list', { name: 'Sections', exact: true }).getByRole('listitem')
      await page.getByRole('button', { name: 'Add Sensors' }).click()
      await page.getByRole('button', { name: 'Move Sensors up' }).press('Alt+ArrowUp')
      assert.match((await sections.nth(-2).textContent()) ?? '', /Sensors/)
      await page.waitForFunction(
        (before) => document.querySelector('section[tabindex] img')?.getAttribute('src') !== before,
        first,
        { timeout: patience },
      )
      await page.getByLabel('Recipients').fill('customer@example.com')
      await page.getByLabel('Service level target').fill('99,9')
      await page.getByRole('button', { name: 'Create template' }).click()
      await page.waitForURL(/\/reports\/templates\/\d+$/)
      const id = Number(page.url().split('/').at(-1))
      const [row] = await api.owner.query(
        sql`select name, introduction, section_ids[6] as sixth, recipients, service_level_target::float8 as target from report_template where id = ${id}`,
      )
      assert.deepEqual(row, {
        name: 'Dla klienta',
        introduction: 'For {{account_name}}',
        sixth: 'sensors',
        recipients: ['customer@example.com'],
        target: 99.9,
      })

      await page.getByRole('button', { name: 'Send me a test' }).click()
      await page.getByText('The test report is being created.').waitFor()
      await page.getByRole('button', { name: 'Create report…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Period').selectOption({ label: 'This month so far' })
      await dialog.getByRole('button', { name: 'Create report', exact: true }).click()
      const panel = page.getByRole('dialog', { name: 'Dla klienta' })
      const link = panel.getByRole('link', { name: /^Download PDF/ })
      await link.waitFor({ timeout: patience })
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
      assert.match(download.suggestedFilename(), /^dla-klienta-.*\.pdf$/)
      await verify(page, await download.path())
      await panel.getByText('Not sent.').waitFor()
      const tests = await api.owner.query(
        sql`select d.recipient from report r left join report_delivery d on d.report_id = r.id where r.template_id = ${id} and r.is_test`,
      )
      assert.equal(tests.length, 1)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'reports: the list tells states, reasons and deliveries; links are revoked and a report is deleted',
    async ({ world, browser }) => {
      const { api, anna, reports } = world
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/reports', { session })
      await page.getByText('You have used all reports that your package includes this month.').waitFor()
      await page.getByLabel('Status').selectOption({ label: 'Completed' })
      const rows = page.locator('tbody tr a', { hasText: 'Dostępność sklepów' })
      await there(rows, 1)
      await rows.click()
      const panel = page.getByRole('dialog', { name: 'Dostępność sklepów' })
      await panel.getByText('zarzad@sklepy.example').waitFor()
      await panel.getByText('The address is not confirmed yet.').waitFor()
      const before = await panel.getByRole('link', { name: /^Download PDF/ }).getAttribute('href')
      await panel.getByRole('button', { name: 'Revoke download links' }).click()
      await page.getByText('All earlier links to this report are invalid.').waitFor()
      assert.equal((await fetch(before ?? '')).status, 404)
      await panel.getByRole('button', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Delete permanently' }).click()
      await page.getByText('Report deleted.').waitFor()
      assert.deepEqual(await api.owner.query(sql`select from report where id = ${reports.completed}`), [])
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'reports: from a service, a report for a period is two clicks away',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const service = watching.services.find(({ state }) => state === 'failure')
      assert.ok(service)
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, `/services/${service.id}`, { session })
      await page.getByRole('button', { name: 'Create report…' }).click({ timeout: patience })
      await page.getByRole('button', { name: 'This month so far' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('link', { name: /^Download PDF/ }).waitFor({ timeout: patience })
      const scopes = () =>
        api.owner.query(
          sql<{
            id: number
          }>`select id from report_template where scope -> 'service_ids' = ${JSON.stringify([service.id])}::jsonb`,
        )
      assert.equal((await scopes()).length, 1)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Create report…' }).click()
      await page.getByRole('button', { name: 'Last 30 days' }).click()
      await dialog.getByRole('link', { name: 'Show in reports' }).waitFor()
      assert.equal((await scopes()).length, 1, 'the same template is used again')
      await context.close()
    },
  ],
  [
    'reports: periodic reports of a group are switched on and get an address',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const group = watching.groups.get('Poczta')
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, `/services?group=${group}`, { session })
      await page.getByRole('button', { name: 'Reports by e-mail…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Reports by e-mail: Poczta' })
      await dialog.getByText('No addresses yet.').waitFor()
      await dialog.getByLabel('every month').check()
      await dialog.getByLabel('E-mail address').fill('nobody')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByText('▲').waitFor()
      await dialog.getByLabel('E-mail address').fill('prezes@poczta.example')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByRole('listitem').getByText('prezes@poczta.example').waitFor()
      const [stored] = await api.owner.query(sql`select g.periodic_monthly_reports, a.address, a.report_frequency
from service_group g join periodic_report_address a on a.group_id = g.id where g.id = ${group}`)
      assert.deepEqual(stored, {
        periodic_monthly_reports: true,
        address: 'prezes@poczta.example',
        report_frequency: 'monthly',
      })
      await dialog.getByRole('button', { name: 'Remove prezes@poczta.example' }).click()
      await dialog.getByText('No addresses yet.').waitFor()
      await dialog.getByLabel('every month').uncheck()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'reports: branding is entered beside its preview, kept, and deleted',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/account?tab=branding', { session })
      await page.getByLabel('Name on documents').fill('Kowalska Monitoring')
      await page.getByLabel('Accent colour').fill('not a colour')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The value has the wrong format.').waitFor()
      await page.getByLabel('Accent colour').fill('#7a1f5c')
      await page
        .getByLabel('Logo')
        .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
      await page.getByLabel('Website').fill('https://kowalska.example')
      const preview = page.getByRole('region', { name: 'Preview' })
      await preview.getByText('Kowalska Monitoring').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Branding saved.').waitFor()
      await page.reload()
      await preview.getByText('https://kowalska.example').waitFor()
      await preview.getByRole('presentation').waitFor()
      const [stored] = await api.owner.query(
        sql`select effective_branding(${anna.id}::bigint) ->> 'accent_colour' as colour`,
      )
      assert.deepEqual(stored, { colour: '#7a1f5c' })
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Delete permanently' }).click()
      await page.getByText('Branding deleted.').waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'reports: a spent error budget is on the dashboard and in its group',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const group = watching.groups.get('Strony')
      await api.owner.query(sql`update service_group set service_level_target = 99.999 where id = ${group}`)
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/', { session })
      const budgets = page.getByRole('region', { name: /little or no error budget left/ })
      await budgets.getByText('Spent').first().waitFor()
      await budgets
        .getByText(/target 99\.999%, 30 days/)
        .first()
        .waitFor()
      await page.goto(new URL(`/services?group=${group}`, page.url()).href)
      await budgets.getByText('Spent').first().waitFor()
      await api.owner.query(sql`update service_group set service_level_target = null where id = ${group}`)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 24"><rect width="80" height="24" rx="4" fill="#7a1f5c"/></svg>'

/** Downloads the proof, and gives both files to the page that verifies reports, as served by the app. */
async function verify(page: Page, pdf: string): Promise<void> {
  const [proof] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download proof' }).click(),
  ])
  const [verifier] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Verify report files' }).click(),
  ])
  await verifier.getByLabel('Files of one report').setInputFiles([
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: await readFile(pdf) },
    { name: proof.suggestedFilename(), mimeType: 'application/json', buffer: await readFile(await proof.path()) },
  ])
  await verifier.locator('.verdict').waitFor()
  const said = verifier.getByRole('status')
  await said.getByText('The PDF file is as it was signed.').waitFor()
  await said.getByText(/^✓ Passed: Link \d+ of the chain of evidence, .* seals the given files\.$/).waitFor()
  const [fingerprint = ''] = /(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/.exec((await said.textContent()) ?? '') ?? []
  await verifier.getByLabel('SHA-256 fingerprint').fill(fingerprint)
  await said.getByText(/^VALID/).waitFor()
  await verifier.close()
}

/** Waits for the picture of the document's first page, which is replaced when the form changes. */
const drawn = (page: Page) =>
  page.waitForFunction(
    () => {
      const image = document.querySelector<HTMLImageElement>('section[tabindex] img')
      return image?.complete === true && image.naturalWidth > 0
    },
    undefined,
    { timeout: patience },
  )
