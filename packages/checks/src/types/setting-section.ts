import type { Localized } from '@wachta/domain'

/** The sections in which forms show settings, in this order. */
export const settingSections = {
  scenario: { pl: 'Scenariusz', en: 'Scenario' },
  browser: { pl: 'Przeglądarka', en: 'Browser' },
  request: { pl: 'Żądanie', en: 'Request' },
  authentication: { pl: 'Uwierzytelnianie', en: 'Authentication' },
  expectations: { pl: 'Oczekiwania', en: 'Expectations' },
  certificate: { pl: 'Certyfikat', en: 'Certificate' },
  budget: { pl: 'Budżet wydajności', en: 'Performance budget' },
  limits: { pl: 'Limity', en: 'Limits' },
  monitoring: { pl: 'Monitorowanie', en: 'Monitoring' },
} as const satisfies Readonly<Record<string, Localized>>

export type SettingSection = keyof typeof settingSections

/** The order of the sections. */
export const sectionIds = Object.keys(settingSections) as readonly SettingSection[]
