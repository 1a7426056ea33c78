import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatusPage } from '@wachta/client'
import { announcementTexts, announcementTitles } from '@wachta/domain'
import {
  announcementFormTexts,
  hasCustomTexts,
  listExamples,
  setAnnouncementText,
  toAnnouncementData,
  toAnnouncementValues,
} from '../src/features/status-pages/announcement-values.ts'
import { toStatusPageValues } from '../src/features/status-pages/page-values.ts'
import { renderScreen } from './support/render-screen.ts'

test('the form has every text that a page announces with', () => {
  const names = [...announcementFormTexts.incident, ...announcementFormTexts.maintenance].map(({ name }) => name)
  assert.deepEqual(new Set(names), new Set([...announcementTitles, ...announcementTexts]))
})

test('settings come out of the form as they went in', () => {
  const stored = {
    incident_posts: 'draft',
    incident_post_delay: 60,
    maintenance_posts: 'published',
    maintenance_notice: 3600,
    announcement_templates: { pl: { incident_title: 'Przerwa' } },
  } as const
  assert.deepEqual(toAnnouncementData(toAnnouncementValues(stored)), stored)
})

test('a new page announces nothing, and a hidden delay is not sent', () => {
  const values = toAnnouncementValues({})
  assert.deepEqual(toAnnouncementData({ ...values, incidentPostDelay: Number.NaN }), {
    incident_posts: 'none',
    maintenance_posts: 'none',
    announcement_templates: {},
  })
  assert.deepEqual(listExamples(values), [])
  assert.deepEqual(listExamples({ ...values, incidentPosts: 'draft' }), ['incident'])
  assert.deepEqual(listExamples({ ...values, maintenancePosts: 'published' }), ['maintenance', 'cancelled'])
})

test('a text that is emptied is the built-in one again', () => {
  const place = { language: 'en', name: 'resolved_text' } as const
  const written = setAnnouncementText({ pl: { started_text: 'Start' } }, place, 'It works.')
  assert.deepEqual(written, { pl: { started_text: 'Start' }, en: { resolved_text: 'It works.' } })
  assert.ok(hasCustomTexts(written))
  const emptied = setAnnouncementText(setAnnouncementText({}, place, 'It works.'), place, ' ')
  assert.ok(!hasCustomTexts(emptied))
  const values = { ...toAnnouncementValues({}), announcementTemplates: emptied }
  assert.deepEqual(toAnnouncementData(values).announcement_templates, {})
})

test('errors in the language that is not shown are listed where the language is chosen', async () => {
  const page: Partial<StatusPage> = { languages: ['en', 'pl'], incident_posts: 'published' }
  const html = await renderScreen({
    file: 'status-pages/announcement-texts.tsx',
    component: 'AnnouncementTexts',
    language: 'en',
    answers: [],
    properties: {
      values: toStatusPageValues({ page }, { language: 'en', zone: 'UTC' }),
      fieldErrors: new Map([
        ['announcement_templates.en.incident_title', ['Too long.']],
        ['announcement_templates.pl.incident_title', ['Unknown variable.']],
      ]),
      isReadOnly: false,
      onChange: () => undefined,
      onShow: () => undefined,
    },
  })
  assert.match(html, /Polish: Unknown variable\./)
  assert.doesNotMatch(html, /English: Too long\./, 'that one is at its field')
})
