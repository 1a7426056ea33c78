/*
 * The parts of protocol events that this package reads. Playwright types the events, but exports no types of their
 * parts.
 */

/** Milliseconds after `requestTime`, which is in seconds; -1 for phases that did not happen. */
export interface ResourceTiming {
  readonly requestTime: number
  readonly connectStart: number
  readonly connectEnd: number
  readonly sslStart: number
  readonly sslEnd: number
  readonly sendStart: number
  readonly sendEnd: number
  readonly receiveHeadersEnd: number
}

export interface NetworkResponse {
  readonly status: number
  readonly mimeType: string
  readonly protocol?: string
  readonly remoteIPAddress?: string
  readonly timing?: ResourceTiming
  readonly connectionReused: boolean
  readonly encodedDataLength: number
}

export interface RequestEvent {
  readonly requestId: string
  readonly loaderId: string
  readonly frameId?: string
  readonly request: { readonly url: string; readonly method: string }
  readonly redirectResponse?: NetworkResponse
  readonly timestamp: number
  readonly wallTime: number
  readonly type?: string
}
