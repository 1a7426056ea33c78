import { createTexts } from '../../app/i18n/own-texts.ts'

/** The texts of the editor of report templates, which are loaded with it. */
export const reportEditorTexts = createTexts({
  'report.orderDialog': { en: 'Create report…', pl: 'Utwórz raport…' },
  'report.sendTest': { en: 'Send me a test', pl: 'Wyślij mi test' },
  'report.testOrdered': {
    en: 'The test report is being created. It is sent to the e-mail address of the account.',
    pl: 'Test jest przygotowywany. Trafi na adres e-mail konta.',
  },
  'reportTemplate.newText': {
    en: 'The preview shows the document for the last 30 days, with your services.',
    pl: 'Podgląd pokazuje dokument za ostatnie 30 dni, z Twoimi usługami.',
  },
  'reportTemplate.create': { en: 'Create template', pl: 'Utwórz szablon' },
  'reportTemplate.saved': { en: 'Template saved.', pl: 'Zapisano szablon.' },
  'reportTemplate.saveFirst': { en: 'Save the changes first.', pl: 'Najpierw zapisz zmiany.' },
  'reportTemplate.basics': { en: 'Document', pl: 'Dokument' },
  'reportTemplate.title': { en: 'Title of the document', pl: 'Tytuł dokumentu' },
  'reportTemplate.titleHint': {
    en: 'If empty, the name of the template is used.',
    pl: 'Jeśli puste, używana jest nazwa szablonu.',
  },
  'reportTemplate.language': { en: 'Language of the document', pl: 'Język dokumentu' },
  'reportTemplate.zone': { en: 'Time zone', pl: 'Strefa czasowa' },
  'reportTemplate.zoneHint': {
    en: 'Days and months begin at midnight in this time zone.',
    pl: 'Dni i miesiące zaczynają się o północy w tej strefie.',
  },
  'reportTemplate.sections': { en: 'Sections', pl: 'Sekcje' },
  'reportTemplate.sectionsText': {
    en: 'In the order of the document. Drag them, or use the buttons or Alt with the arrow keys.',
    pl: 'W kolejności dokumentu. Przeciągnij je albo użyj przycisków lub klawisza Alt ze strzałkami.',
  },
  'reportTemplate.noSections': { en: 'Add at least one section.', pl: 'Dodaj co najmniej jedną sekcję.' },
  'reportTemplate.addSection': { en: 'Add a section', pl: 'Dodaj sekcję' },
  'reportTemplate.add': { en: 'Add {name}', pl: 'Dodaj: {name}' },
  'reportTemplate.moveUp': { en: 'Move {name} up', pl: 'Przesuń w górę: {name}' },
  'reportTemplate.moveDown': { en: 'Move {name} down', pl: 'Przesuń w dół: {name}' },
  'reportTemplate.moved': {
    en: '{name} is now {place, number} of {count, number}.',
    pl: '{name}: teraz {place, number} z {count, number}.',
  },
  'reportTemplate.services': { en: 'Services', pl: 'Usługi' },
  'reportTemplate.allServices': { en: 'All services', pl: 'Wszystkie usługi' },
  'reportTemplate.someServices': { en: 'Groups, services and tags', pl: 'Grupy, usługi i tagi' },
  'reportTemplate.tagsHint': {
    en: 'Separated by commas. Services with any of these tags are included too.',
    pl: 'Rozdzielone przecinkami. Raport obejmie też usługi z co najmniej jednym z tych tagów.',
  },
  'reportTemplate.noScope': {
    en: 'Select at least one group, service or tag. Otherwise the report fails.',
    pl: 'Wybierz co najmniej jedną grupę, usługę lub tag. Inaczej raport się nie uda.',
  },
  'reportTemplate.method': { en: 'Availability calculation', pl: 'Sposób liczenia dostępności' },
  'method.unknown': { en: 'Unknown time counts as downtime', pl: 'Stan nieznany liczy się jako awaria' },
  'method.unknownHint': {
    en: 'Otherwise time with an unknown status is excluded.',
    pl: 'W przeciwnym razie ten czas jest pomijany.',
  },
  'method.paused': { en: 'Paused time counts as downtime', pl: 'Czas wstrzymania liczy się jako awaria' },
  'method.pausedHint': {
    en: 'Otherwise time in which a service was paused or in a maintenance window is excluded.',
    pl: 'W przeciwnym razie czas, w którym usługa była wstrzymana lub w oknie serwisowym, jest pomijany.',
  },
  'method.suspended': {
    en: 'Count maintenance windows that only suppress notifications',
    pl: 'Uwzględniaj okna serwisowe, które tylko wyciszają powiadomienia',
  },
  'method.suspendedHint': {
    en: 'Otherwise they are excluded.',
    pl: 'W przeciwnym razie są pomijane.',
  },
  'method.corrected': { en: 'Apply corrections', pl: 'Uwzględniaj korekty' },
  'method.correctedHint': {
    en: 'Otherwise the figures are as measured. The report always lists corrections.',
    pl: 'W przeciwnym razie podawane są wartości zmierzone. Raport zawsze wymienia korekty.',
  },
  'method.hours': { en: 'Counted hours', pl: 'Liczone godziny' },
  'method.allHours': { en: 'Around the clock', pl: 'Cała doba' },
  'method.businessHours': { en: 'Business hours', pl: 'Godziny pracy' },
  'method.customHours': { en: 'As set through the API', pl: 'Ustawione przez API' },
  'method.noDays': {
    en: 'No day is selected, so all hours count.',
    pl: 'Nie wybrano żadnego dnia, więc liczone są wszystkie godziny.',
  },
  'method.clock': { en: 'HH:MM', pl: 'GG:MM' },
  'reportTemplate.targetHint': {
    en: 'In percent. If empty, each service has its own target or that of its group.',
    pl: 'W procentach. Jeśli puste, każda usługa ma własny cel albo cel swojej grupy.',
  },
  'reportTemplate.texts': { en: 'Texts', pl: 'Teksty' },
  'reportTemplate.introduction': { en: 'Introduction', pl: 'Wstęp' },
  'reportTemplate.introductionHint': { en: 'At the beginning of the document.', pl: 'Na początku dokumentu.' },
  'reportTemplate.emailSubject': { en: 'Subject of the e-mail', pl: 'Temat e-maila' },
  'reportTemplate.emailBody': { en: 'Text of the e-mail', pl: 'Treść e-maila' },
  'reportTemplate.usualText': {
    en: 'Leave empty for the standard text.',
    pl: 'Zostaw puste, aby użyć tekstu standardowego.',
  },
  'reportTemplate.unknownVariables': {
    en: 'Unknown variables: {names}. Choose from the list below.',
    pl: 'Nieznane zmienne: {names}. Wybierz z listy poniżej.',
  },
  'reportTemplate.delivery': { en: 'Schedule and delivery', pl: 'Harmonogram i wysyłka' },
  'reportTemplate.schedule': { en: 'Schedule', pl: 'Harmonogram' },
  'reportTemplate.isActive': { en: 'Create reports on schedule', pl: 'Twórz raporty według harmonogramu' },
  'reportTemplate.scheduleHint': {
    en: 'A report is created within seven hours after its period ends, so that late results are included.',
    pl: 'Raport powstaje do siedmiu godzin po zakończeniu okresu, aby objąć spóźnione wyniki.',
  },
  'reportTemplate.recipientsHint': {
    en: 'E-mail addresses, one per line. Each is asked to confirm before the first report is sent.',
    pl: 'Adresy e-mail, po jednym w wierszu. Każdy musi potwierdzić adres, zanim dostanie pierwszy raport.',
  },
  'reportTemplate.sentAs': { en: 'E-mails contain', pl: 'E-mail zawiera' },
  'reportTemplate.sentAs.attachment': { en: 'the files', pl: 'pliki' },
  'reportTemplate.sentAs.link': { en: 'links to the files', pl: 'linki do plików' },
  'reportTemplate.files': { en: 'Files besides PDF and JSON', pl: 'Pliki oprócz PDF i JSON' },
  'reportTemplate.filesHint': {
    en: 'Tables for a spreadsheet. Large ones take longer to create.',
    pl: 'Tabele do arkusza kalkulacyjnego. Duże powstają dłużej.',
  },
  'reportTemplate.drawing': { en: 'Loading preview…', pl: 'Wczytywanie podglądu…' },
  'reportTemplate.pages': {
    en: '{count, plural, one {# page} other {# pages}}',
    pl: '{count, plural, one {# strona} few {# strony} many {# stron} other {# strony}}',
  },
  'reportTemplate.page': {
    en: 'Page {page, number} of {pages, number}',
    pl: 'Strona {page, number} z {pages, number}',
  },
  'reportTemplate.document': { en: 'Pages of the document', pl: 'Strony dokumentu' },
  'reportTemplate.behind': {
    en: 'The form has invalid fields. This is the last valid document.',
    pl: 'Formularz zawiera nieprawidłowe pola. To ostatni poprawny dokument.',
  },
  'reportTemplate.previewText': {
    en: 'The real document for the last 30 days. It is neither sent nor kept.',
    pl: 'Prawdziwy dokument za ostatnie 30 dni. Nie jest nikomu wysyłany ani przechowywany.',
  },
  'reportTemplate.deleteAsk': { en: 'Delete the template {name}?', pl: 'Usunąć szablon {name}?' },
  'reportTemplate.deleteMeans': {
    en: 'All reports created from it are deleted too, with their files and links.',
    pl: 'Zostaną też usunięte wszystkie raporty z tego szablonu, z plikami i linkami.',
  },
  'reportTemplate.deleted': { en: 'Template deleted.', pl: 'Usunięto szablon.' },
})
