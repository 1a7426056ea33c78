import { builtInAnnouncements } from '@wachta/domain/announcement-text'
import { dayMs, hourMs, minuteMs } from '@wachta/domain/time-units'
import { type AnnouncementFacts, renderAnnouncementText, renderAnnouncementTitle } from './announcement.ts'
import type { PageLanguage, PostView, UpdateView } from './view.ts'

/** The kinds of posts that a page can create automatically; their examples contain all templates. */
export const examplePostKinds = ['incident', 'maintenance', 'cancelled'] as const
export type ExamplePostKind = (typeof examplePostKinds)[number]

/** The facts that an editor has about the page and its templates. */
export type ExampleFacts = Omit<AnnouncementFacts, 'startTime' | 'endTime'>

/** Invents an automatic post with all its updates, so that authors see their texts in context. */
export function makeExamplePost(kind: ExamplePostKind, facts: ExampleFacts, now: number): PostView {
  return kind === 'incident'
    ? makeIncident(facts, now)
    : makeMaintenance(facts, { now, isCancelled: kind === 'cancelled' })
}

/** The built-in texts of a language, for pages without their own. */
export const getBuiltInTexts = (language: PageLanguage) => builtInAnnouncements[language]

function makeIncident(facts: ExampleFacts, now: number): PostView {
  const startTime = now - 50 * minuteMs
  const endTime = now - 10 * minuteMs
  const ongoing = { ...facts, startTime, endTime: null }
  const ended = { ...ongoing, endTime }
  return {
    ...makePost(ended),
    kind: 'incident',
    title: renderAnnouncementTitle(ongoing, 'incident_title'),
    state: 'resolved',
    impact: 'major',
    updates: [
      makeUpdate('resolved', renderAnnouncementText(ended, 'resolved_text'), endTime),
      makeUpdate('investigating', renderAnnouncementText(ongoing, 'incident_text'), startTime + 5 * minuteMs),
    ],
  }
}

/** The maintenance is rescheduled by a day once, to show the text for that too. */
function makeMaintenance(facts: ExampleFacts, { now, isCancelled }: { now: number; isCancelled: boolean }): PostView {
  const startTime = now - 3 * hourMs
  const endTime = now - hourMs
  const planned = { ...facts, startTime: startTime - dayMs, endTime: endTime - dayMs }
  const rescheduled = { ...facts, startTime, endTime }
  const announcement = makeUpdate(
    'scheduled',
    renderAnnouncementText(planned, 'maintenance_text'),
    startTime - 3 * dayMs,
  )
  const updates = isCancelled
    ? [makeUpdate('completed', renderAnnouncementText(planned, 'cancelled_text'), startTime - 2 * dayMs)]
    : [
        makeUpdate('completed', renderAnnouncementText(rescheduled, 'completed_text'), endTime),
        makeUpdate('in_progress', renderAnnouncementText(rescheduled, 'started_text'), startTime),
        makeUpdate('scheduled', renderAnnouncementText(rescheduled, 'rescheduled_text'), startTime - 2 * dayMs),
      ]
  return {
    ...makePost(isCancelled ? { ...planned, endTime: planned.startTime } : rescheduled),
    kind: 'maintenance',
    title: renderAnnouncementTitle(planned, 'maintenance_title'),
    state: 'completed',
    impact: 'maintenance',
    updates: [...updates, announcement],
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
