import { readSchemaState } from '@wachta/database'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

export const schemaCheck: HealthCheck = {
  name: 'schema',
  title: localized('Schema', 'Schemat'),
  needs: ['database'],
  async run(context) {
    const state = await readSchemaState(context.database().pool)
    switch (state.kind) {
      case 'current':
        return ok('The schema matches this version.', 'Schemat jest zgodny z tą wersją.')
      case 'older':
        return problem(
          localized(
            `Migrations are pending: ${state.pending.join(', ')}.`,
            `Zaległe migracje: ${state.pending.join(', ')}.`,
          ),
          localized('Run `wachta migrate`.', 'Wykonaj `wachta migrate`.'),
        )
      case 'newer':
        return warning(
          localized(
            `A newer version has added migrations: ${state.unknown.join(', ')}.`,
            `Nowsza wersja dodała migracje: ${state.unknown.join(', ')}.`,
          ),
          localized(
            'Finish the upgrade: install that version here too.',
            'Dokończ aktualizację: zainstaluj tę wersję także tutaj.',
          ),
        )
      case 'foreign':
        return problem(
          localized(
            `Migrations of a newer version have changed tables that this version uses: ${state.unknown.join(', ')}.`,
            `Migracje nowszej wersji zmieniły tabele, z których korzysta ta wersja: ${state.unknown.join(', ')}.`,
          ),
          localized('Install that version, or restore a backup.', 'Zainstaluj tę wersję albo odtwórz kopię zapasową.'),
        )
    }
  },
}
