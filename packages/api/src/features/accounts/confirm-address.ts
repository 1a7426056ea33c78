import type { Database } from '@wachta/database'
import { type Language, languages } from '@wachta/domain'
import type { AuditedWrite, Registry, StatementRunner } from '@wachta/resource'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import { hashToken } from '../../platform/authentication/tokens.ts'
import { markVerified } from '../../platform/mail/recipient.ts'
import { notifyAddressChanged } from './email-address.ts'

/** An address that can be confirmed with the token of an e-mail. */
export interface ConfirmableAddress {
  /** `email_address`: the new address of the account; `recipient`: an address that the account wants to notify. */
  readonly purpose: 'email_address' | 'recipient'
  readonly accountId: number
  readonly account: string
  readonly address: string
  readonly language: Language
}

interface ConfirmParts {
  readonly database: Database
  readonly registry: Registry
  readonly now: () => Date
}

/** Finds the address that a token confirms; undefined if the token was used or expired, or the address has changed. */
export async function findAddress(
  db: StatementRunner,
  token: string,
  now: Date,
): Promise<ConfirmableAddress | undefined> {
  const [found] = await db.query(sql<FoundAddress>`select t.purpose, a.id as "accountId", a.name as account,
  coalesce(t.address, a.pending_email_address) as address, a.language_id as language
from mailed_token t join account a on a.id = t.account_id
where t.token_hash = ${hashToken(token)} and t.purpose in ('email_address', 'recipient') and t.used_at is null and t.expires_at > ${now}
  and coalesce(t.address, a.pending_email_address) is not null and a.closed_at is null and not a.is_blocked`)
  return found && { ...found, language: languages.find((one) => one === found.language) ?? 'en' }
}

type FoundAddress = Omit<ConfirmableAddress, 'language'> & { readonly language: string }

/** Confirms the address. Returns false if the token is no longer valid. */
export async function acceptAddress(
  { database, registry, now }: ConfirmParts,
  token: string,
  request: { readonly id: string; readonly address: string },
): Promise<boolean> {
  const at = now()
  return database.transaction(async (tx) => {
    const found = await findAddress(tx, token, at)
    if (!found) return false
    const isRecipient = found.purpose === 'recipient'
    const change = isRecipient ? await acceptRecipient(tx, found, { token, at }) : await replaceAddress(tx, found)
    if (!change) return false
    await writeAudit({ db: tx, registry }, [{ id: found.accountId, accountId: found.accountId, ...change }], {
      operation: isRecipient ? 'confirm_recipient' : 'confirm_email_address',
      caller: { accountId: null, sessionId: null, scope: 'link' },
      request,
      now: at,
    })
    return true
  })
}

/** The token of an e-mail, and the time of its use. */
interface TokenUse {
  readonly token: string
  readonly at: Date
}

type Change = Pick<AuditedWrite, 'resource' | 'before' | 'after'>

async function replaceAddress(
  db: StatementRunner,
  { accountId: id, address }: ConfirmableAddress,
): Promise<Change | undefined> {
  const [before] = await db.query(
    sql<{ email_address: string; pending: string | null }>`select email_address, pending_email_address as pending
from account where id = ${id} for update`,
  )
  if (!before || before.pending !== address) return undefined
  await db.query(sql`update account set email_address = ${address} where id = ${id}`)
  const change = { email_address: address }
  await notifyAddressChanged({ id, changes: change, before }, { db })
  return { resource: 'user_data', before: { email_address: before.email_address }, after: change }
}

async function acceptRecipient(
  db: StatementRunner,
  { accountId, address }: ConfirmableAddress,
  { token, at }: TokenUse,
): Promise<Change | undefined> {
  const used = await db.query(sql`update mailed_token set used_at = ${at}
where token_hash = ${hashToken(token)} and used_at is null returning account_id`)
  if (used.length === 0) return undefined
  await markVerified(db, { accountId, to: address }, at)
  return { resource: 'contact_address', before: { address, is_verified: false }, after: { address, is_verified: true } }
}
