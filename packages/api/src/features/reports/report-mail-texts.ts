import type { Language } from '@wachta/domain'

interface ReportMailTexts {
  readonly subject: string
  readonly body: string
  readonly open: string
  readonly otherwise: string
  readonly attached: string
  readonly linked: string
  readonly proof: (link: string) => string
  readonly signature: string
  readonly target: string
  /** The heading above the services with failures or missed targets, of which only so many are listed. */
  readonly attention: (maxServices: number) => string
}

/** The standard texts of the e-mail with a report. Variables are filled in like those of a template. */
export const reportMailTexts: Readonly<Record<Language, ReportMailTexts>> = {
  en: {
    subject: '{{report_template_name}}: {{service_level}}',
    body: 'The report for the period from {{period_start}} to {{period_end}} ({{time_zone}}) is ready.',
    open: 'Open the report',
    otherwise: 'If the button does not work, copy this address into your browser:',
    attached:
      'Files of the report are attached. The link needs no sign-in. Do not share it with anyone who should not see the report.',
    linked: 'The link needs no sign-in. Do not share it with anyone who should not see the report.',
    proof: (link) =>
      `Download the proof file and keep it with the report: even years later, it proves that the report was not changed. Proof file: ${link}`,
    signature: 'This message was sent automatically by Wachta.',
    target: 'Target',
    attention: (max) => `Services with the lowest service level (up to ${max})`,
  },
  pl: {
    subject: '{{report_template_name}}: {{service_level}}',
    body: 'Raport za okres od {{period_start}} do {{period_end}} ({{time_zone}}) jest gotowy.',
    open: 'Otwórz raport',
    otherwise: 'Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:',
    attached:
      'Do wiadomości dołączono pliki raportu. Link nie wymaga logowania. Nie przekazuj go osobom, które nie powinny widzieć raportu.',
    linked: 'Link nie wymaga logowania. Nie przekazuj go osobom, które nie powinny widzieć raportu.',
    proof: (link) =>
      `Pobierz plik dowodu i zachowaj go razem z raportem: nawet po latach wykaże, że raportu nikt nie zmienił. Plik dowodu: ${link}`,
    signature: 'Wiadomość wysłana automatycznie przez Wachtę.',
    target: 'Cel',
    attention: (max) => `Usługi o najniższej dostępności (do ${max})`,
  },
}
