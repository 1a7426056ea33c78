import type { CDPSession } from 'playwright-core'
import type { NetworkResponse, RequestEvent, ResourceTiming } from './protocol.ts'

/**
 * One request of a page, as the browser reports it. Times are in milliseconds: `wallTime` on the wall clock, the others
 * on the browser's monotonic clock.
 */
export interface LoggedRequest {
  readonly id: string
  readonly url: string
  readonly method: string
  /** The resource type: `Document`, `Script`, `Image`, … */
  readonly type: string
  readonly startedAt: number
  readonly wallTime: number
  readonly isMainDocument: boolean
  status: number | null
  mimeType: string
  protocol: string
  remoteAddress: string
  timing: ResourceTiming | null
  isConnectionReused: boolean
  respondedAt: number | null
  endedAt: number | null
  transferred: number
  /** Why the request failed, such as `net::ERR_…`. */
  error: string | null
  isCancelled: boolean
  redirectedTo: string | null
}

export interface RequestLog {
  readonly requests: readonly LoggedRequest[]
  /** The requested pages, without those that redirected elsewhere. */
  readonly documents: readonly LoggedRequest[]
  /** Requests that were not recorded, because there were too many. */
  readonly omitted: number
  /** Requests that have not ended. */
  readonly pending: readonly LoggedRequest[]
  /** When the last request began or ended, on our monotonic clock. */
  readonly changedAt: number
}

const maxRequests = 2_000
const maxUrlLength = 2_048

/** Records the requests of a page through the browser protocol, at a third of the cost of Playwright's HAR. */
export async function logRequests(session: CDPSession, now: () => number): Promise<RequestLog> {
  const requests: LoggedRequest[] = []
  const pendingById = new Map<string, LoggedRequest>()
  const state = { omitted: 0, changedAt: now(), mainFrame: '' }
  const end = (id: string, at: number, changes: Partial<LoggedRequest>): void => {
    const request = pendingById.get(id)
    if (request === undefined) return
    Object.assign(request, changes, { endedAt: at * 1000 })
    pendingById.delete(id)
    state.changedAt = now()
  }
  session.on('Network.requestWillBeSent', (event) => {
    state.changedAt = now()
    const { requestId, request, redirectResponse, timestamp } = event
    if (redirectResponse) {
      const redirected = pendingById.get(requestId)
      if (redirected)
        Object.assign(redirected, toResponseFields(redirectResponse), {
          redirectedTo: request.url.slice(0, maxUrlLength),
        })
      end(requestId, timestamp, { transferred: redirectResponse.encodedDataLength, respondedAt: timestamp * 1000 })
    }
    if (!/^https?:/.test(request.url)) return
    if (requests.length >= maxRequests) {
      state.omitted += 1
      return
    }
    const logged = toLoggedRequest(event, event.frameId === state.mainFrame)
    requests.push(logged)
    pendingById.set(requestId, logged)
  })
  session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const request = pendingById.get(requestId)
    if (request) Object.assign(request, toResponseFields(response), { respondedAt: timestamp * 1000 })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    end(requestId, timestamp, { transferred: encodedDataLength }),
  )
  session.on('Network.loadingFailed', ({ requestId, timestamp, errorText, canceled = false, blockedReason }) =>
    end(requestId, timestamp, {
      error: blockedReason ? `blocked: ${blockedReason}` : errorText,
      isCancelled: canceled,
    }),
  )
  const { frameTree } = await session.send('Page.getFrameTree')
  state.mainFrame = frameTree.frame.id
  await session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })
  return {
    requests,
    get documents() {
      return requests.filter(({ isMainDocument, redirectedTo }) => isMainDocument && redirectedTo === null)
    },
    get omitted() {
      return state.omitted
    },
    get pending() {
      return [...pendingById.values()]
    },
    get changedAt() {
      return state.changedAt
    },
  }
}

function toLoggedRequest(event: RequestEvent, isMainFrame: boolean): LoggedRequest {
  const { requestId, loaderId, request, timestamp, wallTime, type = 'Other' } = event
  return {
    id: requestId,
    url: request.url.slice(0, maxUrlLength),
    method: request.method,
    type,
    startedAt: timestamp * 1000,
    wallTime: wallTime * 1000,
    isMainDocument: isMainFrame && requestId === loaderId && type === 'Document',
    status: null,
    mimeType: '',
    protocol: '',
    remoteAddress: '',
    timing: null,
    isConnectionReused: false,
    respondedAt: null,
    endedAt: null,
    transferred: 0,
    error: null,
    isCancelled: false,
    redirectedTo: null,
  }
}

const toResponseFields = (response: NetworkResponse): Partial<LoggedRequest> => ({
  status: response.status,
  mimeType: response.mimeType,
  protocol: response.protocol ?? '',
  remoteAddress: response.remoteIPAddress ?? '',
  timing: response.timing ?? null,
  isConnectionReused: response.connectionReused,
})
