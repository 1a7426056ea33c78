import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { addAccount } from '@wachta/testing/api/accounts'
import type { Reply, TestApi } from '@wachta/testing/api/start-api'
import { addHolder, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

let counter = 0

export interface Tenant {
  readonly holder: Holder
  readonly connection: { readonly id: number; readonly slug: string }
  readonly domain: string
  /** A user of the account who signs in with a password; lying issuers claim this user's e-mail address. */
  readonly victim: number
}

/** An account with a connection, a verified domain, and a user who must not be taken over. */
export async function addTenant(api: TestApi, issuer: string, more: object = {}): Promise<Tenant> {
  counter += 1
  const domain = `tenant${counter}.example`
  const holder = await addHolder(api.owner)
  const victim = await addAccount(api.owner, { parent: holder.id, username: `victim@${domain}` })
  await api.owner.query(sql`update account set email_address = username where id = ${victim}`)
  const body = { name: 'Company', issuer, client_id: 'wachta', client_secret: 'a secret of the client', ...more }
  const made = await api.call('POST', '/sso_connections', {
    as: holder.as,
    body: { default_role: 'viewer', role_mappings: [{ group: 'ops', role: 'editor' }], ...body },
  })
  assert.equal(made.status, 201, made.text)
  const { body: connection } = await api.call('GET', `/sso_connections/${made.body.id}`, { as: holder.as })
  await addDomain(api, connection.id, domain)
  return { holder, connection, domain, victim }
}

export async function addDomain(api: TestApi, connection: number, domain: string): Promise<void> {
  await api.owner.query(sql`insert into sso_domain (connection_id, domain, token, verified_at)
values (${connection}, ${domain}, 'x', now())`)
}

/** Acts like the web app: keeps a secret, goes to the issuer, and fetches the result with the code. */
export class SignIn {
  readonly verifier = randomBytes(32).toString('base64url')
  readonly challenge = createHash('sha256').update(this.verifier).digest('base64url')
  readonly api: TestApi
  constructor(api: TestApi) {
    this.api = api
  }

  async begin(wanted: object, path = '/sso/sign_ins', as?: string): Promise<URL> {
    const started = await this.api.call('POST', path, { as, body: { ...wanted, code_challenge: this.challenge } })
    assert.equal(started.status, 200, started.text)
    return new URL(started.body.authorization_url)
  }

  /** Returns from the issuer; resolves to the parameters in the fragment. */
  async comeBack(url: URL): Promise<Record<string, string>> {
    const reply = await this.api.app.inject({ method: 'GET', url: `${url.pathname}${url.search}` })
    assert.equal(reply.statusCode, 303, reply.body)
    const location = new URL(String(reply.headers.location))
    assert.equal(location.pathname, '/sso/finish')
    assert.equal(location.search, '')
    return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  }

  finish(code: string | undefined, verifier = this.verifier): Promise<Reply> {
    return this.api.call('POST', '/sso/sessions', { body: { code, code_verifier: verifier } })
  }

  result(code: string | undefined, as: string): Promise<Reply> {
    return this.api.call('POST', '/sso/results', { as, body: { code, code_verifier: this.verifier } })
  }
}

/** Everything that a sign-in could leave behind. */
export async function getTraces(api: TestApi): Promise<unknown> {
  const [found] = await api.owner.query(sql`select (select count(*)::int from account) as accounts,
  (select count(*)::int from session) as sessions, (select count(*)::int from sso_identity) as identities,
  (select count(*)::int from sso_sign_in where code_hash is not null) as results,
  (select json_agg(json_build_array(a.id, a.name, a.email_address, a.is_read_only, a.is_blocked, c.password_hash) order by a.id)::text
    from account a join credential c on c.account_id = a.id) as users`)
  return found
}
