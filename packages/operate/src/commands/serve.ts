import { CommandError, command } from '@wachta/cli'

/** The whole installation on one machine. */
export const serveCommand = command({
  path: 'serve',
  summary: { en: 'run all processes of an installation', pl: 'uruchom wszystkie procesy instalacji' },
  details: {
    en: 'Run api and pages as processes of their own, and planner, analyst, notifier and reporter as threads of one process; ROLE_ISOLATION=process gives each its own. Those that end are restarted. Their state is at /roles on METRICS_PORT (9463).',
    pl: 'Uruchom api i pages jako osobne procesy, a planner, analyst, notifier i reporter jako wątki jednego procesu; ROLE_ISOLATION=process daje każdemu własny. Te, które się zakończą, są uruchamiane ponownie. Ich stan jest pod /roles na METRICS_PORT (9463).',
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
        en: 'run a sensor as well; SENSOR_DIRECTORY and SENSOR_TOKEN or SENSOR_ID say which',
        pl: 'uruchom także sensor; który, mówią SENSOR_DIRECTORY oraz SENSOR_TOKEN lub SENSOR_ID',
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
        en: 'SENSOR_DIRECTORY is not set. It names the folder in which the sensor keeps its results and keys.',
        pl: 'Brak SENSOR_DIRECTORY. Ta zmienna wskazuje katalog, w którym sensor trzyma wyniki i klucze.',
      })
    const { serve } = await import('../serve/serve.ts')
    return serve({ withSensor: sensor })
  },
})
