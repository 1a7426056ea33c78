import { CommandError, command } from '@wachta/cli'

/** The whole installation on one machine. */
export const serveCommand = command({
  path: 'serve',
  summary: { en: 'run all processes of an installation', pl: 'uruchom wszystkie procesy instalacji' },
  details: {
    en: 'Run api and pages as separate processes, and planner, analyst, notifier and reporter as threads of one process (as separate processes with ROLE_ISOLATION=process). Roles that end are restarted. Their state is at /roles on METRICS_PORT (9463).',
    pl: 'Uruchom api i pages jako osobne procesy, a planner, analyst, notifier i reporter jako wątki jednego procesu (z ROLE_ISOLATION=process jako osobne procesy). Role, które się zakończą, są uruchamiane ponownie. Ich stan jest pod /roles na METRICS_PORT (9463).',
  },
  options: {
    data: {
      kind: 'text',
      value: 'DIR',
      summary: {
        en: 'data directory: run PostgreSQL, NATS and a sensor in it too; set up at the first start',
        pl: 'katalog danych: uruchom w nim także PostgreSQL, NATS i sensor; przygotowywany przy pierwszym uruchomieniu',
      },
    },
    sensor: {
      kind: 'flag',
      summary: {
        en: 'also run a sensor, selected by SENSOR_DIRECTORY and SENSOR_TOKEN or SENSOR_ID',
        pl: 'uruchom także sensor, wskazany przez SENSOR_DIRECTORY oraz SENSOR_TOKEN lub SENSOR_ID',
      },
    },
  },
  ownSignals: true,
  async run({ options: { data, sensor }, environment, out, language }) {
    const { shareCompiledModules } = await import('../serve/compile-cache.ts')
    shareCompiledModules(environment)
    if (data !== undefined) {
      const { serveSingleNode } = await import('../single-node/serve-single-node.ts')
      return serveSingleNode({ path: data, environment, out, language })
    }
    if (sensor && !environment['SENSOR_DIRECTORY'])
      throw new CommandError({
        en: 'SENSOR_DIRECTORY is not set. Set it to the folder in which the sensor keeps its results and keys.',
        pl: 'Brak SENSOR_DIRECTORY. Ta zmienna wskazuje katalog, w którym sensor trzyma wyniki i klucze.',
      })
    const { serve } = await import('../serve/serve.ts')
    return serve({ withSensor: sensor })
  },
})
