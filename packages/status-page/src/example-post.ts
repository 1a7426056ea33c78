import { builtInAnnouncements } from '@wachta/domain/announcement-text'
import { dayMs, hourMs, minuteMs } from '@wachta/domain/time-units'
import { type AnnouncementFacts, renderAnnouncementText, renderAnnouncementTitle } from './announcement.ts'
import type { PageLanguage, PostView, UpdateView } from './view.ts'

/** Posts that a page can write by itself; together they have all texts. */
export const examplePostKinds = ['incident', 'maintenance', 'cancelled'] as const
export type ExamplePostKind = (typeof examplePostKinds)[number]

/** What an editor knows of the page and of its texts. */
export type ExampleFacts = Omit<AnnouncementFacts, 'startTime' | 'endTime'>

/** Invents an automatic post from its begin to its end, so that authors see their texts in place. */
export function makeExamplePost(kind: ExamplePostKind, facts: ExampleFacts, now: number): PostView {
  return kind === 'incident'
    ? makeIncident(facts, now)
    : makeMaintenance(facts, { now, isCancelled: kind === 'cancelled' })
}

/** The texts of a language that a page has unless it has its own. */
export const getBuiltInTexts = (language: PageLanguage) => builtInAnnouncements[language]

function makeIncident(facts: ExampleFacts, now: number): PostView {
  const startTime = now - 50 * minuteMs
  const endTime = now - 10 * minuteMs
  const open = { ...facts, startTime, endTime: null }
  const over = { ...open, endTime }
  return {
    ...makePost(over),
    kind: 'incident',
    title: renderAnnouncementTitle(open, 'incident_title'),
    state: 'resolved',
    impact: 'major',
    updates: [
      makeUpdate('resolved', renderAnnouncementText(over, 'resolved_text'), endTime),
      makeUpdate('investigating', renderAnnouncementText(open, 'incident_text'), startTime + 5 * minuteMs),
    ],
  }
}

/** It is moved by a day once, because that is a text too. */
function makeMaintenance(facts: ExampleFacts, { now, isCancelled }: { now: number; isCancelled: boolean }): PostView {
  const startTime = now - 3 * hourMs
  const endTime = now - hourMs
  const planned = { ...facts, startTime: startTime - dayMs, endTime: endTime - dayMs }
  const moved = { ...facts, startTime, endTime }
  const announced = makeUpdate('scheduled', renderAnnouncementText(planned, 'maintenance_text'), startTime - 3 * dayMs)
  const updates = isCancelled
    ? [makeUpdate('completed', renderAnnouncementText(planned, 'cancelled_text'), startTime - 2 * dayMs)]
    : [
        makeUpdate('completed', renderAnnouncementText(moved, 'completed_text'), endTime),
        makeUpdate('in_progress', renderAnnouncementText(moved, 'started_text'), startTime),
        makeUpdate('scheduled', renderAnnouncementText(moved, 'rescheduled_text'), startTime - 2 * dayMs),
      ]
  return {
    ...makePost(isCancelled ? planned : moved),
    kind: 'maintenance',
    title: renderAnnouncementTitle(planned, 'maintenance_title'),
    state: 'completed',
    impact: 'maintenance',
    updates: [...updates, announced],
  }
}

const makePost = ({ startTime, endTime }: Pick<AnnouncementFacts, 'startTime' | 'endTime'>) => ({
  publicId: 'example',
  componentPublicIds: [],
  startTime,
  endTime,
  publishedAt: startTime,
  postMortem: '',
})

const makeUpdate = (state: UpdateView['state'], text: string, time: number): UpdateView => ({
  publicId: `${state}-${time}`,
  state,
  text,
  time,
})
