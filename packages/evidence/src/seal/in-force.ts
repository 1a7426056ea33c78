import { readSealedServices, type SealedService } from './content.ts'
import type { SealLink } from './link.ts'

/** The valid seal of a service in a window, with the link that contains it. */
export interface SealInForce {
  readonly sealed: SealedService
  readonly link: Pick<SealLink, 'number' | 'time'>
}

/** Returns the valid seal of each service, from the links of one window in order: later links replace earlier ones. */
export function findSealsInForce(links: readonly SealLink[], kind: SealLink['kind']): Map<number, SealInForce> {
  const found = new Map<number, SealInForce>()
  for (const link of links)
    if (link.kind === kind)
      for (const sealed of readSealedServices(link.content)) found.set(sealed.service_id, { sealed, link })
  return found
}
