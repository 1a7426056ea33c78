import type { Row, Table } from './table.ts'

const username: Row = [
  'username',
  'string',
  { min: 1, max: 128, accepts: ['azAZ09', 'a@b_c-d.e'], refuses: ['a b', 'a/b', 'a+b', 'a:b', 'a\n', '<a>'] },
]

const password: Row = ['password', 'string', { min: 6, max: 1024 }]

/** The rows of the API's account table. */
const accountRows: readonly Row[] = [
  ['id', 'integer', { min: 1 }],
  ['name', 'string', { min: 1, max: 255 }],
  username,
  ['package_id', 'integer', { min: 1 }],
  ['parent_account_id', 'integer|null', { min: 1 }],
  ['is_activated', 'boolean', { default: true }],
  ['is_blocked', 'boolean'],
  ['is_read_only', 'boolean', { default: false }],
  ['language_id', 'string', { default: 'pl', key: true }],
  ['time_zone_id', 'string', { default: 'europe_warsaw', key: true }],
  ['disable_legacy_notifications', 'boolean', { default: false }],
]

export const account: Table = {
  schema: 'account',
  closed: false,
  rows: accountRows,
  ours: ['reseller_account_id', 'role', 'role_group_ids'],
}

export const accountCreateData: Table = {
  schema: 'account_create_data',
  closed: true,
  required: ['name', 'password', 'user_data', 'username'],
  rows: [
    ['name', 'string', { min: 1, max: 255 }],
    username,
    password,
    ['user_data', 'object'],
    ['package_id', 'integer', { min: 1 }],
    ['parent_account_id', 'integer|null', { min: 1 }],
    ['is_read_only', 'boolean', { default: false }],
    ['disable_legacy_notifications', 'boolean', { default: false }],
    ['language_id', 'string', { default: 'pl', key: true }],
    ['time_zone_id', 'string', { default: 'europe_warsaw', key: true }],
    [
      'custom_activation_uri',
      'string|null',
      {
        max: 1024,
        accepts: ['http://a', 'https://app.example.com/activate?x=1'],
        refuses: ['http:///a', 'https://', 'ftp://a', '//a', 'a', 'javascript:alert(1)', ' https://a'],
        sized: (length) => `https://${'a'.repeat(length - 8)}`,
      },
    ],
    ['redirect_uri', 'string|null', { max: 1024, accepts: ['https://app.example.com/welcome'] }],
  ],
}

const emailAddress: Row = [
  'email_address',
  'string',
  {
    max: 1024,
    accepts: ['a@b.c', 'first.last+tag@mail.example.com'],
    refuses: ['a@b', 'ab.c', '@b.c', 'a@.c', 'a@b.', 'a b@c.d', 'a@b c.d', 'a@b@c.d', ' '],
    sized: (length) => `${'a'.repeat(length - 4)}@b.c`,
  },
]

const personalRows: readonly Row[] = [
  emailAddress,
  ['address', 'string|null', { max: 128 }],
  ['contact_person', 'string|null', { max: 255 }],
  [
    'phone_number',
    'string|null',
    {
      max: 20,
      accepts: ['123456789', '+48 123 456 789', '12 34'],
      refuses: ['12-34', '1+2', '++48', '(48) 12', 'abc', '12a'],
      sized: (length) => '1'.repeat(length),
    },
  ],
  ['tax_identification_number', 'string|null', { max: 10 }],
]

export const adminAccount: Table = {
  schema: 'admin_account',
  closed: false,
  rows: [...accountRows, ...personalRows, ['comment', 'string', { default: '' }]],
}

export const adminAccountCreateData: Table = {
  schema: 'admin_account_create_data',
  closed: true,
  required: ['email_address', 'name', 'package_id', 'password', 'username'],
  rows: [
    ...personalRows,
    ['name', 'string', { min: 1, max: 255 }],
    ['package_id', 'integer', { min: 1 }],
    password,
    username,
    ['comment', 'string', { default: '' }],
    ['is_read_only', 'boolean', { default: false }],
    ['language_id', 'string', { default: 'pl', key: true }],
    ['parent_account_id', 'integer|null', { min: 1 }],
    ['time_zone_id', 'string', { default: 'europe_warsaw', key: true }],
    ['create_notification_addresses', 'boolean', { default: false }],
  ],
}

/** The API names these fields without types; the types come from the answers that existing clients read. */
const allowListRows: readonly Row[] = [
  [
    'ip_whitelist',
    'array of string',
    { ours: { uniqueItems: true, maxItems: 256, items: { minLength: 1, maxLength: 64 } } },
  ],
  ['ip_whitelist_enabled', 'boolean', { default: false }],
]

export const userData: Table = {
  schema: 'user_data',
  closed: false,
  rows: [
    ['id', 'integer', { min: 1 }],
    ...personalRows,
    ...allowListRows,
    [
      'settings',
      'array of string',
      { ours: { uniqueItems: true, maxItems: 1000, items: { minLength: 1, maxLength: 256 } } },
    ],
    ['created_at', 'dateTime'],
    ['has_2fa_enabled', 'boolean'],
  ],
  ours: ['pending_email_address'],
}

export const userDataCreateData: Table = {
  schema: 'account_create_data.user_data',
  closed: true,
  required: ['email_address'],
  rows: [...personalRows, ...allowListRows],
}

const createResult = (schema: string): Table => ({
  schema,
  closed: true,
  required: ['id'],
  rows: [['id', 'integer', { min: 1 }]],
})

export const accountCreateResult = createResult('account_create_result')
export const adminAccountCreateResult = createResult('admin_account_create_result')

export const activationResult: Table = {
  schema: 'account_activation_result',
  closed: false,
  rows: [['message', 'string']],
}

export const closeAccountData: Table = { schema: 'close_account_data', closed: true, rows: [['password', 'string']] }

export const tokenCreateData: Table = {
  schema: 'auth_token_create_data',
  closed: false,
  required: ['password', 'username'],
  rows: [
    username,
    password,
    ['client_id', 'string', { min: 1, max: 64 }],
    ['scope', 'string', { oneOf: ['customer', 'administrator'] }],
    ['timeout', 'integer', { min: 1, max: 7_776_000, default: 3600 }],
    ['user_ip_address', 'string', { min: 1, max: 15 }],
  ],
}

export const tokenCreateResult: Table = {
  schema: 'auth_token_create_result',
  closed: false,
  required: ['id'],
  rows: [
    [
      'id',
      'string',
      {
        min: 32,
        max: 32,
        accepts: ['0123456789abcdef0123456789abcdef'],
        refuses: ['0123456789ABCDEF0123456789ABCDEF', '0123456789abcdeg0123456789abcdef'],
      },
    ],
  ],
}
