import type { Connection } from '../find-connection.ts'
import type { UserWrite } from '../users.ts'

/** One request of a directory: the connection that its token belongs to, and the transaction. */
export interface ScimCall extends UserWrite {
  readonly connection: Pick<Connection, 'id' | 'ownerId' | 'roleMappings' | 'defaultRole'>
  /** The URL of the SCIM service. */
  readonly baseUrl: string
  readonly query: Readonly<Record<string, string | undefined>>
}

export interface ScimPage {
  readonly total: number
  readonly start: number
  readonly resources: readonly unknown[]
}

/** The handlers of requests to one type of resource. */
export interface ScimHandlers {
  list(call: ScimCall): Promise<ScimPage>
  read(id: string, call: ScimCall): Promise<unknown>
  create(body: unknown, call: ScimCall): Promise<unknown>
  replace(id: string, body: unknown, call: ScimCall): Promise<unknown>
  patch(id: string, body: unknown, call: ScimCall): Promise<unknown>
  remove(id: string, call: ScimCall): Promise<void>
}
