import {
  drawAvailabilityBars,
  drawBudgetBurn,
  drawHourHeatMap,
  drawResponseTimeBands,
  type PrintedReport,
  type ReportBlock,
} from '../../src/index.ts'
import { type SampleTexts, sampleTexts } from './sample-texts.ts'

interface SampleOptions {
  readonly language?: 'en' | 'pl'
  readonly services?: number
  readonly rows?: number
}

const names = [
  'Shop: front page',
  'Shop: checkout',
  'Shop: search',
  'Customer panel',
  'API gateway v2',
  'API gateway v3',
  'Mail: SMTP',
  'Mail: IMAP',
  'Webmail',
  'DNS: ns1.bursztyn.example',
  'DNS: ns2.bursztyn.example',
  'Backups Łódź',
  'Backups Gdańsk',
  'Database, primary',
  'Database, replica',
  'Certificate *.zażółć.example',
  'VPN Kraków',
  'SIP trunk',
  'Git repository',
  'Documentation',
]

/** A monthly report of a made-up hosting company, about five pages; the same options give the same report. */
export function makeSampleReport({ language = 'en', services = 20, rows = 24 }: SampleOptions = {}): PrintedReport {
  const texts = sampleTexts[language]
  return {
    language,
    title: texts.title,
    subtitle: texts.subtitle,
    account: 'Żółw & Gęś S.A.',
    period: texts.period,
    generated: texts.generated,
    created_at: Date.UTC(2026, 10, 2, 6, 15),
    branding: {
      name: 'Bursztyn Hosting sp. z o.o.',
      colour: '#1c4f9c',
      logo: { media_type: 'image/svg+xml', content: new TextEncoder().encode(sampleLogo) },
      contact: ['noc@bursztyn.example', '+48 58 555 01 23', 'ul. Długa 12, 80-827 Gdańsk'],
    },
    introduction: texts.introduction,
    blocks: [
      ...summary(texts),
      { kind: 'page_break' },
      ...serviceTable(texts, services),
      ...timing(texts),
      ...incidents(texts, rows),
      ...method(texts),
    ],
    footer: texts.footer,
  }
}

function summary(texts: SampleTexts): ReportBlock[] {
  const random = createRandom(7)
  const days = dates.map((date, index) => ({ date, level: dayLevel(index, random) }))
  return [
    { kind: 'figures', items: texts.figures },
    { kind: 'heading', level: 2, text: texts.daily },
    {
      kind: 'chart',
      svg: drawAvailabilityBars(days, { target: 99.9, label: texts.dailyLabel, language: texts.language }),
      alt: texts.dailyAlt,
      caption: texts.dailyCaption,
    },
    { kind: 'heading', level: 2, text: texts.budget },
    {
      kind: 'chart',
      svg: drawBudgetBurn(
        dates.map((date, index) => ({
          date,
          left: 1 - index * 0.021 - (index > 8 ? 0.22 : 0) - (index > 21 ? 0.31 : 0),
        })),
        { label: texts.budgetLabel, language: texts.language },
      ),
      alt: texts.budgetAlt,
    },
    { kind: 'note', text: texts.budgetNote },
  ]
}

function serviceTable(texts: SampleTexts, count: number): ReportBlock[] {
  const random = createRandom(11)
  const rows = Array.from({ length: count }, (_, index) => {
    const level = 100 - (random() < 0.6 ? random() * 0.02 : random() * 0.3)
    const isMet = level >= 99.9
    const minutes = Math.round((100 - level) * 446.4)
    return [
      { text: names[index] ?? `Node ${index + 1}`, link: `https://watch.bursztyn.example/services/${index + 1}` },
      ['HTTPS', 'REST', 'SMTP', 'DNS', 'PostgreSQL'][index % 5] ?? '',
      isMet ? texts.percent(level) : { text: texts.percent(level), tone: 'bad' as const },
      texts.percent(99.9),
      minutes === 0 ? '–' : `${minutes} min`,
      String(Math.ceil(minutes / 25)),
      isMet ? { text: texts.met, tone: 'good' as const } : { text: texts.missed, tone: 'bad' as const },
    ]
  })
  const [name, type, level, target, downtime, outages, result] = texts.serviceColumns
  return [
    { kind: 'heading', level: 1, text: texts.services },
    { kind: 'paragraph', text: texts.servicesIntroduction },
    {
      kind: 'table',
      caption: texts.servicesCaption,
      columns: [
        { label: name, align: 'left' },
        { label: type, align: 'left' },
        { label: level, align: 'right' },
        { label: target, align: 'right' },
        { label: downtime, align: 'right' },
        { label: outages, align: 'right' },
        { label: result, align: 'left' },
      ],
      rows,
    },
  ]
}

function timing(texts: SampleTexts): ReportBlock[] {
  const random = createRandom(13)
  const levels = Array.from({ length: 168 }, (_, index) => {
    if (index >= 160) return null
    const isNight = index % 24 >= 1 && index % 24 <= 4
    return random() < (isNight ? 0.5 : 0.08) ? 100 - random() * (isNight ? 1.6 : 0.6) : 100
  })
  const points = dates.map((date, index) => {
    if (index === 16) return { date, average: null, minimum: null, maximum: null }
    const minimum = 120 + 16 * Math.sin(index / 4) + 14 * random()
    const average = minimum * 1.5 + 30 * random() + (index > 20 && index < 24 ? 180 : 0)
    return { date, average, minimum, maximum: average * (1.4 + random()) }
  })
  return [
    { kind: 'heading', level: 1, text: texts.timing },
    {
      kind: 'chart',
      svg: drawHourHeatMap(levels, { weekDays: texts.weekDays, label: texts.heatLabel, language: texts.language }),
      alt: texts.heatAlt,
      caption: texts.heatCaption,
    },
    { kind: 'heading', level: 2, text: texts.response },
    {
      kind: 'chart',
      svg: drawResponseTimeBands(points, { label: texts.responseLabel, unit: 'ms', language: texts.language }),
      alt: texts.responseAlt,
    },
  ]
}

function incidents(texts: SampleTexts, count: number): ReportBlock[] {
  const random = createRandom(17)
  const rows = Array.from({ length: count }, (_, index) => [
    `2026-10-${String(1 + Math.floor(random() * 31)).padStart(2, '0')} ${String(Math.floor(random() * 24)).padStart(2, '0')}:${String(Math.floor(random() * 60)).padStart(2, '0')}`,
    names[Math.floor(random() * names.length)] ?? '',
    `${1 + Math.floor(random() * 90)} min`,
    texts.causes[index % texts.causes.length] ?? '',
  ]).sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  const [start, service, lasted, cause] = texts.incidentColumns
  return [
    { kind: 'heading', level: 1, text: texts.incidents },
    {
      kind: 'table',
      columns: [
        { label: start, align: 'left' },
        { label: service, align: 'left' },
        { label: lasted, align: 'right' },
        { label: cause, align: 'left' },
      ],
      rows,
    },
  ]
}

const method = (texts: SampleTexts): ReportBlock[] => [
  { kind: 'heading', level: 1, text: texts.method },
  { kind: 'paragraph', text: texts.methodText },
  { kind: 'heading', level: 3, text: texts.settings },
  { kind: 'definitions', items: texts.definitions },
  { kind: 'note', text: texts.proof },
]

const dates = Array.from({ length: 31 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)

function dayLevel(index: number, random: () => number): number | null {
  if (index === 16) return null
  if (index === 8) return 99.62
  if (index === 21) return 98.9
  return random() < 0.75 ? 100 : 100 - random() * 0.14
}

/** Mulberry32: the same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const sampleLogo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><path d="M14 2c7 5.500 10 9.800 10 14.500a10 10 0 0 1-20 0C4 11.800 7 7.500 14 2z" fill="#e8a317"/><path d="M14 11c3 2.600 4.600 4.600 4.600 6.900a4.600 4.600 0 0 1-9.200 0c0-2.300 1.600-4.300 4.600-6.900z" fill="#fff" fill-opacity=".75"/></svg>'
