export const groups = {
  'sharing.title': 'Shared groups',
  'sharing.text': '{name} sees the services of the groups that are ticked. Without a further right it may only look.',
  'sharing.none': 'There is no group of yours to share.',
  'sharing.rights': 'Rights to {group}',
  'sharing.saved': '{group} is shared.',
  'sharing.ended': '{group} is no longer shared.',
  'sharing.can_create_services': 'add services',
  'sharing.can_modify_services': 'change services',
  'sharing.can_delete_services': 'delete services',
  'sharing.can_archive_services': 'archive services',
  'sharing.can_force_analyses': 'check at once',
  'sharing.can_modify_group': 'change the group',
} as const
