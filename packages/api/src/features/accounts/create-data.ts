import { closed, nameSchema } from '@wachta/resource'
import { component } from '@wachta/resource/field'
import { Type } from 'typebox'
import { accountFields, disableLegacyNotifications, password, personalFields } from './account-fields.ts'
import { roleFields } from './role.ts'
import { subaccount } from './subaccount.ts'
import { userData } from './user-data.ts'

const buildLinkSchema = (description: string, pattern?: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1024, ...(pattern && { pattern }), description }),
  )
const webUrlPattern = '^https?://[^/]'

const userDataCreateData = component(
  'user_data_create_data',
  Type.Object(
    {
      email_address: personalFields.email_address.schema,
      address: Type.Optional(personalFields.address.schema),
      contact_person: Type.Optional(personalFields.contact_person.schema),
      phone_number: Type.Optional(personalFields.phone_number.schema),
      tax_identification_number: Type.Optional(personalFields.tax_identification_number.schema),
      ip_whitelist: Type.Optional(userData.fields.ip_whitelist.schema),
      ip_whitelist_enabled: Type.Optional(userData.fields.ip_whitelist_enabled.schema),
    },
    closed,
  ),
)

const settings = {
  name: accountFields.name.schema,
  username: accountFields.username.schema,
  user_data: userDataCreateData,
  package_id: Type.Optional(accountFields.package_id.schema),
  is_read_only: Type.Optional(accountFields.is_read_only.schema),
  disable_legacy_notifications: Type.Optional(disableLegacyNotifications.schema),
  language_id: Type.Optional(accountFields.language_id.schema),
  time_zone_id: Type.Optional(accountFields.time_zone_id.schema),
}

export const accountCreateData = nameSchema(
  'account_create_data',
  Type.Object(
    {
      ...settings,
      password,
      parent_account_id: Type.Optional(accountFields.parent_account_id.schema),
      custom_activation_uri: buildLinkSchema(
        'A page of your own that activates the account through GET /accounts/:id/activate; gets the parameters `token` and `account_id`. Default: the page of the web app, if the installation serves it and no redirect_uri is given.',
        webUrlPattern,
      ),
      redirect_uri: buildLinkSchema(
        'Where to go once the e-mail address is confirmed; unused when custom_activation_uri is given.',
      ),
    },
    closed,
  ),
)

export const subaccountCreateData = nameSchema(
  'subaccount_create_data',
  Type.Object(
    {
      ...settings,
      password: Type.Optional(password),
      set_password_url: buildLinkSchema(
        'A page of your own where the new holder sets a password; gets `token` and `account_id`.',
        webUrlPattern,
      ),
      subaccount_block: Type.Optional(subaccount.fields.subaccount_block.schema),
      subaccount_edit: Type.Optional(subaccount.fields.subaccount_edit.schema),
      is_2fa_setup_required: Type.Optional(subaccount.fields.is_2fa_setup_required.schema),
    },
    closed,
  ),
)

export const invitationData = nameSchema(
  'invitation_data',
  Type.Object(
    {
      email_address: personalFields.email_address.schema,
      ...roleFields,
      name: Type.Optional(accountFields.name.schema),
      username: Type.Optional(
        Type.Unsafe<string>({
          ...accountFields.username.schema,
          description: 'Default: the e-mail address, or a generated name if the address is not a valid username.',
        }),
      ),
      language_id: Type.Optional(accountFields.language_id.schema),
      time_zone_id: Type.Optional(accountFields.time_zone_id.schema),
    },
    closed,
  ),
)

export const accountCreateResult = nameSchema(
  'account_create_result',
  Type.Object({ id: accountFields.id.schema }, closed),
)
