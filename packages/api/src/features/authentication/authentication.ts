import { defineResource, one } from '@wachta/resource'
import { id, nullable, text, time } from '@wachta/resource/field'
import { nobody, self, via } from '@wachta/resource/permission'

const noOAuth2 = 'No sign-in by OAuth 2.0: tokens of another issuer are rejected, so no record has this type.'

/** Values that the published API defines but this implementation never returns, by schema and field, with reasons. */
export const unusedChoices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'authentication.type': { oauth2: noOAuth2 },
}

/** A successful authentication to an account. */
export const authentication = defineResource('authentication', {
  fields: {
    account_id: id(),
    time: time(),
    type: text({ enum: ['oauth2', 'auth_token', 'session'], description: `\`oauth2\`: ${noOAuth2}` }),
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
  permissions: { delete: nobody, own: self('account_id'), read: via('account', 'read_logs'), update: nobody },
})
