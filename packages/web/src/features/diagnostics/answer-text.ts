import type { DnsDiagnostic, TracerouteDiagnostic } from '@wachta/client'

/** Formats a result like the output of the command-line tool; null until it is complete. */
export function formatDiagnostic(answer: DnsDiagnostic | TracerouteDiagnostic, noHops: string): string | null {
  if (answer.status !== 'completed') return null
  if (!('message' in answer)) return answer.results ?? ''
  if (answer.message !== null) return answer.message
  return answer.results && answer.results.length > 0 ? answer.results.map(formatHop).join('\n') : noHops
}

type Hop = NonNullable<TracerouteDiagnostic['results']>[number]

function formatHop({ hop, address, name, times }: Hop): string {
  const host = address === null ? '*' : name === null || name === address ? address : `${name} (${address})`
  const packets = times.map((time) => (time === null ? '*' : `${time.toFixed(1)} ms`))
  return `${String(hop).padStart(2)}  ${[host, ...packets].join('  ')}`
}
