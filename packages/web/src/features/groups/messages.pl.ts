import type { groups as english } from './messages.en.ts'

export const groups: Readonly<Record<keyof typeof english, string>> = {
  'sharing.title': 'Twoje udostępnione grupy',
  'sharing.text':
    '{name} widzi usługi zaznaczonych grup. Bez dodatkowych uprawnień ma dostęp tylko do odczytu. Zmiany obowiązują od razu.',
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
  'periodic.open': 'Raporty e-mail…',
  'periodic.title': 'Raporty e-mail: {group}',
  'periodic.text':
    'Krótkie raporty o usługach grupy. Do dokumentów z sekcjami, harmonogramem i plikami służą szablony raportów. Zmiany obowiązują od razu.',
  'periodic.send': 'Wysyłaj raporty',
  'periodic.periodic_daily_reports': 'codziennie',
  'periodic.periodic_weekly_reports': 'co tydzień, od poniedziałku',
  'periodic.periodic_monthly_reports': 'co miesiąc',
  'periodic.archived_services_in_periodic_reports': 'z usługami zarchiwizowanymi',
  'periodic.none': 'Brak adresów.',
  'periodic.address': 'Adres e-mail',
  'periodic.frequency': 'Jak często',
  'periodic.add': 'Dodaj',
  'periodic.daily': 'Codziennie',
  'periodic.weekly': 'Co tydzień',
  'periodic.monthly': 'Co miesiąc',
}
