import { schemaState } from '@wachta/database'
import { type HealthCheck, ok, problem, warning, words } from '../health-check.ts'

export const schema: HealthCheck = {
  name: 'schema',
  title: words('Schema', 'Schemat'),
  needs: ['database'],
  async look(around) {
    const state = await schemaState(around.database().pool)
    switch (state.kind) {
      case 'current':
        return ok('It is that of this version.', 'Zgodny z tą wersją.')
      case 'older':
        return problem(
          words(`It lacks ${state.pending.join(', ')}.`, `Brakuje: ${state.pending.join(', ')}.`),
          words('Run `wachta migrate`.', 'Wykonaj `wachta migrate`.'),
        )
      case 'newer':
        return warning(
          words(
            `A newer version has added ${state.unknown.join(', ')}.`,
            `Nowsza wersja dodała: ${state.unknown.join(', ')}.`,
          ),
          words('Finish the upgrade: install that version here too.', 'Dokończ aktualizację: zainstaluj ją i tutaj.'),
        )
      case 'foreign':
        return problem(
          words(
            `A newer version has changed it: ${state.unknown.join(', ')}.`,
            `Nowsza wersja go zmieniła: ${state.unknown.join(', ')}.`,
          ),
          words('Install that version, or restore a backup.', 'Zainstaluj tę wersję albo odtwórz kopię zapasową.'),
        )
    }
  },
}
