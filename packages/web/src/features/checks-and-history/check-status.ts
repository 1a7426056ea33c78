import type { Check } from '@wachta/client'
import type { Status } from '../../ui/status-mark.tsx'

/** The mark of the result of a check. */
export const checkStatus: Readonly<Record<Check['result'], Status>> = { ok: 'ok', error: 'failure', unknown: 'unknown' }
