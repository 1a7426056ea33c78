import type { LocalizedText, Output } from '@wachta/cli'

const minIntervalMs = 1000

const stages: Readonly<Record<string, LocalizedText>> = {
  chain: { en: 'links of the hash chain', pl: 'ogniwa łańcucha skrótów' },
  records: { en: 'records compared with their seals', pl: 'zapisy porównane z pieczęciami' },
  history: {
    en: 'analyses of the history compared with their seals',
    pl: 'analizy z historii porównane z pieczęciami',
  },
  audit: { en: 'audit entries', pl: 'wpisy dziennika' },
  corrections: { en: 'corrections', pl: 'korekty' },
  database: { en: 'the database', pl: 'baza danych' },
  objects: { en: 'objects', pl: 'obiekty' },
  files: { en: 'files', pl: 'pliki' },
}

/** Prints progress at most once a second, and at every change of stage. */
export function createProgressReporter(out: Pick<Output, 'progress'>, now: () => number = Date.now) {
  let [lastPrintedAt, lastStage] = [0, '']
  return (stage: string, done: number, at?: Date): void => {
    if (stage === lastStage && now() - lastPrintedAt < minIntervalMs) return
    lastPrintedAt = now()
    lastStage = stage
    const { en, pl } = stages[stage] ?? { en: stage, pl: stage }
    const upTo = at ? `, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
    const count = done > 0 ? `: ${done}` : ' …'
    out.progress({ en: `${en}${count}${upTo}`, pl: `${pl}${count}${upTo}` })
  }
}
