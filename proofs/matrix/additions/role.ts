import type { Addition } from '../additions.ts'

/** Roles have no rows of their own: they are columns of the accounts of users. */
export const addition: Addition = {
  kinds: {},
  operations: {
    'PUT /accounts/{_id}/role': 'users have roles, which the interface knows only as read-only',
    'POST /accounts/invite': 'a colleague sets the password, and no one else knows it',
    'POST /accounts/{_id}/resend_invitation': 'links of invitations expire',
  },
}
