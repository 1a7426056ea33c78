import type { PageMarkName, RequestPhaseName } from '../har.ts'

/** The colours of phases, as in the response time chart, except that waiting for a connection is a thin line. */
export const phaseColors: Readonly<Record<RequestPhaseName, string>> = {
  blocked: 'var(--edge)',
  dns: 'var(--part-1)',
  connect: 'var(--part-2)',
  ssl: 'var(--part-3)',
  send: 'var(--part-6)',
  wait: 'var(--part-4)',
  receive: 'var(--part-5)',
}

interface MarkStyle {
  readonly color: string
  /** Whether the line is dashed: it marks an earlier moment than the solid line of the same colour. */
  readonly isDashed: boolean
}

export const markStyles: Readonly<Record<PageMarkName, MarkStyle>> = {
  contentLoaded: { color: 'var(--accent)', isDashed: true },
  load: { color: 'var(--accent)', isDashed: false },
  fcp: { color: 'var(--ok)', isDashed: true },
  lcp: { color: 'var(--ok)', isDashed: false },
}
