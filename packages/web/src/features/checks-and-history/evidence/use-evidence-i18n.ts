import { definePartTexts, usePartI18n } from '../../../app/i18n/part-i18n.ts'

const evidenceTexts = definePartTexts({
  en: async () => (await import('./messages.en.ts')).evidence,
  pl: async () => (await import('./messages.pl.ts')).evidence,
})

/** The texts of evidence and of browser checks besides all others. */
export const useEvidenceI18n = () => usePartI18n(evidenceTexts)
