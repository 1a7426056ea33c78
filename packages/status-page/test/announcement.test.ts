import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  announcementTexts,
  announcementTitles,
  announcementVariables,
  builtInAnnouncements,
  languages,
} from '@wachta/domain'
import { type AnnouncementFacts, renderAnnouncementText, renderAnnouncementTitle } from '../src/announcement.ts'
import { stripMarkdown } from '../src/markdown.ts'

const facts: AnnouncementFacts = {
  languages: ['pl', 'en'],
  templates: {},
  timeZone: 'Europe/Warsaw',
  pageTitle: 'Acme',
  componentNames: ['Shop', 'Mail'],
  startTime: Date.parse('2026-11-18T13:32:00Z'),
  endTime: Date.parse('2026-11-18T14:02:00Z'),
}
const english: AnnouncementFacts = { ...facts, languages: ['en'] }

test('a post speaks all languages of its page, with times in its zone', () => {
  assert.equal(renderAnnouncementTitle(facts, 'incident_title'), 'Awaria: Shop, Mail / Outage: Shop, Mail')
  assert.equal(
    renderAnnouncementText(facts, 'resolved_text'),
    'Awaria została usunięta. Trwała od 18 lis, 14:32 CET do 18 lis, 15:02 CET. Dotyczyła: Shop, Mail.\n\n' +
      'The outage is over. It lasted from 18 Nov, 14:32 CET to 18 Nov, 15:02 CET. Affected: Shop, Mail.',
  )
})

test('templates of the page replace the built-in texts, one by one and in each language', () => {
  const templates = {
    en: { incident_text: '{{ page_title }}: {{components}} since {{start}}{{end}}', completed_text: '' },
  } as const
  const own = { ...facts, templates, endTime: null }
  assert.equal(
    renderAnnouncementText(own, 'incident_text'),
    'Od 18 lis, 14:32 CET obserwujemy awarię. Dotyczy: Shop, Mail. Ustalamy przyczynę.\n\nAcme: Shop, Mail since 18 Nov, 14:32 CET',
  )
  assert.match(renderAnnouncementText(own, 'completed_text'), /The maintenance is completed\.$/)
  const same = { ...facts, templates: { en: { completed_text: 'Done' }, pl: { completed_text: 'Done' } } }
  assert.equal(renderAnnouncementText(same, 'completed_text'), 'Done')
})

test('names are text, whatever is in them, and many are counted', () => {
  const named = { ...english, componentNames: ['*a* {{start}}', '[b](c)', '_d_', 'e', 'f'] }
  assert.equal(renderAnnouncementTitle(named, 'incident_title'), 'Outage: *a* {{start}}, [b](c), _d_ and 2 more')
  const text = stripMarkdown(renderAnnouncementText(named, 'incident_text'))
  assert.match(text, /Affected: \*a\* \{\{start\}\}, \[b\]\(c\), _d_, e, f\./)
  assert.match(renderAnnouncementText({ ...english, componentNames: [] }, 'incident_text'), /Affected: Acme\./)
  const long = { ...english, componentNames: ['😀'.repeat(100), 'x'.repeat(100), 'y'.repeat(100)] }
  assert.equal([...renderAnnouncementTitle(long, 'incident_title')].length, 200)
})

test('built-in texts exist in every language, with known variables only', () => {
  for (const language of languages)
    for (const name of [...announcementTitles, ...announcementTexts]) {
      const used = [...builtInAnnouncements[language][name].matchAll(/\{\{(.*?)\}\}/g)].map(([, variable]) => variable)
      assert.deepEqual(
        used.filter((one) => !announcementVariables.some((known) => known === one)),
        [],
      )
      assert.ok(builtInAnnouncements[language][name].length > 10)
    }
})
