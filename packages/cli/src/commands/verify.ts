import { command } from '../frame/command.ts'
import { verifyFiles, verifyFilesOptions } from '../report-proof/verify-files.ts'

export const verifyCustomerCommand = command({
  path: 'verify',
  summary: {
    en: 'verify the files of a report, offline',
    pl: 'zweryfikuj pliki raportu bez połączenia z siecią',
  },
  details: {
    en: 'Check that a report was not changed: the signature of its PDF file, its time stamp, its other files, and with --proof that it is sealed in the chain of evidence. Needs no connection. The exit code is 3 if anything was changed, or if you do not trust the signer. See docs/reports.md.',
    pl: 'Sprawdź, czy nikt nie zmienił raportu: podpis pliku PDF, znacznik czasu, pozostałe pliki, a z --proof także pieczęć w łańcuchu dowodów. Nie wymaga połączenia. Kod wyjścia 3, jeśli coś zmieniono albo nie podpisał nikt zaufany. Zobacz docs/reports.md.',
  },
  operands: [
    {
      name: 'file',
      need: 'many',
      summary: {
        en: 'the PDF file of a report, and any of its other files',
        pl: 'plik PDF raportu i dowolne z jego pozostałych plików',
      },
    },
  ],
  options: verifyFilesOptions,
  run: verifyFiles,
})
