import { defineResource, one } from '@wachta/resource'
import { id, nullable, text, time } from '@wachta/resource/field'
import { never, self, via } from '@wachta/resource/permission'

/** A successful authentication to an account. */
export const authentication = defineResource('authentication', {
  fields: {
    account_id: id(),
    time: time(),
    type: text({
      enum: ['oauth2', 'auth_token', 'session'],
      description: '`oauth2`: an application got a token for the account; `client_id` names it.',
    }),
    client_id: nullable(text()),
    client_ip_address: nullable(text()),
    user_ip_address: nullable(text()),
  },
  relations: {
    account: one('account', 'account_id', {
      collection: {
        path: 'logs/authentications',
        parameter: '_account_id',
        flag: 'read_logs',
        tag: 'logs',
        summary: 'Successful authentications to the account.',
      },
    }),
  },
  query: ['client_id', 'client_ip_address'],
  owner: 'account_id',
  isPersonal: true,
  permissions: { delete: never, own: self('account_id'), read: via('account', 'read_logs'), update: never },
})
