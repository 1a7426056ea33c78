// Made from the folders of features by `npm run generate`; do not change it by hand.
import { accounts } from '../../features/accounts/messages.pl.ts'
import { administration } from '../../features/administration/messages.pl.ts'
import { alertRules } from '../../features/alert-rules/messages.pl.ts'
import { apiKeys } from '../../features/api-keys/messages.pl.ts'
import { applications } from '../../features/applications/messages.pl.ts'
import { audit } from '../../features/audit/messages.pl.ts'
import { authentication } from '../../features/authentication/messages.pl.ts'
import { branding } from '../../features/branding/messages.pl.ts'
import { checksAndHistory } from '../../features/checks-and-history/messages.pl.ts'
import { contacts } from '../../features/contacts/messages.pl.ts'
import { corrections } from '../../features/corrections/messages.pl.ts'
import { dashboard } from '../../features/dashboard/messages.pl.ts'
import { diagnostics } from '../../features/diagnostics/messages.pl.ts'
import { errorBudgets } from '../../features/error-budgets/messages.pl.ts'
import { errorTypes } from '../../features/error-types/messages.pl.ts'
import { escalations } from '../../features/escalations/messages.pl.ts'
import { expiries } from '../../features/expiries/messages.pl.ts'
import { groups } from '../../features/groups/messages.pl.ts'
import { heartbeats } from '../../features/heartbeats/messages.pl.ts'
import { incidents } from '../../features/incidents/messages.pl.ts'
import { maintenance } from '../../features/maintenance/messages.pl.ts'
import { notifications } from '../../features/notifications/messages.pl.ts'
import { onboarding } from '../../features/onboarding/messages.pl.ts'
import { openIncidents } from '../../features/open-incidents/messages.pl.ts'
import { packages } from '../../features/packages/messages.pl.ts'
import { people } from '../../features/people/messages.pl.ts'
import { reports } from '../../features/reports/messages.pl.ts'
import { sensors } from '../../features/sensors/messages.pl.ts'
import { servicePage } from '../../features/service-page/messages.pl.ts'
import { services } from '../../features/services/messages.pl.ts'
import { singleSignOn } from '../../features/single-sign-on/messages.pl.ts'
import { templates } from '../../features/templates/messages.pl.ts'
import { whatIf } from '../../features/what-if/messages.pl.ts'
import { app } from '../i18n/messages.pl.ts'
import type { Messages } from './messages.en.ts'

export const pl: Messages = {
  ...app,
  ...accounts,
  ...administration,
  ...alertRules,
  ...apiKeys,
  ...applications,
  ...audit,
  ...authentication,
  ...branding,
  ...checksAndHistory,
  ...contacts,
  ...corrections,
  ...dashboard,
  ...diagnostics,
  ...errorBudgets,
  ...errorTypes,
  ...escalations,
  ...expiries,
  ...groups,
  ...heartbeats,
  ...incidents,
  ...maintenance,
  ...notifications,
  ...onboarding,
  ...openIncidents,
  ...packages,
  ...people,
  ...reports,
  ...sensors,
  ...servicePage,
  ...services,
  ...singleSignOn,
  ...templates,
  ...whatIf,
  'security.advice': 'Co warto poprawić',
  'security.complete':
    'Niczego nie brakuje: utrata urządzenia nie odetnie Ci dostępu, a samo skradzione hasło nikogo nie wpuści.',
  'security.cloned': 'Klucz dostępu „{name}” mógł zostać skopiowany. Usuń go i dodaj nowy.',
  'security.passwordOnly': 'Konto chroni tylko hasło. Dodaj klucz dostępu, aby samo skradzione hasło nie wystarczyło.',
  'security.codesOnly': 'Kody jednorazowe można wyłudzić. Dodaj klucz dostępu: działa tylko pod właściwym adresem.',
  'security.onePasskey': 'Masz jeden klucz dostępu: dodaj drugi, aby utrata telefonu nie odcięła Ci dostępu.',
  'security.noCodes': 'Nie masz już kodów zapasowych. Utwórz nowe.',
  'security.fewCodes':
    '{count, plural, one {Został # kod zapasowy} few {Zostały # kody zapasowe} other {Zostało # kodów zapasowych}}. Utwórz nowe.',
  'security.staleKeys':
    '{count, plural, one {# klucz API nie był używany} few {# klucze API nie były używane} other {# kluczy API nie było używanych}} od 90 dni. Unieważnij niepotrzebne.',
  'security.apiKeys':
    '{count, plural, =0 {Brak aktywnych kluczy.} one {# aktywny klucz działa w Twoim imieniu.} few {# aktywne klucze działają w Twoim imieniu.} other {# aktywnych kluczy działa w Twoim imieniu.}}',
  'security.manageKeys': 'Zarządzaj kluczami API',
  'security.codesLeft':
    '{count, plural, one {Został # kod} few {Zostały # kody} other {Zostało # kodów}}. Każdy pozwala zalogować się jeden raz bez telefonu. Nowe kody zastępują wszystkie wcześniejsze.',
  'security.renewCodes': 'Utwórz nowe kody',
  'security.requirement': 'Wymagane klucze dostępu',
  'security.requirementText':
    'Kto musi mieć klucz dostępu, a go nie ma, może się zalogować tylko po to, aby go dodać. Kody z aplikacji już go nie zastępują, kody zapasowe tak.',
  'security.requiredOf': 'Role, które muszą mieć klucz dostępu',
  'security.owner': 'Właściciel',
  'security.requirementSaved': 'Zapisano wymaganie.',
  'security.setupTitle': 'Jeszcze jeden krok',
  'security.passkeyMissing': 'To konto wymaga klucza dostępu. Dodaj go, aby kontynuować.',
  'security.factorMissing':
    'To konto wymaga drugiego składnika. Dodaj klucz dostępu albo skonfiguruj aplikację uwierzytelniającą poniżej.',
  'passkeys.title': 'Klucze dostępu',
  'passkeys.text':
    'Loguj się odciskiem palca, twarzą, kodem PIN albo kluczem sprzętowym. Klucz dostępu (passkey) zastępuje hasło i kod i nie da się go wyłudzić.',
  'passkeys.none': 'Brak kluczy dostępu.',
  'passkeys.unsupported':
    'Ta przeglądarka nie obsługuje tu kluczy dostępu. Potrzebne są HTTPS i aktualna przeglądarka.',
  'passkeys.add': 'Dodaj klucz dostępu',
  'passkeys.addText':
    'Nazwij go tak, aby było wiadomo, gdzie jest przechowywany. Potem przeglądarka poprosi o odcisk palca, kod PIN albo klucz sprzętowy.',
  'passkeys.added': 'Dodano klucz dostępu.',
  'passkeys.codesText': 'Dodano klucz dostępu. Od teraz samo hasło nie wystarczy do zalogowania.',
  'passkeys.name': 'Nazwa',
  'passkeys.nameHint': 'Na przykład: laptop służbowy, telefon.',
  'passkeys.synced': 'Synchronizowany',
  'passkeys.onDevice': 'Tylko na jednym urządzeniu',
  'passkeys.since': 'dodany {day}',
  'passkeys.used': 'ostatnio użyty {ago}',
  'passkeys.unused': 'nieużywany',
  'passkeys.cloned': 'Mógł zostać skopiowany ({day})',
  'passkeys.rename': 'Zmień nazwę',
  'passkeys.renameNamed': 'Zmień nazwę: {name}',
  'passkeys.revoke': 'Usuń',
  'passkeys.revokeNamed': 'Usuń {name}',
  'passkeys.revokeAsk': 'Usunąć „{name}”?',
  'passkeys.revokeMeans':
    'Nikt już się nim nie zaloguje, a pozostałe sesje zostaną zakończone. Usuń go także z urządzenia lub menedżera haseł.',
  'passkeys.revoked': 'Usunięto klucz dostępu.',
  'passkeys.signIn': 'Zaloguj się kluczem dostępu',
  'passkeys.use': 'Użyj klucza dostępu',
  'passkeys.cancelled': 'Nie użyto klucza dostępu: anulowano albo minął czas. Spróbuj ponownie.',
  'passkeys.alreadyThere': 'To urządzenie ma już klucz dostępu do Twojego konta.',
  'passkeys.wrongAddress': 'Klucze dostępu działają tylko pod głównym adresem tej instalacji.',
}
