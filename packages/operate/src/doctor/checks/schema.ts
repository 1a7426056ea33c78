import { schemaState } from '@wachta/database'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

export const schemaCheck: HealthCheck = {
  name: 'schema',
  title: localized('Schema', 'Schemat'),
  needs: ['database'],
  async look(around) {
    const state = await schemaState(around.database().pool)
    switch (state.kind) {
      case 'current':
        return ok('It matches this version.', 'Zgodny z tą wersją.')
      case 'older':
        return problem(
          localized(`It lacks ${state.pending.join(', ')}.`, `Brakuje: ${state.pending.join(', ')}.`),
          localized('Run `wachta migrate`.', 'Wykonaj `wachta migrate`.'),
        )
      case 'newer':
        return warning(
          localized(
            `A newer version has added ${state.unknown.join(', ')}.`,
            `Nowsza wersja dodała: ${state.unknown.join(', ')}.`,
          ),
          localized(
            'Finish the upgrade: install that version here too.',
            'Dokończ aktualizację: zainstaluj ją i tutaj.',
          ),
        )
      case 'foreign':
        return problem(
          localized(
            `A newer version has changed what this version uses: ${state.unknown.join(', ')}.`,
            `Nowsza wersja zmieniła to, z czego korzysta ta: ${state.unknown.join(', ')}.`,
          ),
          localized('Install that version, or restore a backup.', 'Zainstaluj tę wersję albo odtwórz kopię zapasową.'),
        )
    }
  },
}
