import { type DnsDiagnostic, hasSymbol } from '@wachta/client'

const pollIntervalMs = 1500

/** Returns the delay until a result is requested again; false if it is complete or has been deleted. */
export const getResultPollInterval = (status: DnsDiagnostic['status'] | undefined, error: unknown): number | false =>
  status === 'completed' || hasSymbol(error, 'not_found') ? false : pollIntervalMs
