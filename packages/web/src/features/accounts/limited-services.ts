import type { AccountStats } from '@wachta/client'

/** The number of services that counts towards the limit of the package: archived ones do not. */
export const countLimitedServices = ({
  own_services,
  own_archived_services,
}: Pick<AccountStats, 'own_services' | 'own_archived_services'>): number => own_services - own_archived_services
