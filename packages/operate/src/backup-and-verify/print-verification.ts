import type { LocalizedText, Output } from '@wachta/cli'
import type { VerifyResult } from '@wachta/evidence'
import { writeHead } from '@wachta/evidence/head'
import { describeFault, formatInstant } from './fault-messages.ts'

/** Prints what was verified, what could not be verified, and the faults. */
export function printVerification(out: Output, verified: VerifyResult): void {
  for (const text of [...describeScope(verified), ...describeUnverified(verified)]) out.print(text)
  for (const fault of verified.faults) {
    const { en, pl } = describeFault(fault)
    out.print({ en: `  ✗ ${en}`, pl: `  ✗ ${pl}` })
  }
  const unlistedCount = verified.faultCount - verified.faults.length
  if (unlistedCount > 0) out.print({ en: `  … and ${unlistedCount} more`, pl: `  … i jeszcze ${unlistedCount}` })
  out.print(
    verified.faultCount === 0
      ? { en: 'Nothing differs from what was recorded.', pl: 'Wszystko zgadza się z tym, co zapisano.' }
      : {
          en: `Records that differ from what was recorded: ${verified.faultCount}. Save this output and the newest backup before you do anything else.`,
          pl: `Zapisy, które różnią się od tego, co zapisano pierwotnie: ${verified.faultCount}. Zachowaj ten wynik i najnowszą kopię, zanim zrobisz cokolwiek innego.`,
        },
  )
}

function describeScope(verified: VerifyResult): LocalizedText[] {
  const { links, head, stamps, sealedTo, analyses, details, history, audit, corrections } = verified
  const sealed: LocalizedText = sealedTo
    ? {
        en: `Links of the hash chain: ${links}; sealed up to ${formatInstant(sealedTo)}.`,
        pl: `Ogniwa łańcucha skrótów: ${links}; zapieczętowano do ${formatInstant(sealedTo)}.`,
      }
    : {
        en: 'Nothing is sealed yet; the reporter seals the record every 15 minutes.',
        pl: 'Nic jeszcze nie zapieczętowano; robi to reporter co kwadrans.',
      }
  const headLine: LocalizedText[] = head
    ? [{ en: `Head: ${writeHead(head)}`, pl: `Koniec łańcucha: ${writeHead(head)}` }]
    : []
  return [
    sealed,
    ...headLine,
    ...(stamps.last
      ? [
          {
            en: `Time stamps of the chain: ${stamps.count}, the newest of ${formatInstant(stamps.last)}.`,
            pl: `Znaczniki czasu łańcucha: ${stamps.count}, najnowszy z ${formatInstant(stamps.last)}.`,
          },
        ]
      : []),
    {
      en: `Compared with their seals: analyses ${analyses.checked}, details of checks ${details.checked}.`,
      pl: `Porównano z pieczęciami: analizy ${analyses.checked}, szczegóły sprawdzeń ${details.checked}.`,
    },
    ...(history
      ? [
          {
            en: `Analyses of the history compared with the same seals: ${history.checked}.`,
            pl: `Analizy z historii porównane z tymi samymi pieczęciami: ${history.checked}.`,
          },
        ]
      : []),
    {
      en: `Audit entries: ${audit.entries} in ${audit.trees} chains. Corrections compared with the audit log: ${corrections}.`,
      pl: `Wpisy dziennika: ${audit.entries}, łańcuchów: ${audit.trees}. Korekty porównane z dziennikiem: ${corrections}.`,
    },
  ]
}

function describeUnverified({ analyses, details, sealedTo }: VerifyResult): LocalizedText[] {
  const since = sealedTo ? formatInstant(sealedTo) : '–'
  const formatBothCounts = (count: (counts: VerifyResult['analyses']) => number): LocalizedText | undefined =>
    count(analyses) + count(details) === 0
      ? undefined
      : {
          en: `analyses ${count(analyses)}, details ${count(details)}`,
          pl: `analizy ${count(analyses)}, szczegóły ${count(details)}`,
        }
  const [unsealed, pending, unprovable, expired, erased] = [
    formatBothCounts((counts) => counts.unsealed),
    formatBothCounts((counts) => counts.pending),
    formatBothCounts((counts) => counts.unprovable),
    formatBothCounts((counts) => counts.expiredDays),
    formatBothCounts((counts) => counts.erased),
  ]
  return [
    unsealed && {
      en: `Not sealed yet, because they are newer than ${since}: ${unsealed.en}. A change in them cannot be found.`,
      pl: `Jeszcze niezapieczętowane, bo nowsze niż ${since}: ${unsealed.pl}. Zmiany w nich nie da się wykryć.`,
    },
    pending && {
      en: `Amended by late results, waiting for their new seal: ${pending.en}.`,
      pl: `Uzupełnione przez spóźnione wyniki, czekają na nową pieczęć: ${pending.pl}.`,
    },
    unprovable && {
      en: `Covered by a broken seal, so they cannot be verified: ${unprovable.en}.`,
      pl: `Z czasu, którego pieczęć jest naruszona, więc nie można ich zweryfikować: ${unprovable.pl}.`,
    },
    expired && {
      en: `Sealed days whose content has expired and was deleted: ${expired.en}.`,
      pl: `Zapieczętowane dni, których treść usunięto po upływie okresu przechowywania: ${expired.pl}.`,
    },
    erased && {
      en: `Erased with their accounts: ${erased.en}.`,
      pl: `Usunięte wraz z kontami, do których należały: ${erased.pl}.`,
    },
  ].filter((text) => text !== undefined)
}
