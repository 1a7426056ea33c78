import type { Feature } from '../../platform/feature.ts'
import { account } from './account.ts'
import { activateAccount } from './activate.ts'
import { adminAccount } from './admin-account.ts'
import { accountBlockOperations } from './block.ts'
import { closeAccount } from './close.ts'
import { copyGroupShares } from './copy-group-shares.ts'
import { accountCreateOperations } from './create.ts'
import { customerPortal } from './customer-portal.ts'
import { exportAccount } from './export.ts'
import { observeAccount } from './observe.ts'
import { accountPasswordOperations } from './password.ts'
import { changeRole } from './role.ts'
import { subaccount } from './subaccount.ts'
import { userData } from './user-data.ts'
import { userSettingOperations } from './user-setting.ts'

export const feature: Feature = {
  resources: [account, adminAccount, subaccount, userData],
  operations: (context) => [
    ...accountCreateOperations(context),
    ...accountBlockOperations(),
    ...accountPasswordOperations(context),
    ...userSettingOperations(),
    activateAccount,
    changeRole,
    closeAccount(context),
    observeAccount,
    exportAccount(context),
    customerPortal(context),
    copyGroupShares,
  ],
}
