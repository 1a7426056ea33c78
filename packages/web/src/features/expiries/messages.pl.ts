import type { expiries as english } from './messages.en.ts'

export const expiries: Readonly<Record<keyof typeof english, string>> = {
  'expiries.nav': 'Terminy ważności',
  'expiries.title': 'Terminy ważności',
  'expiries.text': 'Kiedy wygasają certyfikaty i domeny Twoich usług, według ostatnich danych z sensorów.',
  'expiries.search': 'Szukaj po usłudze lub adresie',
  'expiries.kind': 'Typ',
  'expiries.anyKind': 'Certyfikaty i domeny',
  'expiries.kind.certificate': 'Certyfikat',
  'expiries.kind.domain': 'Domena',
  'expiries.service': 'Usługa',
  'expiries.state': 'Stan',
  'expiries.expired': '{kind, select, domain {Wygasła} other {Wygasł}}',
  'expiries.soon': 'Wkrótce wygaśnie',
  'expiries.later': '{kind, select, domain {Ważna} other {Ważny}}',
  'expiries.left': 'Pozostało',
  'expiries.days': '{days, plural, =0 {dzisiaj} one {# dzień} other {# dni}}',
  'expiries.ago': '{days, plural, =0 {dzisiaj} one {# dzień temu} other {# dni temu}}',
  'expiries.date': 'Wygasa',
  'expiries.group': 'Grupa',
  'expiries.emptyTitle': 'Nie ma jeszcze certyfikatów ani domen',
  'expiries.empty':
    'Certyfikaty usług z szyfrowanym połączeniem i domeny usług typu „Ważność domeny” pojawią się tutaj w ciągu 15 minut.',
  'expiries.nothing': 'Żaden certyfikat ani domena nie pasuje. Zmień lub wyczyść filtry.',
}
