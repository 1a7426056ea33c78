import type { ErrorTypeGroup } from './error-type.ts'

export const heartbeatErrors: ErrorTypeGroup = {
  id: 'heartbeat',
  firstId: 1700,
  name: { pl: 'Zadanie cykliczne (heartbeat)', en: 'Heartbeat' },
  description: {
    pl: 'Zadanie, które samo się zgłasza, nie zgłosiło się na czas albo zgłosiło niepowodzenie.',
    en: 'A job that reports by itself did not report in time, or reported a failure.',
  },
  types: [
    {
      id: 1701,
      kind: 'heartbeat_missed',
      categories: ['heartbeat'],
      name: { pl: 'Brak sygnału na czas', en: 'Signal missed' },
      description: {
        pl: 'W oczekiwanym czasie, z uwzględnieniem dopuszczalnego opóźnienia, nie przyszedł sygnał od zadania.',
        en: 'No signal came from the job within the expected time and its grace period.',
      },
      diagnosis: {
        pl: 'Zadanie się nie uruchomiło (cron, harmonogram), padło przed końcem albo maszyna nie ma dostępu do sieci.',
        en: 'The job did not start (cron, scheduler), died before its end, or the machine has no network.',
      },
      nextSteps: {
        pl:
          'Na maszynie sprawdź `systemctl list-timers` lub `crontab -l` i dziennik zadania. Wyślij sygnał ręcznie: ' +
          '`curl -fsS ADRES_SYGNAŁU`.',
        en:
          'On the machine check `systemctl list-timers` or `crontab -l` and the job log. Send the signal by hand: ' +
          '`curl -fsS SIGNAL_URL`.',
      },
    },
    {
      id: 1702,
      kind: 'heartbeat_never_received',
      categories: ['heartbeat'],
      name: { pl: 'Zadanie nigdy się nie zgłosiło', en: 'Job has never reported' },
      description: {
        pl: 'Od założenia usługi nie przyszedł ani jeden sygnał.',
        en: 'No signal has arrived since the service was created.',
      },
      diagnosis: {
        pl: 'W zadaniu nie wpisano adresu URL, wpisano go z błędem albo zapora blokuje ruch wychodzący.',
        en: 'The URL is not in the job, is mistyped, or a firewall blocks outgoing traffic.',
      },
      nextSteps: {
        pl:
          'Jeśli nie masz już adresu URL, zastąp go w usłudze i wpisz nowy w zadaniu. Potem wykonaj tam `curl -v ' +
          'ADRES_SYGNAŁU`.',
        en:
          'If you no longer have the URL, replace it in the service and put the new one into the job. Then run `curl ' +
          '-v SIGNAL_URL` there.',
      },
    },
    {
      id: 1703,
      kind: 'heartbeat_failure_reported',
      categories: ['heartbeat'],
      name: { pl: 'Zadanie zgłosiło niepowodzenie', en: 'Job reported a failure' },
      description: {
        pl: 'Zadanie przysłało sygnał, który zgłasza niepowodzenie.',
        en: 'The job sent a signal that reports a failure.',
      },
      diagnosis: {
        pl: 'Zadanie zakończyło się kodem innym niż zero albo jego własne sprawdzenie wyniku się nie powiodło.',
        en: 'The job ended with a non-zero exit code, or its own check of the result failed.',
      },
      nextSteps: {
        pl:
          'Przeczytaj w dowodach treść przysłaną z sygnałem, potem dziennik zadania. Po naprawie uruchom je ' +
          'ponownie.',
        en: 'Read the data sent with the signal in the evidence, then the job log. Fix the cause and run the job again.',
      },
    },
    {
      id: 1704,
      kind: 'heartbeat_run_too_long',
      categories: ['heartbeat', 'timeout'],
      name: { pl: 'Zadanie trwa zbyt długo', en: 'Job runs too long' },
      description: {
        pl: 'Zadanie zgłosiło początek, ale w dozwolonym czasie nie zgłosiło końca.',
        en: 'The job reported its start but not its end within the time allowed.',
      },
      diagnosis: {
        pl: 'Zadanie zawisło, czeka na blokadę lub zasób albo danych jest więcej niż zwykle.',
        en: 'The job hangs, waits for a lock or resource, or has more data than usual.',
      },
      nextSteps: {
        pl: 'Sprawdź, czy proces żyje (`ps -ef`), na co czeka i czy nie działają dwa naraz.',
        en: 'See whether the process is alive (`ps -ef`), what it waits for, and whether two run at once.',
      },
    },
  ],
}
