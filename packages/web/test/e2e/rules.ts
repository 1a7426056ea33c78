import assert from 'node:assert/strict'
import { addAccount } from '@wachta/testing/api/accounts'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

interface RuleRecord {
  readonly kind: string
  readonly settings: object
  readonly scope: object
  readonly start_delay: number
  readonly condition_event_ids: readonly number[]
}

export const ruleStories: readonly Story[] = [
  [
    'rules: one is made by its kind, told its faults at their fields, changed, and deleted',
    async ({ world, browser }) => {
      const { api, anna, incidents, watching } = world
      const session = await sessionOf(api, anna.id)
      const stored = async () => {
        const [row] =
          await api.owner.query(sql<RuleRecord>`select kind, settings, scope, start_delay, condition_event_ids
from event where owner_id = ${anna.id} and name = 'Sklep zwalnia'`)
        return row
      }
      const { page, context } = await visit(browser, world, '/events/rules', { session })
      await page.getByRole('link', { name: 'New alert rule' }).click()
      await page.getByLabel('Type').selectOption('performance')
      await page.getByLabel('Threshold (ms)').fill('0')
      await page.getByRole('button', { name: 'Create alert rule' }).click()
      await page.getByText('Not saved. Correct the marked fields.').waitFor()
      for (const name of ['Name', 'Threshold (ms)'])
        assert.equal(await page.getByLabel(name, { exact: true }).getAttribute('aria-invalid'), 'true', name)
      await page.getByLabel('Name', { exact: true }).fill('Sklep zwalnia')
      await page.getByLabel('Threshold (ms)').fill('1500')
      await page.getByLabel('Statistic').selectOption('percentile_99')
      await page.getByRole('switch', { name: 'All services' }).click()
      await page.getByText('Select at least one group or service').waitFor()
      await page.getByLabel('Groups').fill('Skl')
      await page.getByRole('option', { name: 'Sklep' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Services', exact: true }).fill('Blo')
      await page.getByRole('option', { name: 'Blog' }).click()
      await page.keyboard.press('Escape')
      await page.getByLabel('Open alert after').fill('5')
      await page.getByLabel('Suppressed by').fill('nie')
      await page.getByRole('option', { name: 'Coś nie działa' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Create alert rule' }).click()
      await page.getByRole('heading', { name: 'Sklep zwalnia' }).waitFor()
      const blog = watching.services.find(({ name }) => name === 'Blog')?.id
      assert.deepEqual(await stored(), {
        kind: 'performance',
        settings: { response_time: 1500, measure: 'percentile_99', minutes: 15 },
        scope: { all_services: false, group_ids: [watching.groups.get('Sklep')], service_ids: [blog] },
        start_delay: 300,
        condition_event_ids: [incidents.failure],
      })
      await page.getByText('No escalation steps yet. Alerts are recorded').waitFor()
      await page.getByRole('button', { name: 'Remove Blog' }).click()
      await page.getByRole('combobox', { name: 'Unit' }).first().selectOption('hours')
      await page.getByRole('button', { name: 'Save' }).click()
      const changed = await waitForMail(async () => {
        const rule = await stored()
        return rule?.start_delay === 18_000 ? rule : undefined
      })
      const onlyGroup = { all_services: false, group_ids: [watching.groups.get('Sklep')], service_ids: [] }
      assert.deepEqual(changed.scope, onlyGroup)
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Delete permanently' }).click()
      await page.getByRole('heading', { name: 'Alert rules' }).waitFor()
      assert.equal(await stored(), undefined)
      await context.close()
    },
  ],
  [
    'rules: who may only read sees a rule with its steps, and nothing to press',
    async ({ world, browser }) => {
      const { api, anna, incidents } = world
      const reader = await addAccount(api.owner, { parent: anna.id, readOnly: true })
      const session = await sessionOf(api, reader)
      const { page, context } = await visit(browser, world, `/events/rules/${incidents.failure}`, { session })
      await page.getByText("You can view these settings, but you can't change them.").waitFor()
      await page.getByText('Joanna Maj and Piotr Zieliński · repeats every 15 min').waitFor()
      assert.ok(await page.getByLabel('Name', { exact: true }).isDisabled())
      for (const name of ['Save', 'Delete…']) assert.equal(await page.getByRole('button', { name }).count(), 0, name)
      await page.getByRole('link', { name: 'Alert rules' }).click()
      await page.getByRole('link', { name: 'Sensor zamilkł' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'New alert rule' }).count(), 0)
      await context.close()
    },
  ],
  [
    'rules: nothing yet says what a rule is for and leads to the first',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, await addAccount(world.api.owner, { name: 'Nowi' }))
      const { page, context } = await visit(browser, world, '/events', { session, language: 'pl' })
      await page.getByText('Brak otwartych incydentów').waitFor()
      await page.getByRole('link', { name: 'Nowa reguła alertu' }).first().click()
      await page.getByRole('heading', { name: 'Nowa reguła alertu' }).waitFor()
      await context.close()
    },
  ],
]
