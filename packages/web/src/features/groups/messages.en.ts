export const groups = {
  'sharing.title': 'Shared groups',
  'sharing.text':
    '{name} sees the services of the selected groups. Without further permissions it has read-only access.',
  'sharing.none': 'You have no groups to share.',
  'sharing.rights': 'Permissions for {group}',
  'sharing.saved': '{group} shared.',
  'sharing.ended': '{group} is no longer shared.',
  'sharing.can_create_services': 'add services',
  'sharing.can_modify_services': 'change services',
  'sharing.can_delete_services': 'delete services',
  'sharing.can_archive_services': 'archive services',
  'sharing.can_force_analyses': 'run manual checks',
  'sharing.can_modify_group': 'change the group',
} as const
