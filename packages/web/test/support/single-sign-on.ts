import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

/** A connection with two domains, of which one is verified. */
export async function addSingleSignOn({ owner }: Pick<TestApi, 'owner'>, account: number): Promise<void> {
  const mappings = [
    { group: 'wachta-admins', role: 'manager' },
    { group: 'operations', role: 'operator' },
  ]
  const [made] = await owner.query(sql<{ id: number }>`insert into sso_connection
  (owner_id, slug, name, issuer, client_id, role_mappings, default_role, scim_token_hash, scim_token_created_at)
values (${account}, 'k7m2p9q4r8s3t6v5w2x7', 'Keycloak', 'https://login.sklepy-kowalska.example.com/realms/firma', 'wachta',
  ${JSON.stringify(mappings)}, 'viewer', decode('00', 'hex'), '2026-01-12T09:30:00Z') returning id`)
  for (const [domain, verified] of [
    ['sklepy-kowalska.example.com', '2026-01-12T09:00:00Z'],
    ['kowalska.example.com', null],
  ] as const)
    await owner.query(sql`insert into sso_domain (connection_id, domain, token, verified_at)
values (${made?.id}, ${domain}, '0123456789abcdef0123456789abcdef', ${verified})`)
}
