import type { Database } from '@wachta/database'
import { reject } from '@wachta/resource'
import { sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { visitor } from './allow-list.ts'

/**
 * Attempts are counted in the database: every process sees them, and a restart forgets none. The database is given with
 * connections of its own: whoever counts may hold one of the others, and must not wait for a second.
 */
export interface Throttle {
  /** Counts an attempt to sign in, or rejects it. */
  attempt(username: string, address: string): Promise<void>
  /** Takes back what an honest sign-in has used up. */
  succeeded(username: string, address: string): Promise<void>
  /** Counts a one-time code, or rejects it; one that was right takes back what the others have used up. */
  code(accountId: number): Promise<void>
  codePassed(accountId: number): Promise<void>
  /** Counts a password that confirms something. */
  confirmation(accountId: number): Promise<void>
  /** Counts a mail to somebody, whoever causes it. */
  recipient(recipient: string): Promise<void>
  /** Counts a mail for setting a new password: by who asks for whom, so that a stranger cannot use up the holder's. */
  reset(username: string, address: string): Promise<void>
  /** Counts a mail that someone who is not signed in asks for. */
  mail(address: string): Promise<void>
  /** Counts a person whom an account has made a user or a sub-account, each of whom gets a mail. */
  invitation(accountId: number): Promise<void>
  /** Counts an answer that told somebody that a user name exists, or rejects to give it. */
  nameTaken(who: string): Promise<void>
  /** Counts a sensor that introduces itself. */
  enrolment(address: string): Promise<void>
}

const minutes = 60

export function createThrottle(database: Database): Throttle {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: database.pool,
      tableName: 'login_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })
  const pair = limiter('pair', 10, 15 * minutes)
  const from = limiter('address', 100, 15 * minutes)
  const account = limiter('account', 100, 60 * minutes)
  const codes = limiter('code', 5, 5 * minutes)
  const confirmations = limiter('confirmation', 10, 15 * minutes)
  const mailed = limiter('mail', 5, 60 * minutes)
  const resets = limiter('reset', 5, 60 * minutes)
  const resetNames = limiter('reset-name', 30, 60 * minutes)
  const mailing = limiter('mailing', 20, 60 * minutes)
  const invitations = limiter('invitation', 20, 60 * minutes)
  const names = limiter('name', 20, 60 * minutes)
  const enrolments = limiter('enrolment', 30, 15 * minutes)

  return {
    async attempt(username, address) {
      const name = username.toLowerCase()
      await consume(pair, `${name} ${visitor(address)}`)
      await consume(from, visitor(address))
      // A stranger who guesses at an account from many addresses must not shut out its holder.
      if (!(await isFamiliar(database, name, address))) await consume(account, name)
    },
    async succeeded(username, address) {
      const name = username.toLowerCase()
      await Promise.all([
        pair.delete(`${name} ${visitor(address)}`),
        from.reward(visitor(address)),
        account.reward(name),
      ])
    },
    code: (accountId) => consume(codes, String(accountId)),
    codePassed: async (accountId) => void (await codes.delete(String(accountId))),
    confirmation: (accountId) => consume(confirmations, String(accountId)),
    recipient: (recipient) => consume(mailed, recipient.toLowerCase()),
    async reset(username, address) {
      const name = username.toLowerCase()
      await consume(resets, `${name} ${visitor(address)}`)
      // The mailbox is spared a flood from many addresses; one of them alone does not get this far.
      await consume(resetNames, name)
    },
    mail: (address) => consume(mailing, visitor(address)),
    invitation: (accountId) => consume(invitations, String(accountId)),
    nameTaken: (who) => consume(names, who),
    enrolment: (address) => consume(enrolments, visitor(address)),
  }
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    reject('too_many_attempts', undefined, { seconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) })
  }
}

async function isFamiliar(database: Database, username: string, address: string): Promise<boolean> {
  const found = await database.query(sql`select from authentication n join account a on a.id = n.account_id
where lower(a.username) = ${username} and n.client_ip_address = ${address} and n.time > now() - interval '30 days' limit 1`)
  return found.length > 0
}
