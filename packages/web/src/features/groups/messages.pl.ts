import type { groups as english } from './messages.en.ts'

export const groups: Readonly<Record<keyof typeof english, string>> = {
  'sharing.title': 'Udostępnione grupy',
  'sharing.text': '{name} widzi usługi zaznaczonych grup. Bez dodatkowych uprawnień ma dostęp tylko do odczytu.',
  'sharing.none': 'Nie masz grup do udostępnienia.',
  'sharing.rights': 'Uprawnienia do grupy {group}',
  'sharing.saved': 'Udostępniono grupę {group}.',
  'sharing.ended': 'Cofnięto udostępnienie grupy {group}.',
  'sharing.can_create_services': 'dodawanie usług',
  'sharing.can_modify_services': 'zmiana usług',
  'sharing.can_delete_services': 'usuwanie usług',
  'sharing.can_archive_services': 'archiwizacja usług',
  'sharing.can_force_analyses': 'sprawdzanie na żądanie',
  'sharing.can_modify_group': 'zmiana grupy',
}
