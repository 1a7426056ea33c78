import type { ReportDocument, ReportedService } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'

/** Returns a function that labels the services of a report: with the address if several have the same name. */
export function createServiceLabels(
  { services }: ReportDocument,
  { words }: ReportFormat,
): (service: ReportedService) => string {
  const counts = new Map<string, number>()
  for (const { name } of services) counts.set(name, (counts.get(name) ?? 0) + 1)
  return ({ name, address, deleted_at }) => {
    const label = (counts.get(name) ?? 0) > 1 && address !== '' ? `${name} – ${address}` : name
    return deleted_at === null ? label : words.deletedService(label)
  }
}
