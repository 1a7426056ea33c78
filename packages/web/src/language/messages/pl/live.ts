import type { live as english } from '../en/live.ts'

export const live: Readonly<Record<keyof typeof english, string>> = {
  'live.live': 'Na żywo',
  'live.connecting': 'Łączenie…',
  'live.late': 'Opóźnienie od {time}',
  'live.hint.live': 'Zmiany pojawiają się, gdy tylko nastąpią.',
  'live.hint.connecting': 'Zmiany będą się pojawiać, gdy tylko nastąpią.',
  'live.lateHint': 'Do wznowienia podglądu na żywo stan jest odświeżany co jakiś czas.',
}
