import { defineDictionary } from './define-dictionary.ts'

export const reportTemplateVariables = defineDictionary({
  name: 'report_template_variable',
  collection: 'report_template_variables',
  summary: 'The variables that texts of a report template can use.',
  entries: [
    {
      id: 'report_id',
      name: { pl: 'Numer raportu', en: 'Report number' },
      description: { pl: 'Numer, pod którym raport jest przechowywany.', en: 'The number the report is stored under.' },
    },
    {
      id: 'report_template_name',
      name: { pl: 'Nazwa szablonu raportu', en: 'Report template name' },
      description: {
        pl: 'Nazwa szablonu, z którego powstał raport.',
        en: 'The name of the template that the report was created from.',
      },
    },
    {
      id: 'account_name',
      name: { pl: 'Nazwa konta', en: 'Account name' },
      description: {
        pl: 'Nazwa konta, do którego należy raport.',
        en: 'The name of the account the report belongs to.',
      },
    },
    {
      id: 'group_names',
      name: { pl: 'Nazwy grup', en: 'Group names' },
      description: {
        pl: 'Grupy objęte raportem, oddzielone przecinkami.',
        en: 'The groups in the report, separated by commas.',
      },
    },
    {
      id: 'service_names',
      name: { pl: 'Nazwy usług', en: 'Service names' },
      description: {
        pl: 'Usługi objęte raportem, oddzielone przecinkami.',
        en: 'The services in the report, separated by commas.',
      },
    },
    {
      id: 'services_count',
      name: { pl: 'Liczba usług', en: 'Number of services' },
      description: { pl: 'Ile usług obejmuje raport.', en: 'How many services the report covers.' },
    },
    {
      id: 'period_start',
      name: { pl: 'Początek okresu', en: 'Start of the period' },
      description: {
        pl: 'Pierwsza chwila okresu raportu, w strefie czasowej raportu.',
        en: 'The first moment of the reported period, in the time zone of the report.',
      },
    },
    {
      id: 'period_end',
      name: { pl: 'Koniec okresu', en: 'End of the period' },
      description: {
        pl: 'Ostatnia chwila okresu raportu, w strefie czasowej raportu.',
        en: 'The last moment of the reported period, in the time zone of the report.',
      },
    },
    {
      id: 'time_zone',
      name: { pl: 'Strefa czasowa', en: 'Time zone' },
      description: { pl: 'Strefa, w której raport podaje czas.', en: 'The time zone of all times in the report.' },
    },
    {
      id: 'generated_at',
      name: { pl: 'Czas utworzenia', en: 'Time of creation' },
      description: { pl: 'Kiedy raport został utworzony.', en: 'When the report was created.' },
    },
    {
      id: 'accounting_method',
      name: { pl: 'Sposób liczenia', en: 'Accounting method' },
      description: {
        pl: 'Opis tego, co liczy się do dostępności.',
        en: 'A description of what counts as availability.',
      },
    },
    {
      id: 'service_level',
      name: { pl: 'Poziom dostępności', en: 'Service level' },
      description: {
        pl: 'Odsetek czasu działania z uwzględnieniem korekt.',
        en: 'The share of time in which the services were up, corrections included.',
      },
    },
    {
      id: 'raw_service_level',
      name: { pl: 'Poziom dostępności bez korekt', en: 'Service level without corrections' },
      description: {
        pl: 'Odsetek czasu działania wprost z pomiarów.',
        en: 'The share of time in which the services were up, as measured.',
      },
    },
    {
      id: 'previous_service_level',
      name: { pl: 'Poziom dostępności w poprzednim okresie', en: 'Service level of the previous period' },
      description: {
        pl: 'Odsetek czasu działania w poprzednim okresie tej samej długości.',
        en: 'The share of time in which the services were up in the previous period of the same length.',
      },
    },
    {
      id: 'service_level_target',
      name: { pl: 'Docelowy poziom dostępności', en: 'Service level target' },
      description: {
        pl: 'Poziom dostępności, do którego porównywany jest wynik.',
        en: 'The service level that the result is compared with.',
      },
    },
    {
      id: 'failures_count',
      name: { pl: 'Liczba awarii', en: 'Number of failures' },
      description: { pl: 'Ile awarii wystąpiło w okresie raportu.', en: 'How many failures there were in the period.' },
    },
    {
      id: 'failure_duration',
      name: { pl: 'Łączny czas awarii', en: 'Total failure time' },
      description: { pl: 'Suma czasu trwania awarii w okresie raportu.', en: 'The sum of the failures of the period.' },
    },
    {
      id: 'longest_failure_duration',
      name: { pl: 'Najdłuższa awaria', en: 'Longest failure' },
      description: {
        pl: 'Czas trwania najdłuższej awarii w okresie raportu.',
        en: 'How long the longest failure of the period lasted.',
      },
    },
    {
      id: 'average_failure_duration',
      name: { pl: 'Średni czas awarii', en: 'Average length of a failure' },
      description: {
        pl: 'Średni czas od początku do końca awarii.',
        en: 'The average time from the start of a failure to its end.',
      },
    },
    {
      id: 'time_between_failures',
      name: { pl: 'Średni czas między awariami', en: 'Average time between failures' },
      description: {
        pl: 'Średni czas nieprzerwanej pracy między kolejnymi awariami.',
        en: 'The average uptime between two failures.',
      },
    },
    {
      id: 'paused_duration',
      name: { pl: 'Łączny czas wstrzymania', en: 'Total time paused' },
      description: {
        pl: 'Suma czasu, w którym monitorowanie było wstrzymane.',
        en: 'The sum of the time in which monitoring was paused.',
      },
    },
    {
      id: 'unknown_duration',
      name: { pl: 'Łączny czas stanu nieznanego', en: 'Total time unknown' },
      description: {
        pl: 'Suma czasu, dla którego stan usługi nie jest znany.',
        en: 'The sum of the time for which the status of the service is not known.',
      },
    },
    {
      id: 'average_response_time',
      name: { pl: 'Średni czas odpowiedzi', en: 'Average response time' },
      description: {
        pl: 'Średni czas odpowiedzi udanych sprawdzeń, w milisekundach.',
        en: 'The average response time of successful checks, in milliseconds.',
      },
    },
    {
      id: 'percentile_95_response_time',
      name: { pl: '95. percentyl czasu odpowiedzi', en: '95th percentile of response time' },
      description: {
        pl: 'Czas, w którym zmieściło się 95% udanych sprawdzeń, w milisekundach.',
        en: 'The time within which 95% of the successful checks were answered, in milliseconds.',
      },
    },
    {
      id: 'checks_count',
      name: { pl: 'Liczba sprawdzeń', en: 'Number of checks' },
      description: { pl: 'Ile sprawdzeń wykonano w okresie raportu.', en: 'How many checks were made in the period.' },
    },
    {
      id: 'analyses_count',
      name: { pl: 'Liczba analiz', en: 'Number of analyses' },
      description: { pl: 'Ile analiz wykonano w okresie raportu.', en: 'How many analyses were made in the period.' },
    },
    {
      id: 'corrections_count',
      name: { pl: 'Liczba korekt', en: 'Number of corrections' },
      description: { pl: 'Ile korekt dotyczy okresu raportu.', en: 'How many corrections affect the period.' },
    },
    {
      id: 'report_link',
      name: { pl: 'Link do raportu', en: 'Report link' },
      description: { pl: 'Adres raportu w panelu.', en: 'The page of the report in Wachta.' },
    },
  ],
})
