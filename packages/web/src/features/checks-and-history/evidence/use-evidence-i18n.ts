import { definePartTexts, usePartI18n } from '../../../app/i18n/part-i18n.ts'

const evidenceTexts = definePartTexts({
  en: async () => (await import('./messages.en.ts')).evidence,
  pl: async () => (await import('./messages.pl.ts')).evidence,
})

/** Like `useI18n`, but also with the texts of evidence and browser checks. */
export const useEvidenceI18n = () => usePartI18n(evidenceTexts)
