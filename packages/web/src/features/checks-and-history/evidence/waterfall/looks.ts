import type { PageMarkName, RequestPhaseName } from '../har.ts'

/** The colours of phases are those of the chart of response times; waiting for a connection is a thin line instead. */
export const phaseColors: Readonly<Record<RequestPhaseName, string>> = {
  blocked: 'var(--edge)',
  dns: 'var(--part-1)',
  connect: 'var(--part-2)',
  ssl: 'var(--part-3)',
  send: 'var(--part-6)',
  wait: 'var(--part-4)',
  receive: 'var(--part-5)',
}

interface MarkLook {
  readonly color: string
  /** A dashed line marks a step before the solid line of the same colour. */
  readonly isDashed: boolean
}

export const markLooks: Readonly<Record<PageMarkName, MarkLook>> = {
  contentLoaded: { color: 'var(--accent)', isDashed: true },
  load: { color: 'var(--accent)', isDashed: false },
  fcp: { color: 'var(--ok)', isDashed: true },
  lcp: { color: 'var(--ok)', isDashed: false },
}
