import assert from 'node:assert/strict'
import type { TestApi } from '@wachta/testing/api/start-api'
import type { Tenant } from './browser.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** The directory of a tenant, which manages its users by SCIM. */
export class Directory {
  readonly api: TestApi
  readonly tenant: Tenant
  readonly token: string
  private constructor(api: TestApi, tenant: Tenant, token: string) {
    this.api = api
    this.tenant = tenant
    this.token = token
  }

  static async open(api: TestApi, tenant: Tenant): Promise<Directory> {
    const { connection, holder } = tenant
    const made = await api.call('POST', `/sso_connections/${connection.id}/scim_token`, { as: holder.as })
    assert.equal(made.status, 200, made.text)
    return new Directory(api, tenant, made.body.token)
  }

  async send(method: string, path: string, { body, token = this.token }: { body?: unknown; token?: string } = {}) {
    const reply = await this.api.app.inject({
      method: method as 'GET',
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    const read: any = reply.body === '' ? null : JSON.parse(reply.body)
    return { status: reply.statusCode, body: read, type: String(reply.headers['content-type']) }
  }

  user(name: string, more: object = {}): object {
    const email = `${name}@${this.tenant.domain}`
    return {
      schemas: [userSchema],
      userName: email,
      externalId: `ext-${name}`,
      displayName: name,
      active: true,
      emails: [{ value: email, type: 'work', primary: true }],
      ...more,
    }
  }

  async addUser(name: string, more: object = {}): Promise<string> {
    const made = await this.send('POST', '/Users', { body: this.user(name, more) })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body.id
  }

  async addGroup(displayName: string, ...members: string[]): Promise<string> {
    const body = { schemas: [groupSchema], displayName, members: members.map((value) => ({ value })) }
    const made = await this.send('POST', '/Groups', { body })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body.id
  }

  patch(path: string, ...operations: object[]) {
    return this.send('PATCH', path, { body: { schemas: [patchSchema], Operations: operations } })
  }

  async find(filter: string, kind = '/Users') {
    return (await this.send('GET', `${kind}?filter=${encodeURIComponent(filter)}`)).body
  }
}
