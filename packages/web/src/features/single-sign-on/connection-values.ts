import type { SsoConnection, SsoConnectionUpdateData, SsoRoleMapping } from '@wachta/client'

export type SsoRole = SsoRoleMapping['role']

/** The roles that a group can give, in the order of what they allow. */
export const ssoRoles: readonly SsoRole[] = ['manager', 'editor', 'operator', 'viewer', 'billing']

/** A connection as it is in the form. */
export interface ConnectionValues {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  readonly groupsClaim: string
  readonly mappings: readonly SsoRoleMapping[]
  /** Empty to reject users without a mapped group. */
  readonly defaultRole: string
  readonly secondFactor: SsoConnection['second_factor']
  readonly isEnabled: boolean
  readonly isEnforced: boolean
  readonly isOffered: boolean
}

export const toConnectionValues = (connection: SsoConnection | null): ConnectionValues => ({
  name: connection?.name ?? '',
  issuer: connection?.issuer ?? '',
  clientId: connection?.client_id ?? '',
  clientSecret: '',
  scopes: (connection?.scopes ?? ['openid', 'email', 'profile']).join(' '),
  groupsClaim: connection?.groups_claim ?? 'groups',
  mappings: connection?.role_mappings ?? [],
  defaultRole: connection ? (connection.default_role ?? '') : 'viewer',
  secondFactor: connection?.second_factor ?? 'own',
  isEnabled: connection?.is_enabled ?? true,
  isEnforced: connection?.is_enforced ?? false,
  isOffered: connection?.is_offered ?? false,
})

/** Converts the form for the API. A connection that uses the issuer of the reseller names no issuer. */
export function toConnectionData(
  values: ConnectionValues,
  hasOwnIssuer: boolean,
): SsoConnectionUpdateData & { name: string } {
  return {
    name: values.name.trim(),
    ...(hasOwnIssuer && {
      issuer: values.issuer.trim(),
      client_id: values.clientId.trim(),
      scopes: values.scopes.split(/\s+/).filter(Boolean),
      is_offered: values.isOffered,
    }),
    groups_claim: values.groupsClaim.trim(),
    role_mappings: values.mappings.filter(({ group }) => group.trim() !== ''),
    default_role: (values.defaultRole || null) as SsoConnection['default_role'],
    second_factor: values.secondFactor,
    is_enabled: values.isEnabled,
    is_enforced: values.isEnforced,
  }
}
