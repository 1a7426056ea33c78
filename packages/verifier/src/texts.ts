import type { BilingualText } from '@wachta/proof'

/** The texts of the page, except those of the findings. */
export const pageTexts = {
  heading: { en: 'Verify a report', pl: 'Sprawdź raport' },
  introduction: {
    en: 'This page verifies a Wachta report on your own machine. It works offline and sends nothing.',
    pl: 'Ta strona sprawdza raport Wachty na Twoim komputerze. Działa bez połączenia i niczego nie wysyła.',
  },
  files: { en: 'Files of one report', pl: 'Pliki jednego raportu' },
  filesHint: {
    en: 'The PDF file, and if you have them the proof file and the JSON and CSV files. Choose them or drop them here.',
    pl: 'Plik PDF, a jeśli je masz, także plik dowodu oraz pliki JSON i CSV. Wybierz je albo upuść tutaj.',
  },
  trust: { en: 'Trusted signers', pl: 'Zaufani podpisujący' },
  fingerprint: {
    en: "SHA-256 fingerprint of the signer's certificate",
    pl: 'Odcisk SHA-256 certyfikatu podpisującego',
  },
  fingerprintHint: {
    en: 'As your provider published it: 64 hexadecimal digits, with or without colons.',
    pl: 'Taki, jaki opublikował usługodawca: 64 cyfry szesnastkowe, z dwukropkami lub bez.',
  },
  roots: {
    en: 'Or certificates (PEM) of the signer or its issuers',
    pl: 'Albo certyfikaty (PEM) podpisującego lub jego wystawców',
  },
  stampRoots: {
    en: 'Root certificates (PEM) of time-stamp authorities',
    pl: 'Certyfikaty główne (PEM) wystawców znaczników czasu',
  },
  result: { en: 'Result', pl: 'Wynik' },
  nothing: { en: 'Choose the files of a report.', pl: 'Wybierz pliki raportu.' },
  badFingerprint: {
    en: 'The fingerprint does not have 64 hexadecimal digits.',
    pl: 'Odcisk nie ma 64 cyfr szesnastkowych.',
  },
  badCertificate: { en: 'A file contains no PEM certificate.', pl: 'W jednym z plików nie ma certyfikatu PEM.' },
  unreadable: { en: 'A file cannot be read.', pl: 'Nie można odczytać pliku.' },
} as const satisfies Readonly<Record<string, BilingualText>>

export const outcomeTexts = {
  passed: { en: 'Passed', pl: 'Zgodne' },
  untrusted: { en: 'Not proven', pl: 'Bez dowodu' },
  failed: { en: 'Failed', pl: 'Niezgodne' },
  not_checked: { en: 'Not checked', pl: 'Nie sprawdzono' },
} as const satisfies Readonly<Record<string, BilingualText>>
