import type { CliLanguage, LocalizedText } from '../frame/localized-text.ts'
import type { OutputColumn } from '../frame/output.ts'
import { formatLocalTime, formatRelativeTime } from '../times/time-text.ts'
import type { LogEntry } from './logs.ts'

/** The title of the column of the subject, by kind of log, if it is not the service. */
const subjectTitles: Readonly<Record<string, LocalizedText>> = { audit: { en: 'Who', pl: 'Kto' } }
/** The title of the column of the details, by kind of log, if they do not begin with the alert rule. */
const detailsTitles: Readonly<Record<string, LocalizedText>> = {
  audit: { en: 'Change', pl: 'Zmiana' },
  status: { en: 'Description', pl: 'Opis' },
  notifications: { en: 'Notification', pl: 'Powiadomienie' },
}

interface EntryStyle {
  readonly kind: string
  readonly language: CliLanguage
  /** Formats the age of an entry; undefined while a log is followed, because a printed age would soon be wrong. */
  readonly now?: Date
}

/** The columns of a log for people: the local time, the subject and what happened to it. */
export function getEntryColumns({ kind, language, now }: EntryStyle): OutputColumn<LogEntry>[] {
  return [
    { title: { en: 'Time', pl: 'Czas' }, value: ({ time }) => formatLocalTime(time), isNeverCut: true },
    ...(now
      ? [{ title: { en: 'When', pl: 'Kiedy' }, value: ({ time }: LogEntry) => formatRelativeTime(time, now, language) }]
      : []),
    ...(kind === 'audit'
      ? []
      : [
          {
            title: { en: 'Status', pl: 'Stan' },
            value: ({ state }: LogEntry) => state?.[language],
            tone: ({ state }: LogEntry) => state?.tone,
            isNeverCut: true,
            width: 12,
          },
        ]),
    { title: subjectTitles[kind] ?? { en: 'Service', pl: 'Usługa' }, value: ({ subject }) => subject },
    {
      title: detailsTitles[kind] ?? { en: 'Alert rule', pl: 'Reguła alertu' },
      value: ({ details: text }) => text || null,
    },
  ]
}
