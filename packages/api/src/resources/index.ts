import { createRegistry } from '@wachta/resource'
import { dictionaries } from '../dictionaries/index.ts'
import { account } from './account.ts'
import { adminAccount } from './admin-account.ts'
import { audit } from './audit.ts'
import { authentication } from './authentication.ts'
import { dictionaryResource } from './dictionary.ts'
import { errorType } from './error-type.ts'
import { accountPackage, adminPackage } from './package.ts'
import { session } from './session.ts'
import { subaccount } from './subaccount.ts'
import { userData } from './user-data.ts'

/** Every resource of the interface: a new one is a file of its own and a line here. */
export const registry = createRegistry([
  account,
  adminAccount,
  adminPackage,
  audit,
  authentication,
  errorType,
  accountPackage,
  session,
  subaccount,
  userData,
  ...dictionaries.map(dictionaryResource),
])
