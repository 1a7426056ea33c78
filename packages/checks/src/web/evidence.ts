import type { Probe } from '../probe.ts'
import { getHeaderValue, listMaskedHeaderLines, type WebResponse } from './web-request.ts'

/** Keeps the answer of a server as evidence. */
export function keepResponseEvidence(answer: WebResponse, probe: Probe): void {
  probe.describe({ base_url: answer.url.href })
  if (answer.status === 0) return
  const headers = [`HTTP ${answer.status}`, ...listMaskedHeaderLines(answer)].join('\n')
  const content_type = getHeaderValue(answer, 'content-type')
  probe.describe({ response_headers: headers, ...(content_type !== undefined && { content_type }) })
  probe.keep('headers', headers)
  if (answer.body.length > 0) probe.keep('content', answer.body, content_type)
}
