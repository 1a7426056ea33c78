import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bulletin, describeForChat, renderBulletinMail } from '@wachta/status-page'

const startTime = Date.parse('2026-11-18T13:32:00Z')
const endTime = Date.parse('2026-11-18T14:02:00Z')
const page = { title: 'Acme', url: 'https://status.example', timeZone: 'Europe/Warsaw' }
const look = { accentColour: '#1f5bc4', brandName: '', footer: '' }

const makeBulletin = (post: Partial<Bulletin['post']>, language: 'en' | 'pl' = 'en'): Bulletin => {
  const maintenance = { publicId: '7', kind: 'maintenance', title: 'New disks', impact: 'none' } as const
  const { state = 'scheduled' } = post
  return {
    page: { ...page, ...look },
    language,
    post: { ...maintenance, state, startTime, endTime, ...post },
    update: { publicId: '8', state, text: 'We replace disks.', time: Date.parse('2026-11-15T09:00:00Z') },
    components: [],
  }
}
const describeTimes = (post: Partial<Bulletin['post']>, language?: 'en' | 'pl') =>
  describeForChat(makeBulletin(post, language))['when']

test('the time of an update is not taken for that of the maintenance, whose window is named', () => {
  assert.equal(describeTimes({}), 'Planned for: 18 Nov, 14:32 – 15:02 CET · Posted: 15 Nov, 10:00 CET')
  assert.equal(describeTimes({}, 'pl'), 'Termin: 18 lis, 14:32 – 15:02 CET · Opublikowano: 15 lis, 10:00 CET')
  const { text, html } = renderBulletinMail(makeBulletin({}), { manageUrl: 'https://a', unsubscribeUrl: 'https://b' })
  for (const part of [text, html]) assert.match(part, /Planned for: 18 Nov, 14:32 – 15:02 CET · Posted: 15 Nov/)
})

test('a window names its second date and zone where they differ, and no end that is open', () => {
  const summer = Date.parse('2026-10-24T20:00:00Z')
  assert.match(
    describeTimes({ startTime: summer, endTime: summer + 12 * 3_600_000 }) ?? '',
    /^Planned for: 24 Oct, 22:00 (?:CEST|GMT\+2) – 25 Oct, 09:00 (?:CET|GMT\+1) · /,
  )
  assert.match(describeTimes({ endTime: null }) ?? '', /^Planned for: 18 Nov, 14:32 CET · Posted/)
})

test('incidents and maintenance that is over have no window', () => {
  assert.equal(describeTimes({ kind: 'incident', state: 'investigating' }), 'Posted: 15 Nov, 10:00 CET')
  assert.equal(describeTimes({ state: 'completed' }), 'Posted: 15 Nov, 10:00 CET')
})

test('maintenance that was cancelled is not called completed', () => {
  const getState = (endTime: number, language?: 'en' | 'pl') =>
    describeForChat(makeBulletin({ state: 'completed', endTime }, language))['state']
  assert.deepEqual(
    [getState(startTime), getState(startTime, 'pl'), getState(endTime)],
    [...['Cancelled', 'Odwołano', 'Completed']],
  )
})
