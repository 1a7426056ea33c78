import { readSealedServices, type SealedService } from './content.ts'
import type { SealLink } from './link.ts'

export interface InForce {
  readonly sealed: SealedService
  readonly link: Pick<SealLink, 'number' | 'time'>
}

/** What holds of each service, by the links of one window and one kind in their order. */
export function inForce(links: readonly SealLink[], kind: SealLink['kind']): Map<number, InForce> {
  const found = new Map<number, InForce>()
  for (const link of links)
    if (link.kind === kind)
      for (const sealed of readSealedServices(link.content)) found.set(sealed.service_id, { sealed, link })
  return found
}
