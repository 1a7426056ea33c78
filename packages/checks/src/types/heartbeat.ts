import { noteAddress } from './address.ts'
import { defineCheckType, sensorlessCategory } from './check-type.ts'
import { inSection, integerField } from './setting.ts'

const weekSeconds = 7 * 86_400

export const heartbeatCheckType = defineCheckType('heartbeat', {
  name: { pl: 'Zadanie cykliczne (heartbeat)', en: 'Heartbeat' },
  description: {
    pl: 'Czeka, aż zadanie samo zgłosi się na czas. Awarią jest brak sygnału, zgłoszone niepowodzenie lub zbyt długi czas trwania.',
    en: 'Waits for a job to report in time. The service fails if the job does not report, reports a failure or runs too long.',
  },
  category: sensorlessCategory,
  addressFormat: {
    pl: 'Opis zadania dla ludzi, np. nocna kopia na db1; nikt się z nim nie łączy.',
    en: 'A note for people about the job, such as nightly backup on db1; nothing connects to it.',
  },
  defaultInterval: 3600,
  supportsSteps: false,
  artifactTypes: ['heartbeat_report'],
  settings: {
    grace: inSection(
      'limits',
      integerField({ pl: 'Dopuszczalne opóźnienie (s)', en: 'Grace period (s)' }, { max: weekSeconds, default: 300 }),
    ),
    maximum_run_time: inSection(
      'limits',
      integerField(
        { pl: 'Maksymalny czas trwania zadania (s)', en: 'Maximum run time (s)' },
        { min: 1, max: weekSeconds },
      ),
    ),
  },
  metrics: [
    {
      id: 'heartbeat_delay',
      name: { pl: 'Opóźnienie heartbeatu', en: 'Heartbeat delay' },
      description: {
        pl: 'O ile sekund sygnał przyszedł później, niż oczekiwano, a póki go nie ma: o ile się spóźnia.',
        en: 'How many seconds later than expected the signal came or, while it is missing, how late it is.',
      },
    },
    {
      id: 'job_duration',
      name: { pl: 'Czas trwania zadania', en: 'Job duration' },
      description: {
        pl: 'Czas od zgłoszenia początku do zgłoszenia końca zadania, w milisekundach.',
        en: 'From the reported start of the job to its reported end, in milliseconds.',
      },
    },
  ],
  validateAddress: noteAddress,
  examples: {
    good: ['nightly backup on db1', 'kopia zapasowa – łódź', 'db1'],
    bad: ['', '   ', 'backup\non db1', 'x'.repeat(2049)],
  },
})
