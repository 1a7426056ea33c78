import { defineDictionary } from './define-dictionary.ts'

export const templateVariables = defineDictionary({
  name: 'template_variable',
  collection: 'template_variables',
  summary: 'The variables that notification templates can use.',
  entries: [
    {
      id: 'account_name',
      name: { pl: 'Nazwa konta', en: 'Account name' },
      description: {
        pl: 'Nazwa konta, do którego należy usługa.',
        en: 'The name of the account that owns the service.',
      },
    },
    {
      id: 'group_name',
      name: { pl: 'Nazwa grupy', en: 'Group name' },
      description: {
        pl: 'Nazwa grupy, w której jest usługa; pusta w alercie o sensorze.',
        en: 'The name of the group the service is in; empty in an alert about a sensor.',
      },
    },
    {
      id: 'service_id',
      name: { pl: 'Numer usługi', en: 'Service number' },
      description: { pl: 'Numer usługi w systemie.', en: 'The number of the service in the system.' },
    },
    {
      id: 'service_name',
      name: { pl: 'Nazwa usługi', en: 'Service name' },
      description: {
        pl: 'Nazwa usługi, której dotyczy powiadomienie; w alercie o sensorze nazwa sensora.',
        en: 'The name of the service the notification is about; in an alert about a sensor, the name of the sensor.',
      },
    },
    {
      id: 'service_address',
      name: { pl: 'Adres usługi', en: 'Service address' },
      description: {
        pl: 'Adres sprawdzany przez sensory; pusty w alercie o sensorze.',
        en: 'The address the sensors check; empty in an alert about a sensor.',
      },
    },
    {
      id: 'service_description',
      name: { pl: 'Opis usługi', en: 'Service description' },
      description: {
        pl: 'Opis wpisany w ustawieniach usługi; pusty w alercie o sensorze.',
        en: 'The description in the settings of the service; empty in an alert about a sensor.',
      },
    },
    {
      id: 'service_type',
      name: { pl: 'Typ usługi', en: 'Service type' },
      description: {
        pl: 'Nazwa typu usługi, na przykład HTTPS lub ping; pusta w alercie o sensorze.',
        en: 'The name of the type of service, such as HTTPS or ping; empty in an alert about a sensor.',
      },
    },
    {
      id: 'status',
      name: { pl: 'Stan', en: 'Status' },
      description: {
        pl: 'Awaria, Ostrzeżenie, Działa lub Koniec alertu.',
        en: 'Down, Warning, Up or Resolved.',
      },
    },
    {
      id: 'event_name',
      name: { pl: 'Nazwa reguły alertu', en: 'Alert rule name' },
      description: {
        pl: 'Nazwa reguły, która wywołała alert.',
        en: 'The name of the rule that raised the alert.',
      },
    },
    {
      id: 'escalation_name',
      name: { pl: 'Nazwa kroku eskalacji', en: 'Escalation step name' },
      description: {
        pl: 'Nazwa kroku eskalacji, z którego wysłano powiadomienie.',
        en: 'The name of the escalation step that sent the notification.',
      },
    },
    {
      id: 'repeat_number',
      name: { pl: 'Numer powtórzenia', en: 'Repeat number' },
      description: {
        pl: 'Numer powtórzenia; 0 oznacza pierwsze powiadomienie.',
        en: 'The number of the repeat; 0 for the first notification.',
      },
    },
    {
      id: 'contact_name',
      name: { pl: 'Nazwa kontaktu', en: 'Contact name' },
      description: {
        pl: 'Nazwa powiadamianego kontaktu.',
        en: 'The name of the contact that is notified.',
      },
    },
    {
      id: 'error_type',
      name: { pl: 'Rodzaj błędu', en: 'Error type' },
      description: {
        pl: 'Nazwa błędu, który zgłosiło najwięcej sensorów.',
        en: 'The name of the error that most sensors reported.',
      },
    },
    {
      id: 'error_type_id',
      name: { pl: 'Numer rodzaju błędu', en: 'Error type number' },
      description: {
        pl: 'Numer błędu, który zgłosiło najwięcej sensorów.',
        en: 'The number of the error that most sensors reported.',
      },
    },
    {
      id: 'error_message',
      name: { pl: 'Komunikat błędu', en: 'Error message' },
      description: { pl: 'Komunikat błędu z sensora.', en: 'The error message of a sensor.' },
    },
    {
      id: 'diagnosis',
      name: { pl: 'Prawdopodobna przyczyna', en: 'Likely cause' },
      description: { pl: 'Co zwykle powoduje błąd tego rodzaju.', en: 'What usually causes an error of this type.' },
    },
    {
      id: 'next_steps',
      name: { pl: 'Co zrobić', en: 'Next steps' },
      description: {
        pl: 'Zalecane czynności przy błędzie tego rodzaju.',
        en: 'What to do about an error of this type.',
      },
    },
    {
      id: 'start_time',
      name: { pl: 'Czas początku', en: 'Start time' },
      description: {
        pl: 'Początek alertu, w strefie czasowej konta.',
        en: 'When the alert started, in the time zone of the account.',
      },
    },
    {
      id: 'end_time',
      name: { pl: 'Czas końca', en: 'End time' },
      description: {
        pl: 'Koniec alertu, w strefie czasowej konta; puste, dopóki alert trwa.',
        en: 'When the alert ended, in the time zone of the account; empty while it lasts.',
      },
    },
    {
      id: 'duration',
      name: { pl: 'Czas trwania', en: 'Duration' },
      description: { pl: 'Jak długo alert trwa lub trwał.', en: 'How long the alert has lasted.' },
    },
    {
      id: 'time_zone',
      name: { pl: 'Strefa czasowa', en: 'Time zone' },
      description: { pl: 'Strefa czasowa podanych godzin.', en: 'The time zone of the times in the notification.' },
    },
    {
      id: 'response_time',
      name: { pl: 'Czas odpowiedzi', en: 'Response time' },
      description: {
        pl: 'Średni czas odpowiedzi w tej analizie, w milisekundach.',
        en: 'The average response time of this analysis, in milliseconds.',
      },
    },
    {
      id: 'step_number',
      name: { pl: 'Numer kroku', en: 'Step number' },
      description: {
        pl: 'Krok scenariusza, na którym sprawdzenie się zakończyło.',
        en: 'The step of the scenario at which the check ended.',
      },
    },
    {
      id: 'step_name',
      name: { pl: 'Nazwa kroku', en: 'Step name' },
      description: {
        pl: 'Nazwa kroku scenariusza, na którym sprawdzenie się zakończyło.',
        en: 'The name of the step of the scenario at which the check ended.',
      },
    },
    {
      id: 'failing_sensors',
      name: { pl: 'Sensory z błędem', en: 'Failing sensors' },
      description: {
        pl: 'Nazwy sensorów, które zgłosiły błąd, oddzielone przecinkami.',
        en: 'The names of the sensors that reported an error, separated by commas.',
      },
    },
    {
      id: 'failing_sensors_count',
      name: { pl: 'Liczba sensorów z błędem', en: 'Number of failing sensors' },
      description: { pl: 'Ile sensorów zgłosiło błąd.', en: 'How many sensors reported an error.' },
    },
    {
      id: 'sensors_count',
      name: { pl: 'Liczba sensorów', en: 'Number of sensors' },
      description: { pl: 'Ile sensorów brało udział w analizie.', en: 'How many sensors took part in the analysis.' },
    },
    {
      id: 'analysis_id',
      name: { pl: 'Numer analizy', en: 'Analysis number' },
      description: {
        pl: 'Numer analizy, po której wysłano powiadomienie.',
        en: 'The number of the analysis that led to the notification.',
      },
    },
    {
      id: 'service_link',
      name: { pl: 'Link do usługi', en: 'Service link' },
      description: {
        pl: 'Adres usługi w panelu; pusty w alercie o sensorze.',
        en: 'The page of the service in Wachta; empty in an alert about a sensor.',
      },
    },
    {
      id: 'analysis_link',
      name: { pl: 'Link do analizy', en: 'Analysis link' },
      description: {
        pl: 'Adres analizy z wynikami i dowodami w panelu; pusty, jeśli alert nie dotyczy awarii.',
        en: 'The page of the analysis in Wachta, with its results and evidence; empty if the alert is not about a failure.',
      },
    },
    {
      id: 'acknowledge_link',
      name: { pl: 'Link do potwierdzenia', en: 'Acknowledgement link' },
      description: {
        pl: 'Jednorazowy adres, pod którym można potwierdzić incydent.',
        en: 'An address that works once, to acknowledge the incident.',
      },
    },
  ],
})
