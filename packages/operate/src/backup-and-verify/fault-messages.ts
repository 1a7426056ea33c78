import type { LocalizedText } from '@wachta/cli'
import type { VerifyFault } from '@wachta/evidence'

/** Formats a time in UTC, with milliseconds if they are not zero. */
export const formatInstant = (time: Date): string =>
  `${time
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')} UTC`

/** Describes a fault: the record, and how it differs. */
export function describeFault(fault: VerifyFault): LocalizedText {
  const [what, how] = [describeRecord(fault), describeDifference(fault)]
  return { en: `${what.en}: ${how.en}`, pl: `${what.pl}: ${how.pl}` }
}

const recordNames = {
  analysis: { en: 'analysis', pl: 'analiza (analysis)' },
  history: { en: 'analysis in the history', pl: 'analiza w historii (ClickHouse)' },
  check_detail: { en: 'detail of a check (check_detail)', pl: 'szczegół sprawdzenia (check_detail)' },
} as const

function describeRecord(fault: VerifyFault): LocalizedText {
  switch (fault.table) {
    case 'seal':
      return { en: `link ${fault.number} of the hash chain`, pl: `ogniwo ${fault.number} łańcucha skrótów (seal)` }
    case 'audit': {
      const { tree_id, sequence, id } = fault
      const idNote = id === undefined ? '' : ` (id ${id})`
      return {
        en: `audit entry ${sequence}${idNote} of the account tree ${tree_id}`,
        pl: `wpis dziennika (audit) nr ${sequence}${idNote} drzewa kont ${tree_id}`,
      }
    }
    case 'correction': {
      const { id, service_id } = fault
      return { en: `correction ${id} of service ${service_id}`, pl: `korekta (correction) ${id} usługi ${service_id}` }
    }
    case 'seal_stamp':
      return {
        en: `time stamp of ${fault.day} on link ${fault.number}`,
        pl: `znacznik czasu (seal_stamp) z ${fault.day} na ogniwie ${fault.number}`,
      }
    case 'report_file': {
      const { report_id, type_id } = fault
      return { en: `file ${type_id} of report ${report_id}`, pl: `plik ${type_id} raportu (report) ${report_id}` }
    }
    default: {
      const { en, pl } = recordNames[fault.table]
      if (fault.fault === 'day_missing')
        return { en: `${en}, the whole day ${fault.day}`, pl: `${pl}, cały dzień ${fault.day}` }
      const { service_id, time } = fault
      const timeNote = time ? `, ${formatInstant(time)}` : ''
      return { en: `${en} of service ${service_id}${timeNote}`, pl: `${pl} usługi ${service_id}${timeNote}` }
    }
  }
}

const differenceMessages: Readonly<Record<string, LocalizedText>> = {
  'seal changed': { en: 'was changed after it was made', pl: 'zmienione po utworzeniu' },
  'seal missing': { en: 'is missing', pl: 'brak go' },
  'seal unlinked': { en: 'does not follow the link before it', pl: 'nie wynika z poprzedniego ogniwa' },
  'seal unreadable': {
    en: 'cannot be read by this version: it was made by a newer one',
    pl: 'nie do odczytania w tej wersji: utworzyła je nowsza',
  },
  'seal cut': {
    en: 'was noted earlier, but the chain ends before it: its end was cut off, or an older backup was restored',
    pl: 'zanotowano je wcześniej, lecz łańcuch kończy się przed nim: ucięto koniec albo przywrócono starszą kopię',
  },
  'seal other': {
    en: 'is not the one that was noted earlier: the chain was recreated',
    pl: 'nie jest tym, które zanotowano wcześniej: łańcuch utworzono na nowo',
  },
  'audit changed': { en: 'was changed', pl: 'zmieniony' },
  'audit missing': { en: 'an entry before it is missing', pl: 'brak wpisu przed nim' },
  'audit unlinked': { en: 'does not follow the entry before it', pl: 'nie wynika z poprzedniego wpisu' },
  'audit personal': { en: 'its personal data was changed', pl: 'zmieniono jego dane osobowe' },
  'audit cut': { en: 'was sealed but is missing', pl: 'był zapieczętowany, a go brak' },
  'audit other': { en: 'is not the one that was sealed', pl: 'nie jest tym, który zapieczętowano' },
  'report_file other': { en: 'is not the one that was sealed', pl: 'nie jest tym, który zapieczętowano' },
  'report_file missing': { en: 'was sealed but is missing', pl: 'był zapieczętowany, a go brak' },
  'seal_stamp unreadable': { en: 'is not a valid time stamp', pl: 'nie jest poprawnym znacznikiem czasu' },
  'seal_stamp other': {
    en: 'does not belong to this link: the chain was recreated, or the time stamp was replaced',
    pl: 'nie dotyczy tego ogniwa: łańcuch utworzono na nowo albo podmieniono znacznik',
  },
  'seal_stamp missing': { en: 'belongs to a link that is missing', pl: 'dotyczy ogniwa, którego brak' },
  'seal_stamp untrusted': {
    en: 'was issued by an authority that is not in TIME_STAMP_ROOTS',
    pl: 'wystawił urząd, którego nie ma w TIME_STAMP_ROOTS',
  },
  'correction missing': {
    en: 'is missing, but the audit log has no deletion of it',
    pl: 'brak jej, a dziennik nie mówi o usunięciu',
  },
  'correction added': {
    en: 'exists, but is not in the audit log',
    pl: 'istnieje, a dziennik nic o niej nie wie',
  },
  changed: { en: 'was changed after it was sealed', pl: 'zmieniono po zapieczętowaniu' },
  added: { en: 'was added after the time was sealed', pl: 'dodano po zapieczętowaniu tego czasu' },
  day_missing: { en: 'is missing, although older days exist', pl: 'brak go, choć starsze dni istnieją' },
}

function describeDifference(fault: VerifyFault): LocalizedText {
  if (fault.table === 'correction' && fault.fault === 'changed') {
    const fields = fault.fields?.join(', ') ?? ''
    return { en: `differs from the audit log (${fields})`, pl: `nie zgadza się z dziennikiem (${fields})` }
  }
  const isOfRecord = fault.table === 'analysis' || fault.table === 'history' || fault.table === 'check_detail'
  if (isOfRecord && fault.fault !== 'day_missing') {
    if (fault.fault === 'missing') return describeMissing(fault)
    const window = formatInstant(fault.window_start)
    if (fault.fault === 'unfound')
      return {
        en: `one of the records in the 15 minutes from ${window} was changed; which one cannot be determined`,
        pl: `zmieniono jeden z zapisów kwadransa od ${window}; nie można ustalić który`,
      }
  }
  return (
    differenceMessages[`${fault.table} ${fault.fault}`] ??
    differenceMessages[fault.fault] ?? { en: fault.fault, pl: fault.fault }
  )
}

function describeMissing({
  after,
  before,
  window_start,
}: {
  after?: Date | null
  before?: Date | null
  window_start: Date
}): LocalizedText {
  if (after && before)
    return {
      en: `a record between ${formatInstant(after)} and ${formatInstant(before)} is missing`,
      pl: `brak zapisu między ${formatInstant(after)} a ${formatInstant(before)}`,
    }
  if (after)
    return { en: `a record after ${formatInstant(after)} is missing`, pl: `brak zapisu po ${formatInstant(after)}` }
  if (before)
    return {
      en: `a record before ${formatInstant(before)} is missing`,
      pl: `brak zapisu przed ${formatInstant(before)}`,
    }
  const window = formatInstant(window_start)
  return {
    en: `all records in the 15 minutes from ${window} are missing`,
    pl: `brak wszystkich zapisów z kwadransa od ${window}`,
  }
}
