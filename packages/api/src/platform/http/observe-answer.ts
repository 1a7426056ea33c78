import type { FastifyReply } from 'fastify'

/** The status of a request whose client did not wait for the answer; no client ever gets it. */
const abandonedStatus = 499

/** Reports the status and duration of a request once, when it has been answered or its client has disconnected. */
export function observeAnswer({ raw }: FastifyReply, report: (status: number, ms: number) => void): void {
  const started = performance.now()
  let isReported = false
  const reportOnce = (status: number) => {
    if (!isReported) report(status, performance.now() - started)
    isReported = true
  }
  raw.once('finish', () => reportOnce(raw.statusCode))
  raw.once('close', () => reportOnce(raw.headersSent ? raw.statusCode : abandonedStatus))
}
