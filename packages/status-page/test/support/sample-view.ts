import { dayMs, hourMs, minuteMs } from '@wachta/domain'
import type { ComponentView, PageTheme, PageView, PostView } from '../../src/view.ts'

/** A Wednesday afternoon, 15:32 in Warsaw. */
export const sampleNow = Date.UTC(2026, 10, 18, 14, 32)

const theme: PageTheme = {
  appearance: 'auto',
  accentColour: '#0f766e',
  brandName: 'Nordlicht Energy',
  logo: null,
  favicon: null,
  homeUrl: 'https://nordlicht.example',
  footer: 'Nordlicht Energy sp. z o.o., ul. Morska 17, 81-323 Gdynia',
  contact: {
    text: 'Our support answers every day from 7 to 22.',
    emailAddress: 'support@nordlicht.example',
    url: 'https://nordlicht.example/help',
  },
}

/** A page of a customer on an eventful day. */
export const makeSampleView = (changed: Partial<PageView> = {}): PageView => ({
  version: 1,
  readAt: sampleNow,
  slug: 'nordlicht',
  title: 'Nordlicht status',
  description: 'How our customer portal, our API and our charging stations are doing.',
  url: 'https://status.example/nordlicht',
  languages: ['en', 'pl'],
  timeZone: 'Europe/Warsaw',
  theme,
  isIndexed: true,
  availability: 'corrected',
  subscribeUrl: 'https://wachta.example.com/subscribe/acme',
  // The point that RFC 8292 gives as an example.
  pushKey: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  sections: [
    {
      name: 'Customer portal',
      components: [
        makeComponent(1, { name: 'Sign-in', responseTimes: makeResponseTimes(180) }),
        makeComponent(2, {
          name: 'Invoices and payments',
          description: 'Cards, transfers and direct debit.',
          status: 'partial_outage',
        }),
        makeComponent(3, { name: 'Mobile app', status: 'degraded_performance' }),
      ],
    },
    {
      name: 'Charging network',
      components: [
        makeComponent(4, { name: 'Stations in Poland', status: 'under_maintenance' }),
        makeComponent(5, { name: 'Stations in Lithuania', since: sampleNow - 40 * dayMs }),
        makeComponent(6, { name: 'Roaming partners', onlyShowIfDegraded: true }),
      ],
    },
    {
      name: '',
      components: [
        makeComponent(7, { name: 'API', responseTimes: makeResponseTimes(62) }),
        makeComponent(8, { name: 'Webhooks', days: null, availability: null }),
      ],
    },
  ],
  posts: [planned, current, inProgress, resolved, older],
  ...changed,
})

/** A page on which nothing has happened. */
export function makeQuietView(): PageView {
  const view = makeSampleView({ posts: [] })
  const sections = view.sections.map((section) => ({
    ...section,
    components: section.components.map((each) => ({ ...each, status: 'operational' as const })),
  }))
  return { ...view, sections }
}

/** So many components with 90 eventful days each. */
export const makeLargeView = (count: number): PageView =>
  makeSampleView({
    sections: [0, 1, 2].map((section) => ({
      name: `Section ${section}`,
      components: Array.from({ length: count / 3 }, (_, index) =>
        makeComponent(100 + section * 50 + index, {
          name: `Component ${section}-${index}`,
          responseTimes: makeResponseTimes(100 + index),
        }),
      ),
    })),
  })

export const makePublicId = (number: number): string => number.toString(36).padStart(16, 'c')

function makeComponent(number: number, changed: Partial<ComponentView> = {}): ComponentView {
  const since = changed.since ?? sampleNow - 400 * dayMs
  const days = Array.from({ length: 90 }, (_, index) => {
    const start = sampleNow - (89 - index) * dayMs
    const downSeconds = index % 31 === (number * 7) % 31 ? ((index * number * 613) % 9000) + 60 : 0
    const countedSeconds = start < since ? 0 : 86_400
    return { date: toDate(start), okSeconds: Math.max(0, countedSeconds - downSeconds), countedSeconds }
  })
  return {
    publicId: makePublicId(number),
    name: `Component ${number}`,
    description: '',
    status: 'operational',
    onlyShowIfDegraded: false,
    since,
    days,
    availability: {
      okSeconds: days.reduce((sum, day) => sum + day.okSeconds, 0),
      countedSeconds: days.reduce((sum, day) => sum + day.countedSeconds, 0),
    },
    responseTimes: null,
    ...changed,
  }
}

function makeResponseTimes(base: number) {
  return Array.from({ length: 90 }, (_, index) => ({
    date: toDate(sampleNow - (89 - index) * dayMs),
    meanMs: index % 37 === 20 ? null : base + ((index * 7919) % 23) + (index > 70 && index < 76 ? base / 2 : 0),
  }))
}

const toDate = (instant: number) => new Date(instant).toISOString().slice(0, 10)

const current: PostView = {
  publicId: 'pincident0000001',
  kind: 'incident',
  title: 'Card payments fail for some customers',
  state: 'identified',
  impact: 'major',
  componentPublicIds: [makePublicId(2), makePublicId(3), makePublicId(6)],
  startTime: sampleNow - 55 * minuteMs,
  endTime: null,
  publishedAt: sampleNow - 50 * minuteMs,
  postMortem: '',
  updates: [
    {
      publicId: 'uincident0000002',
      state: 'identified',
      text: 'Our payment provider confirmed a fault of its **card gateway**. Transfers and direct debit work.\n\nWhat you can do:\n\n- pay by transfer, or\n- try again later: nothing is charged twice.\n\nDetails: [status of the provider](https://provider.example/status).',
      time: sampleNow - 20 * minuteMs,
    },
    {
      publicId: 'uincident0000001',
      state: 'investigating',
      text: 'Some card payments are declined with the code `gateway_timeout`. We are looking for the cause.',
      time: sampleNow - 50 * minuteMs,
    },
  ],
}

const inProgress: PostView = {
  publicId: 'pmaintenance0001',
  kind: 'maintenance',
  title: 'New firmware for stations in Poland',
  state: 'in_progress',
  impact: 'maintenance',
  componentPublicIds: [makePublicId(4)],
  startTime: sampleNow - 2 * hourMs,
  endTime: sampleNow + 3 * hourMs,
  publishedAt: sampleNow - 5 * dayMs,
  postMortem: '',
  updates: [
    {
      publicId: 'umaintenance0001',
      state: 'in_progress',
      text: 'Stations restart one after the other; each is away for about *four minutes*.',
      time: sampleNow - 2 * hourMs,
    },
  ],
}

const planned: PostView = {
  publicId: 'pmaintenance0002',
  kind: 'maintenance',
  title: 'Move of the database to a new server',
  state: 'scheduled',
  impact: 'maintenance',
  componentPublicIds: [makePublicId(1), makePublicId(7)],
  startTime: sampleNow + 4 * dayMs,
  endTime: sampleNow + 4 * dayMs + 2 * hourMs,
  publishedAt: sampleNow - dayMs,
  postMortem: '',
  updates: [
    {
      publicId: 'umaintenance0002',
      state: 'scheduled',
      text: 'The portal is read-only during the move.',
      time: sampleNow - dayMs,
    },
  ],
}

const resolved: PostView = {
  publicId: 'pincident0000002',
  kind: 'incident',
  title: 'Slow sign-in',
  state: 'resolved',
  impact: 'minor',
  componentPublicIds: [makePublicId(1)],
  startTime: sampleNow - 6 * dayMs,
  endTime: sampleNow - 6 * dayMs + 74 * minuteMs,
  publishedAt: sampleNow - 6 * dayMs + 5 * minuteMs,
  postMortem:
    'A new index was built while customers signed in.\n\n1. We build indexes at night now.\n2. An alert watches the time of sign-ins.',
  updates: [
    {
      publicId: 'uincident0000004',
      state: 'resolved',
      text: 'Sign-in takes less than a second again.',
      time: sampleNow - 6 * dayMs + 74 * minuteMs,
    },
    {
      publicId: 'uincident0000003',
      state: 'monitoring',
      text: 'We stopped what slowed the database down.',
      time: sampleNow - 6 * dayMs + 50 * minuteMs,
    },
  ],
}

const older: PostView = {
  publicId: 'pincident0000003',
  kind: 'incident',
  title: 'Stations in Lithuania offline',
  state: 'resolved',
  impact: 'critical',
  componentPublicIds: [makePublicId(5)],
  startTime: sampleNow - 33 * dayMs,
  endTime: sampleNow - 33 * dayMs + 26 * hourMs,
  publishedAt: sampleNow - 33 * dayMs,
  postMortem: '',
  updates: [
    {
      publicId: 'uincident0000005',
      state: 'resolved',
      text: 'The mobile network of the stations works again.',
      time: sampleNow - 32 * dayMs,
    },
  ],
}
