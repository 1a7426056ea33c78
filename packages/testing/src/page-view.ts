import { dayMs, listLastDays } from '@wachta/domain'
import type { ComponentView, PageView } from '@wachta/status-page'

/** Builds a status page as a reporter publishes it, with this number of components and posts. */
export function makePageView(changed: Partial<PageView> = {}, { components = 8, posts = 2 } = {}): PageView {
  const now = Date.now()
  return {
    version: 1,
    readAt: now,
    slug: 'shop',
    title: 'Shop',
    description: 'How our shop is doing.',
    url: 'https://status.example.com/shop',
    languages: ['en'],
    timeZone: 'Europe/Warsaw',
    theme: {
      appearance: 'auto',
      accentColour: '#0f766e',
      brandName: 'Shop',
      logo: null,
      favicon: null,
      homeUrl: 'https://shop.example.com',
      footer: 'Shop sp. z o.o.',
      contact: { text: null, emailAddress: 'help@shop.example.com', url: null },
    },
    isIndexed: true,
    availability: 'corrected',
    sections: [{ name: '', components: Array.from({ length: components }, (_, number) => makeView(number, now)) }],
    posts: Array.from({ length: posts }, (_, number) => ({
      publicId: makeId('p', number),
      kind: 'incident',
      title: `Payments were slow (${number})`,
      state: 'resolved',
      impact: 'minor',
      componentPublicIds: [makeId('c', 0)],
      startTime: now - (number + 1) * dayMs,
      endTime: now - (number + 1) * dayMs + 600_000,
      publishedAt: now - (number + 1) * dayMs,
      postMortem: '',
      updates: [
        { publicId: makeId('u', number), state: 'resolved', text: 'It is **over**.', time: now - (number + 1) * dayMs },
      ],
    })),
    ...changed,
  }
}

const makeView = (number: number, now: number): ComponentView => ({
  publicId: makeId('c', number),
  name: `Component ${number}`,
  description: '',
  status: 'operational',
  onlyShowIfDegraded: false,
  since: now - 365 * dayMs,
  days: listLastDays(90, 'Europe/Warsaw', now).map(({ date }) => ({ date, okSeconds: 86_390, countedSeconds: 86_400 })),
  availability: { okSeconds: 90 * 86_390, countedSeconds: 90 * 86_400 },
  responseTimes: null,
})

const makeId = (kind: string, number: number): string => `${kind}${number}`.padStart(16, '0')
