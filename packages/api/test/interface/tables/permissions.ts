/** The flags of a permission object; more are allowed, and `ours` lists those that we added. */
export interface Flags {
  readonly flags: readonly string[]
  readonly ours?: readonly string[]
}

/** The flags of most resources. */
export const usualFlags = ['delete', 'own', 'read', 'update']

export const permissions: Readonly<Record<string, Flags>> = {
  account_permission: {
    flags: [
      'close',
      'create_contact_groups',
      'create_contacts',
      'create_customer_portal_sessions',
      'create_events',
      'create_groups',
      'create_report_templates',
      'create_subaccounts',
      'create_templates',
      'delete',
      'own',
      'read',
      'read_logs',
      'read_stats',
      'setup_2fa',
      'share_groups',
      'update',
    ],
    ours: [
      'apply',
      'block',
      'change_password',
      'copy_group_shares',
      'create_status_pages',
      'create_users',
      'export',
      'assign_role',
      'run_diagnostics',
      'manage_branding',
      'manage_security',
      'manage_signing_keys',
      'observe',
      'unblock',
    ],
  },
  admin_account_permission: { flags: ['block', 'delete', 'own', 'read', 'unblock', 'update'] },
  admin_package_permission: { flags: ['create_accounts', 'delete', 'own', 'read', 'update'] },
  contact_permission: {
    flags: [
      'create_addresses',
      'create_suspensions',
      'create_weekly_suspensions',
      'customize_templates',
      'delete',
      'own',
      'read',
      'update',
    ],
  },
  contact_address_permission: { flags: usualFlags },
  contact_group_permission: { flags: usualFlags },
  contact_suspension_permission: { flags: usualFlags },
  contact_weekly_suspension_permission: { flags: usualFlags },
  correction_permission: { flags: usualFlags },
  error_type_permission: { flags: usualFlags },
}
