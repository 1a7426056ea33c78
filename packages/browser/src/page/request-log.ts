import type { CDPSession } from 'playwright-core'
import type { NetworkResponse, RequestEvent, ResourceTiming } from './protocol.ts'

/** One request of a page, as the browser reports it. Times are milliseconds on one clock. */
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
  /** `net::ERR_…`, why it failed. */
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
  /** The monotonic time of the browser at which the last request began or ended, on our clock. */
  readonly changedAt: number
}

const maxRequests = 2_000
const maxUrl = 2_048

/** Records the requests of a page. The protocol costs a third of what a recorded HAR of the library would. */
export async function logRequests(session: CDPSession, now: () => number): Promise<RequestLog> {
  const requests: LoggedRequest[] = []
  const running = new Map<string, LoggedRequest>()
  const state = { omitted: 0, changedAt: now(), mainFrame: '' }
  const end = (id: string, at: number, changes: Partial<LoggedRequest>): void => {
    const request = running.get(id)
    if (request === undefined) return
    Object.assign(request, changes, { endedAt: at * 1000 })
    running.delete(id)
    state.changedAt = now()
  }
  session.on('Network.requestWillBeSent', (event) => {
    state.changedAt = now()
    const { requestId, request, redirectResponse, timestamp } = event
    if (redirectResponse) {
      const before = running.get(requestId)
      if (before) Object.assign(before, respondedWith(redirectResponse), { redirectedTo: request.url.slice(0, maxUrl) })
      end(requestId, timestamp, { transferred: redirectResponse.encodedDataLength, respondedAt: timestamp * 1000 })
    }
    if (!/^https?:/.test(request.url)) return
    if (requests.length >= maxRequests) {
      state.omitted += 1
      return
    }
    const logged = toLogged(event, event.frameId === state.mainFrame)
    requests.push(logged)
    running.set(requestId, logged)
  })
  session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const request = running.get(requestId)
    if (request) Object.assign(request, respondedWith(response), { respondedAt: timestamp * 1000 })
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
      return [...running.values()]
    },
    get changedAt() {
      return state.changedAt
    },
  }
}

function toLogged(event: RequestEvent, isMainFrame: boolean): LoggedRequest {
  const { requestId, loaderId, request, timestamp, wallTime, type = 'Other' } = event
  return {
    id: requestId,
    url: request.url.slice(0, maxUrl),
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

const respondedWith = (response: NetworkResponse): Partial<LoggedRequest> => ({
  status: response.status,
  mimeType: response.mimeType,
  protocol: response.protocol ?? '',
  remoteAddress: response.remoteIPAddress ?? '',
  timing: response.timing ?? null,
  isConnectionReused: response.connectionReused,
})
