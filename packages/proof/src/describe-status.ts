import type { BilingualText } from './finding.ts'
import type { ReportVerification } from './report-evidence.ts'

const texts: Readonly<Record<ReportVerification['status'], BilingualText>> = {
  valid: {
    en: 'VALID: nothing was changed, and the signer is one you trust.',
    pl: 'POPRAWNY: nic nie zostało zmienione, a podpisał ktoś, komu ufasz.',
  },
  untrusted: {
    en: 'NOT PROVEN: no change was found, but the signer is not one you trust.',
    pl: 'BEZ DOWODU: nie znaleziono zmian, ale podpisujący nie jest na liście zaufanych.',
  },
  invalid: {
    en: 'INVALID: something was changed, or is not what it claims to be.',
    pl: 'NIEPOPRAWNY: coś zmieniono albo nie jest tym, za co się podaje.',
  },
}

/** Describes the verdict in one sentence. */
export const describeProofStatus = ({ status }: Pick<ReportVerification, 'status'>): BilingualText => texts[status]
