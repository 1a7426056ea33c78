import { type Operation, resourceOperations } from '@wachta/resource'
import type { Services } from '../services.ts'
import { activateAccount } from './account-activate.ts'
import { accountBlockOperations } from './account-block.ts'
import { closeAccount } from './account-close.ts'
import { accountCreateOperations } from './account-create.ts'
import { exportAccount } from './account-export.ts'
import { accountPasswordOperations } from './account-password.ts'
import { customerPortal } from './customer-portal.ts'
import { offeredPackages } from './package-offer.ts'
import { sessionCreateOperations } from './session-create.ts'
import { systemOperations } from './system.ts'
import { twoFactorOperations } from './two-factor.ts'
import { userSettingOperations } from './user-setting.ts'

/** Every operation of the interface: those that follow from the resources, and those written by hand. */
export function allOperations(services: Services): Operation[] {
  const { searcher } = services
  return [
    ...searcher.registry.all.flatMap((resource) => resourceOperations(resource, searcher)),
    ...accountCreateOperations(services),
    ...accountBlockOperations(services),
    ...accountPasswordOperations(services),
    ...twoFactorOperations(services),
    ...sessionCreateOperations(services),
    ...userSettingOperations(services),
    ...systemOperations(services),
    activateAccount,
    closeAccount(services),
    exportAccount(services),
    customerPortal(services),
    offeredPackages(services),
  ]
}
