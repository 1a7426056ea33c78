import { all, any, inRole, own, self } from '@wachta/resource/permission'

/** Only the owner and managers of the account can see or change how its users sign in. */
export const ownerOrManager = any(self('owner_id'), all(inRole('manager'), own()))
