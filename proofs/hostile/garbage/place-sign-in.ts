import { sql } from 'kysely'
import { type GarbagePlace, garbageAccounts, hash } from './place.ts'

/** Garbage in the sessions and credentials of people and programs. Other files plant more in the sub-accounts. */
export const signInPlaces: readonly GarbagePlace[] = [
  {
    columns: ['session.token_hash'],
    plant: (garbage) => sql`insert into session (account_id, token_hash, kind, scope, timeout, expires_at, is_verified)
values (${garbage.owner}, ${hash(garbage)}, 'session', 'customer', 3600, now() + interval '1 day', true)`,
  },
  {
    columns: ['api_key.key_hash'],
    plant: (garbage) => sql`insert into api_key (account_id, name, prefix, key_hash, scopes)
values (${garbage.owner}, ${`garbage ${garbage.index}`}, 'wak_000000', ${hash(garbage)}, '{services:read}')`,
  },
  {
    columns: ['application.secret_hash'],
    plant: (
      garbage,
    ) => sql`insert into application (owner_id, registrant_id, client_id, name, kind, grant_types, scopes, secret_hash)
values (${garbage.owner}, ${garbage.owner}, ${`garbage ${garbage.index}`}, 'Garbage', 'confidential', '{client_credentials}', '{services:read}', ${hash(garbage)})`,
  },
  {
    columns: [
      'oauth_record.id_hash',
      'oauth_record.payload',
      'oauth_record.user_code_hash',
      'oauth_record.ticket_hash',
    ],
    plant: (
      garbage,
    ) => sql`insert into oauth_record (model, id_hash, application_id, payload, user_code_hash, ticket_hash, expires_at)
select 'AccessToken', ${hash(garbage)}, id, ${garbage.json}::jsonb, ${hash(garbage)}, ${hash(garbage)}, now() + interval '1 hour'
from application where client_id = ${`garbage ${garbage.index}`}`,
  },
  {
    columns: ['mailed_token.token_hash'],
    plant: (garbage) => sql`insert into mailed_token (token_hash, account_id, purpose, expires_at)
values (${hash(garbage)}, ${garbage.owner}, 'password', now() + interval '1 hour')`,
  },
  {
    columns: ['recovery_code.code_hash'],
    plant: (garbage) =>
      sql`insert into recovery_code (account_id, code_hash) values (${garbage.owner}, ${hash(garbage)})`,
  },
  {
    columns: ['verified_address.code_hash'],
    plant: (garbage) => sql`insert into verified_address (account_id, channel_id, address, code_hash, code_expires_at)
values (${garbage.owner}, 'sms', ${`+4850000000${garbage.index}`}, ${hash(garbage)}, now() + interval '1 hour')`,
  },
  {
    columns: [],
    plant: ({
      index,
      owner,
    }) => sql`insert into account (id, name, username, package_id, reseller_account_id, email_address)
select ${garbageAccounts + index}::int, 'Garbage', 'garbage-' || ${index}::int, package_id, id, 'garbage@example.com' from account where id = ${owner}`,
  },
  {
    columns: ['credential.user_handle'],
    plant: (garbage) => sql`insert into credential (account_id, user_handle)
values (${garbageAccounts + garbage.index}, ${hash(garbage)})`,
  },
  {
    columns: ['passkey.credential_id', 'passkey.public_key'],
    plant: (garbage) => sql`insert into passkey (account_id, name, credential_id, public_key, counter, is_backed_up)
values (${garbage.owner}, 'Garbage', ${hash(garbage)}, ${garbage.bytes}, 0, false)`,
  },
  {
    columns: ['passkey_challenge.challenge_hash'],
    plant: (garbage) => sql`insert into passkey_challenge (challenge_hash, purpose, expires_at)
values (${hash(garbage)}, 'sign_in', now() + interval '1 hour')`,
  },
  {
    columns: ['sso_connection.role_mappings', 'sso_connection.scim_token_hash'],
    plant: (
      garbage,
    ) => sql`insert into sso_connection (owner_id, slug, name, issuer, client_id, role_mappings, scim_token_hash)
values (${garbage.owner}, ${slug(garbage.index)}, 'Garbage', 'https://issuer.example.com', 'garbage', ${garbage.json}::jsonb, ${hash(garbage)})`,
  },
  {
    columns: ['sso_sign_in.state_hash', 'sso_sign_in.code_hash', 'sso_sign_in.outcome'],
    plant: (
      garbage,
    ) => sql`insert into sso_sign_in (connection_id, purpose, state_hash, secrets, challenge, code_hash, outcome, expires_at)
select id, 'sign_in', ${hash(garbage)}, 'garbage', 'garbage', ${hash(garbage)}, ${garbage.json}::jsonb, now() + interval '1 hour'
from sso_connection where slug = ${slug(garbage.index)}`,
  },
  {
    columns: ['sso_logout.token_hash'],
    plant: (garbage) => sql`insert into sso_logout (connection_id, token_hash, expires_at)
select id, ${hash(garbage)}, now() + interval '1 hour' from sso_connection where slug = ${slug(garbage.index)}`,
  },
]

const slug = (index: number): string => `garbage${index}`.padEnd(20, 'x')
