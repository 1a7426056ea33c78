import type { Language } from '@wachta/domain'
import type { DigestState } from './digest-format.ts'

type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** The texts that the digests of all channels share. */
export interface DigestTexts {
  readonly incidents: PluralForms
  readonly states: Readonly<Record<DigestState, PluralForms>>
  readonly started: string
  readonly ended: string
  readonly zone: string
  readonly acknowledge: string
  readonly analysis: string
}

export const digestTexts: Readonly<Record<Language, DigestTexts>> = {
  en: {
    incidents: { one: 'incident', other: 'incidents' },
    states: {
      down: { other: 'down' },
      warning: { one: 'warning', other: 'warnings' },
      recovered: { other: 'recovered' },
      resolved: { other: 'resolved' },
    },
    started: '{{error_type}}, since {{start_time}}',
    ended: '{{error_type}}, from {{start_time}} to {{end_time}} ({{duration}})',
    zone: 'Times are in {{time_zone}}.',
    acknowledge: 'Acknowledge',
    analysis: 'View analysis',
  },
  pl: {
    incidents: { one: 'incydent', few: 'incydenty', other: 'incydentów' },
    states: {
      down: { one: 'awaria', few: 'awarie', other: 'awarii' },
      warning: { one: 'ostrzeżenie', few: 'ostrzeżenia', other: 'ostrzeżeń' },
      recovered: { one: 'powrót do działania', few: 'powroty do działania', other: 'powrotów do działania' },
      resolved: { one: 'zakończony alert', few: 'zakończone alerty', other: 'zakończonych alertów' },
    },
    started: '{{error_type}}, od {{start_time}}',
    ended: '{{error_type}}, od {{start_time}} do {{end_time}} ({{duration}})',
    zone: 'Strefa czasowa: {{time_zone}}.',
    acknowledge: 'Potwierdź incydent',
    analysis: 'Zobacz analizę',
  },
}

const plurals: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  pl: new Intl.PluralRules('pl'),
}

/** Writes a summary, such as "7 incidents: 5 down, 2 recovered". */
export function summarize(counts: readonly (readonly [DigestState, number])[], language: Language): string {
  const { incidents, states } = digestTexts[language]
  const write = (count: number, forms: PluralForms) =>
    `${count} ${forms[plurals[language].select(count)] ?? forms.other}`
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const parts = counts.filter(([, count]) => count > 0).map(([state, count]) => write(count, states[state]))
  return `${write(total, incidents)}: ${parts.join(', ')}`
}
