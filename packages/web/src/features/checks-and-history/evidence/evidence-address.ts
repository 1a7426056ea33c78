/** The ids that identify a check. */
export interface CheckKey {
  readonly service_id: number
  readonly analysis_id: string
  readonly sensor_id: number
}

/** Formats the key of a check as a search parameter. */
export const toEvidenceText = ({ service_id, analysis_id, sensor_id }: CheckKey): string =>
  `${service_id}.${analysis_id}.${sensor_id}`

/** Parses the search parameter; null if it names no check. */
export function parseEvidence(text: string | undefined): CheckKey | null {
  const [, service, analysis_id, sensor] = /^([1-9]\d{0,14})\.(\d{15})\.(\d{1,15})$/.exec(text ?? '') ?? []
  if (analysis_id === undefined) return null
  return { service_id: Number(service), analysis_id, sensor_id: Number(sensor) }
}
