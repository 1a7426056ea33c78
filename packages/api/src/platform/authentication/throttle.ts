import type { Database } from '@wachta/database'
import { subscriptionLimits } from '@wachta/domain'
import { reject } from '@wachta/resource'
import { sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { toClientNetwork } from './allow-list.ts'

/**
 * Limits attempts. They are counted in the database, so that all processes share the counts and a restart keeps them.
 * The throttle needs a separate connection pool: a request that already holds a connection must not wait for a second
 * one of the same pool.
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
  /** Counts a password reset per user name and IP address, so that an attacker cannot use up the owner's attempts. */
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
  /**
   * Counts a sign-up to a status page. Returns false if its recipient gets no more e-mails today, which the caller must
   * not reveal; rejects the sign-up if there are too many from one IP address, or for one page.
   */
  subscription(signUp: { readonly from: string; readonly pageId: number; readonly recipient: string }): Promise<boolean>
  /**
   * Counts an attempt to enter the password of a status page, or rejects it; `pagePasswordPassed` resets the counter.
   */
  pagePassword(slug: string, address: string): Promise<void>
  pagePasswordPassed(slug: string, address: string): Promise<void>
  /** Counts an attempt to enrol a sensor. */
  enrolment(address: string): Promise<void>
}

const minutes = 60

export function createThrottle(database: Database): Throttle {
  const createLimiter = (keyPrefix: string, points: number, durationSeconds: number) =>
    new RateLimiterPostgres({
      storeClient: database.pool,
      tableName: 'login_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: durationSeconds,
      // A rejected key is blocked in memory until its period ends, so that it costs no further query.
      ...(keyPrefix === 'subscribing' && { inMemoryBlockOnConsumed: points + 1 }),
    })
  const signInPairs = createLimiter('pair', 10, 15 * minutes)
  const signInAddresses = createLimiter('address', 100, 15 * minutes)
  const signInAccounts = createLimiter('account', 100, 60 * minutes)
  const codes = createLimiter('code', 5, 5 * minutes)
  const confirmations = createLimiter('confirmation', 10, 15 * minutes)
  const mailRecipients = createLimiter('mail', 5, 60 * minutes)
  const resets = createLimiter('reset', 5, 60 * minutes)
  const resetNames = createLimiter('reset-name', 30, 60 * minutes)
  const mailSenders = createLimiter('mailing', 20, 60 * minutes)
  const invitations = createLimiter('invitation', 20, 60 * minutes)
  const names = createLimiter('name', 20, 60 * minutes)
  const deviceCodes = createLimiter('device-code', 10, 15 * minutes)
  const ceremonies = createLimiter('ceremony', 200, 15 * minutes)
  const issuers = createLimiter('issuer', 60, 15 * minutes)
  const enrolments = createLimiter('enrolment', 30, 15 * minutes)

  return {
    async attempt(username, address) {
      const name = username.toLowerCase()
      await consume(signInPairs, `${name} ${toClientNetwork(address)}`)
      await consume(signInAddresses, toClientNetwork(address))
      // Attempts by attackers from many IP addresses must not lock out the owner, who signs in from a known one.
      if (!(await isFamiliar(database, name, address))) await consume(signInAccounts, name)
    },
    async succeeded(username, address) {
      const name = username.toLowerCase()
      // An attempt from a familiar IP address was not counted for the account, so the counter must not be reduced.
      const isCounted = !(await isFamiliar(database, name, address))
      await Promise.all([
        signInPairs.delete(`${name} ${toClientNetwork(address)}`),
        signInAddresses.reward(toClientNetwork(address)),
        ...(isCounted ? [signInAccounts.reward(name)] : []),
      ])
    },
    code: (accountId) => consume(codes, String(accountId)),
    codePassed: async (accountId) => void (await codes.delete(String(accountId))),
    confirmation: (accountId) => consume(confirmations, String(accountId)),
    recipient: (recipient) => consume(mailRecipients, recipient.toLowerCase()),
    async reset(username, address) {
      const name = username.toLowerCase()
      await consume(resets, `${name} ${toClientNetwork(address)}`)
      // Protects the mailbox from a flood from many addresses; a single address is stopped by the limit above.
      await consume(resetNames, name)
    },
    mail: (address) => consume(mailSenders, toClientNetwork(address)),
    invitation: (accountId) => consume(invitations, String(accountId)),
    nameTaken: (who) => consume(names, who),
    deviceCode: (accountId) => consume(deviceCodes, String(accountId)),
    ceremony: (address) => consume(ceremonies, toClientNetwork(address)),
    issuer: (who) => consume(issuers, who),
    ...createPageThrottle(createLimiter),
    enrolment: (address) => consume(enrolments, toClientNetwork(address)),
  }
}

type CreateLimiter = (keyPrefix: string, points: number, durationSeconds: number) => RateLimiterPostgres

/** The limits for visitors of status pages. */
function createPageThrottle(
  createLimiter: CreateLimiter,
): Pick<Throttle, 'subscription' | 'pagePassword' | 'pagePasswordPassed'> {
  const subscriptionSources = createLimiter('subscribing', subscriptionLimits.perSourceAndHour, 60 * minutes)
  const subscriptionRecipients = createLimiter('subscribed', subscriptionLimits.perRecipientAndDay, 24 * 60 * minutes)
  const subscriptionPages = createLimiter('subscribed-page', subscriptionLimits.perPageAndHour, 60 * minutes)
  const pagePasswords = createLimiter('page-password', 10, 15 * minutes)
  const pagePasswordsFrom = createLimiter('page-password-address', 100, 15 * minutes)
  return {
    async subscription({ from: source, pageId, recipient }) {
      await consume(subscriptionSources, toClientNetwork(source))
      // Counted before the page: attempts to flood one mailbox must not use up the limit of the page, which others
      // need.
      if (!(await mayConsume(subscriptionRecipients, recipient.toLowerCase()))) return false
      await consume(subscriptionPages, String(pageId))
      return true
    },
    async pagePassword(slug, address) {
      // Counted first, because slugs can be made up and every attempt costs a hash.
      await consume(pagePasswordsFrom, toClientNetwork(address))
      await consume(pagePasswords, `${slug} ${toClientNetwork(address)}`)
    },
    async pagePasswordPassed(slug, address) {
      await Promise.all([
        pagePasswords.delete(`${slug} ${toClientNetwork(address)}`),
        pagePasswordsFrom.reward(toClientNetwork(address)),
      ])
    },
  }
}

async function mayConsume(limiter: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    return false
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
