import type { RecordingError, RecordingErrorReason } from './recording-error.ts'
import type { RecordingNote, RecordingNoteKind } from './recording-note.ts'

/** A text in both languages of the product. */
export interface RecordingText {
  readonly en: string
  readonly pl: string
}

/** Describes a step that was changed or left out, and what to do about it. */
export function describeRecordingNote({ kind, steps, detail }: RecordingNote): RecordingText {
  const { en, pl } = noteTexts[kind](detail ?? '')
  const list = steps.join(', ')
  return {
    en: `${steps.length === 1 ? 'Step' : 'Steps'} ${list}: ${en}`,
    pl: `${steps.length === 1 ? 'Krok' : 'Kroki'} ${list}: ${pl}`,
  }
}

/** Explains why a recording cannot be imported, and what to do. */
export function describeRecordingError({ reason, step, type }: RecordingError): RecordingText {
  const { en, pl } = errorTexts[reason](type ?? '')
  return step === null ? { en, pl } : { en: `Step ${step}: ${en}`, pl: `Krok ${step}: ${pl}` }
}

const noteTexts: Readonly<Record<RecordingNoteKind, (detail: string) => RecordingText>> = {
  step_left_out: (type) => omissionTexts[type] ?? { en: `"${type}" was left out.`, pl: `pominięto „${type}”.` },
  key_left_out: () => ({
    en: 'a scenario cannot press this key; it was left out.',
    pl: 'scenariusz nie może nacisnąć tego klawisza; pominięto go.',
  }),
  modifier_left_out: () => ({
    en: 'Shift, Control, Alt or Meta was left out: a scenario presses them only together with another key, not with a click.',
    pl: 'pominięto Shift, Control, Alt lub Meta: scenariusz naciska je tylko razem z innym klawiszem, nie przy kliknięciu.',
  }),
  command_key_replaced: () => ({
    en: 'the Command key of a Mac was replaced by Control.',
    pl: 'klawisz Command z Maca zastąpiono przez Control.',
  }),
  condition_left_out: () => ({
    en: 'a scenario can wait for an element, but not for a number of elements or for their properties; that part was left out.',
    pl: 'scenariusz może czekać na element, ale nie na liczbę elementów ani na ich właściwości; tę część pominięto.',
  }),
  expectation_left_out: () => ({
    en: 'the address that the page leads to cannot be checked; add a check of the next page by hand.',
    pl: 'nie można sprawdzić adresu, do którego prowadzi strona; dodaj ręcznie sprawdzenie następnej strony.',
  }),
  password_dropped: () => ({
    en: 'the recorded password was dropped and replaced by {{password}}. Set the password of the service.',
    pl: 'nagrane hasło usunięto i zastąpiono przez {{password}}. Ustaw hasło w ustawieniach usługi.',
  }),
  one_time_code_dropped: () => ({
    en: 'the recorded one-time code was replaced by {{one_time_code}}. Set the one-time code secret of the service.',
    pl: 'nagrany kod jednorazowy zastąpiono przez {{one_time_code}}. Ustaw sekret kodów jednorazowych w ustawieniach usługi.',
  }),
  login_dropped: () => ({
    en: 'the username and password in the address were dropped.',
    pl: 'usunięto nazwę użytkownika i hasło z adresu.',
  }),
  frame_by_position: () => ({
    en: 'the recording knows the frame only by its position on the page. If it has an id or a title, use that instead, such as frame=iframe#payment.',
    pl: 'nagranie zna ramkę tylko z jej pozycji na stronie. Jeśli ramka ma id lub tytuł, użyj go, np. frame=iframe#payment.',
  }),
  viewport_changed: () => ({
    en: 'the window size was adjusted to the range that a service allows.',
    pl: 'rozmiar okna dostosowano do zakresu dozwolonego w usłudze.',
  }),
  action_left_out: (action) => ({
    en: `the Recorder has no counterpart of ${action}; it was left out.`,
    pl: `Recorder nie ma odpowiednika ${action}; pominięto.`,
  }),
  selector_left_out: (selector) => ({
    en: `the Recorder cannot find ${selector}; the action was left out.`,
    pl: `Recorder nie umie znaleźć ${selector}; czynność pominięto.`,
  }),
  one_time_code_left_out: () => ({
    en: 'the Recorder cannot compute one-time codes; the action was left out.',
    pl: 'Recorder nie umie wyliczać kodów jednorazowych; czynność pominięto.',
  }),
  variables_kept: () => ({
    en: 'variables such as {{password}} are text in the recording. Replace them before you replay it.',
    pl: 'zmienne takie jak {{password}} są w nagraniu zwykłym tekstem. Zastąp je przed odtworzeniem.',
  }),
  cleanup_in_order: () => ({
    en: 'a cleanup step is replayed at the end, but not after a failure.',
    pl: 'krok sprzątający jest odtwarzany na końcu, ale nie po błędzie.',
  }),
  address_opened: () => ({
    en: 'the recording first opens the address of the service, because the scenario opens no page there.',
    pl: 'nagranie najpierw otwiera adres usługi, bo scenariusz nie otwiera tam żadnej strony.',
  }),
}

const omissionTexts: Readonly<Record<string, RecordingText>> = {
  scroll: {
    en: 'scrolling was left out. The browser scrolls by itself to what it clicks.',
    pl: 'pominięto przewijanie. Przeglądarka sama przewija do klikanego elementu.',
  },
  close: {
    en: 'closing the page was left out. The browser is closed after every check.',
    pl: 'pominięto zamknięcie strony. Przeglądarka jest zamykana po każdym sprawdzeniu.',
  },
  emulateNetworkConditions: {
    en: 'the slower network was left out. A check uses the network of its sensor.',
    pl: 'pominięto spowolnienie sieci. Sprawdzenie używa sieci swojego sensora.',
  },
  setViewport: {
    en: 'the window keeps its first size; the change was left out.',
    pl: 'okno zachowuje pierwszy rozmiar; zmianę pominięto.',
  },
  navigate: {
    en: 'the start page of the browser was left out.',
    pl: 'pominięto stronę startową przeglądarki.',
  },
}

const errorTexts: Readonly<Record<RecordingErrorReason, (type: string) => RecordingText>> = {
  not_json: () => ({
    en: 'This is not JSON. In the Recorder, choose Export, then JSON.',
    pl: 'To nie jest JSON. W Recorderze wybierz Export, a potem JSON.',
  }),
  not_a_recording: () => ({
    en: 'This is not a recording of the Chrome DevTools Recorder. In the Recorder, choose Export, then JSON.',
    pl: 'To nie jest nagranie Recordera z Chrome DevTools. W Recorderze wybierz Export, a potem JSON.',
  }),
  too_large: () => ({
    en: 'The file is too large for a recording.',
    pl: 'Plik jest za duży jak na nagranie.',
  }),
  invalid_step: (type) => ({
    en: `"${type}" is not in the format of the Recorder.`,
    pl: `„${type}” nie ma formatu, w którym zapisuje Recorder.`,
  }),
  unsupported_step: (type) => ({
    en: `"${type}" cannot be imported. Remove it in the Recorder; scenarios never run code.`,
    pl: `„${type}” nie można zaimportować. Usuń ten krok w Recorderze; scenariusze nigdy nie wykonują kodu.`,
  }),
  unsupported_address: () => ({
    en: 'only web addresses of at most 2048 characters can be opened.',
    pl: 'można otwierać tylko adresy WWW, nie dłuższe niż 2048 znaków.',
  }),
  unsupported_button: () => ({
    en: 'a scenario clicks only with the primary mouse button. Remove the step in the Recorder.',
    pl: 'scenariusz klika tylko głównym przyciskiem myszy. Usuń ten krok w Recorderze.',
  }),
  other_target: () => ({
    en: 'this happened in another window, or in a frame of another site. Windows are blocked. Remove the step in the Recorder; for a frame, add it by hand after the import.',
    pl: 'to działo się w innym oknie albo w ramce innej witryny. Okna są blokowane. Usuń ten krok w Recorderze; czynność w ramce dodaj ręcznie po imporcie.',
  }),
  file_upload: () => ({
    en: 'a scenario cannot upload files. Remove the step in the Recorder.',
    pl: 'scenariusz nie może przesyłać plików. Usuń ten krok w Recorderze.',
  }),
  no_selector: () => ({
    en: 'none of the recorded selectors can be used. Add a CSS selector in the Recorder, or remove the step.',
    pl: 'nie można użyć żadnego z nagranych selektorów. Dodaj w Recorderze selektor CSS albo usuń ten krok.',
  }),
  no_navigation: () => ({
    en: 'The recording does not start with a web page.',
    pl: 'Nagranie nie zaczyna się od strony WWW.',
  }),
  value_too_long: () => ({
    en: 'the text is longer than 1000 characters.',
    pl: 'tekst jest dłuższy niż 1000 znaków.',
  }),
  too_many_steps: () => ({
    en: 'The recording has more than 50 steps. Split it into several scenarios.',
    pl: 'Nagranie ma ponad 50 kroków. Podziel je na kilka scenariuszy.',
  }),
}
