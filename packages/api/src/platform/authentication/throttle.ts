import type { Database } from '@wachta/database'
import { reject } from '@wachta/resource'
import { sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { visitor } from './allow-list.ts'

/**
 * Limits attempts. They are counted in the database, so that all processes share the counts and a restart keeps them.
 * It needs a separate connection pool: a request that already holds a connection must not wait for a second one of the
 * same pool.
 */
export interface Throttle {
  /** Counts an attempt to sign in, or rejects it. */
  attempt(username: string, address: string): Promise<void>
  /** Removes a successful sign-in from the counters. */
  succeeded(username: string, address: string): Promise<void>
  /** Counts an attempt to enter a one-time code, or rejects it; `codePassed` resets the counter. */
  code(accountId: number): Promise<void>
  codePassed(accountId: number): Promise<void>
  /** Counts an attempt to confirm a change with the password. */
  confirmation(accountId: number): Promise<void>
  /** Counts an e-mail to a recipient, from all senders together. */
  recipient(recipient: string): Promise<void>
  /** Counts a password reset per user name and IP address, so that a stranger cannot use up the holder's attempts. */
  reset(username: string, address: string): Promise<void>
  /** Counts an e-mail that an anonymous caller causes. */
  mail(address: string): Promise<void>
  /** Counts an additional user or sub-account that an account creates, because each of them gets an e-mail. */
  invitation(accountId: number): Promise<void>
  /** Counts an answer that reveals that a user name exists, or rejects it. */
  nameTaken(who: string): Promise<void>
  /** Counts an attempt to enter the code of a device, or rejects it: user codes are short. */
  deviceCode(accountId: number): Promise<void>
  /** Counts a sign-in with a passkey that an anonymous caller begins; each stores a row for some minutes. */
  ceremony(address: string): Promise<void>
  /** Counts a request to an issuer of single sign-on, or to a DNS server, that an IP address or an account causes. */
  issuer(who: string): Promise<void>
  /** Counts an attempt to enrol a sensor. */
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
  const deviceCodes = limiter('device-code', 10, 15 * minutes)
  const ceremonies = limiter('ceremony', 200, 15 * minutes)
  const issuers = limiter('issuer', 60, 15 * minutes)
  const enrolments = limiter('enrolment', 30, 15 * minutes)

  return {
    async attempt(username, address) {
      const name = username.toLowerCase()
      await consume(pair, `${name} ${visitor(address)}`)
      await consume(from, visitor(address))
      // Attempts of strangers from many addresses must not lock out the holder, who signs in from a known one.
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
      // Protects the mailbox from a flood from many addresses; a single address is stopped by the limit above.
      await consume(resetNames, name)
    },
    mail: (address) => consume(mailing, visitor(address)),
    invitation: (accountId) => consume(invitations, String(accountId)),
    nameTaken: (who) => consume(names, who),
    deviceCode: (accountId) => consume(deviceCodes, String(accountId)),
    ceremony: (address) => consume(ceremonies, visitor(address)),
    issuer: (who) => consume(issuers, who),
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
