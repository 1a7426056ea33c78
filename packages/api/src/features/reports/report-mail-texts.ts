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
  /** The heading above the services with failures or missed targets. */
  readonly attention: string
}

/** The standard texts of the e-mail with a report. Variables are filled in like those of a template. */
export const reportMailTexts: Readonly<Record<Language, ReportMailTexts>> = {
  en: {
    subject: '{{report_template_name}}: {{service_level}}',
    body: 'The report for the period from {{period_start}} to {{period_end}} ({{time_zone}}) is ready.',
    open: 'Open the report',
    otherwise: 'If the button does not work, copy this address into your browser:',
    attached: 'The files of the report are attached.',
    linked: 'The link needs no sign-in. Do not share it with anyone who should not see the report.',
    proof: (link) =>
      `Keep the proof file with the report: even years later, it proves that the report was not changed. ${link}`,
    signature: 'This message was sent automatically by Wachta.',
    target: 'Target',
    attention: 'Services with failures',
  },
  pl: {
    subject: '{{report_template_name}}: {{service_level}}',
    body: 'Raport za okres od {{period_start}} do {{period_end}} ({{time_zone}}) jest gotowy.',
    open: 'Otwórz raport',
    otherwise: 'Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:',
    attached: 'Pliki raportu są w załączniku.',
    linked: 'Link nie wymaga logowania. Nie przekazuj go osobom, które nie powinny widzieć raportu.',
    proof: (link) => `Zachowaj plik dowodu razem z raportem: po latach pokaże, że nikt go nie zmienił. ${link}`,
    signature: 'Wiadomość wysłana automatycznie przez Wachtę.',
    target: 'Cel',
    attention: 'Usługi z awariami',
  },
}
