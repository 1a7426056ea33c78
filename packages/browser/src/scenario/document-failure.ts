import { CheckFailure, createStatusFailure } from '@wachta/checks'
import { toNavigationFailure } from '../failures.ts'
import type { ProxyConnection } from '../guard-proxy.ts'
import type { LoggedRequest } from '../page/request-log.ts'
import { okStatuses } from './actions.ts'

type Document = Pick<LoggedRequest, 'url' | 'status' | 'error' | 'isCancelled'>

/** Whether a navigation has an outcome. Until then, it explains only the failure of a step that ran out of time. */
export const isAnswered = ({ status, error }: Pick<Document, 'status' | 'error'>): boolean =>
  status !== null || error !== null

/** Returns the error of the last navigation; null if it has none. */
export function findDocumentFailure(
  documents: readonly Document[],
  connections: readonly ProxyConnection[],
): CheckFailure | null {
  const document = documents.at(-1)
  if (document === undefined) return null
  const { url, error, status, isCancelled } = document
  // If a page turns out to be a download, the browser cancels its request.
  if (error !== null) return isCancelled ? null : toNavigationFailure(error, url, connections)
  if (status === null) return new CheckFailure('timeout_first_byte', `${url} did not answer in time`)
  return status < 400 ? null : createStatusFailure(status, okStatuses)
}
