import { CheckFailure, createStatusFailure } from '@wachta/checks'
import { toNavigationFailure } from '../failures.ts'
import type { ProxyConnection } from '../guard-proxy.ts'
import type { LoggedRequest } from '../page/request-log.ts'
import { okStatuses } from './actions.ts'

type Document = Pick<LoggedRequest, 'url' | 'status' | 'error' | 'isCancelled'>

/** Whether a navigation has an outcome. Without one, only a step whose time is up may blame it. */
export const isAnswered = ({ status, error }: Pick<Document, 'status' | 'error'>): boolean =>
  status !== null || error !== null

/** The error of the last navigation; null if the page loaded. */
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
