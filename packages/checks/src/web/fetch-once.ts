import type { Socket } from 'node:net'
import type { Probe } from '../probe.ts'
import { decodeContent } from './content-encoding.ts'
import { keepResponseEvidence } from './evidence.ts'
import { WebExchange } from './exchange.ts'
import { getSizeLimit } from './size-limit.ts'
import { toWebEndpoint } from './web-endpoint.ts'
import { type CheckRequest, getHeaderValue, type WebResponse } from './web-request.ts'

const alpnProtocols = ['http/1.1']

/**
 * Sends one request over a new connection and returns the answer, without following redirects. All phases are timed. If
 * the check fails later, the answer is kept as evidence.
 */
export async function fetchOnce(request: CheckRequest, probe: Probe): Promise<WebResponse> {
  const exchange = new WebExchange(request, probe)
  probe.onFailure(() => keepResponseEvidence(exchange.getPartialResponse(), probe))
  await exchange.send(await openConnection(request, probe))
  const answer = exchange.getPartialResponse()
  const encoding = getHeaderValue(answer, 'content-encoding')
  if (encoding === undefined || answer.body.length === 0) {
    recordBody(answer, probe)
    return answer
  }
  const body = await decodeContent(answer.body, encoding, getSizeLimit(request.maxSize))
  const unpackedAnswer = { ...answer, body }
  probe.onFailure(() => keepResponseEvidence(unpackedAnswer, probe))
  recordBody(unpackedAnswer, probe)
  return unpackedAnswer
}

function recordBody({ body }: WebResponse, probe: Probe): void {
  probe.countBytes(body.length)
  probe.measure('response_size', body.length)
}

async function openConnection({ url, verify, expiryDays = null }: CheckRequest, { network }: Probe): Promise<Socket> {
  const endpoint = toWebEndpoint(url)
  return url.protocol === 'https:'
    ? network.connectSecurely(endpoint, { servername: endpoint.host, verify, alpn: alpnProtocols, expiryDays })
    : network.connect(endpoint)
}
