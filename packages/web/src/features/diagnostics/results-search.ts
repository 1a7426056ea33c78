import type { RequestedDiagnostic } from './queries.ts'

export interface StoredDiagnostic {
  readonly kind: RequestedDiagnostic['kind']
  readonly id: string
}

/** Diagnostics as a search parameter, such as `dns:0a…,traceroute:1b…`. */
export const toResultsText = (results: readonly StoredDiagnostic[]): string =>
  results.map(({ kind, id }) => `${kind}:${id}`).join()

/** Parses the search parameter; anything that is not a diagnostic is left out. */
export const parseResults = (text = ''): StoredDiagnostic[] =>
  text.split(',').flatMap((part) => {
    const [, kind, id] = /^(dns|traceroute):([0-9a-f]{40})$/.exec(part) ?? []
    return (kind === 'dns' || kind === 'traceroute') && id ? [{ kind, id }] : []
  })
