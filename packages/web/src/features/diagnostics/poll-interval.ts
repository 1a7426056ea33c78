import { type DnsDiagnostic, hasSymbol } from '@wachta/client'

const pollIntervalMs = 1500

/** How soon a result is asked for again; false if it is complete, or deleted because its time was over. */
export const getResultPollInterval = (status: DnsDiagnostic['status'] | undefined, error: unknown): number | false =>
  status === 'completed' || hasSymbol(error, 'not_found') ? false : pollIntervalMs
