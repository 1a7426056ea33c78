import { CommandError, command } from '@wachta/cli'

/** The whole installation on one machine. */
export const serveCommand = command({
  path: 'serve',
  summary: { en: 'run all roles of an installation', pl: 'uruchom wszystkie role instalacji' },
  details: {
    en: 'Run api, planner, analyst, notifier and reporter, each as a process of its own, and start again what ends. How they are is at /roles on METRICS_PORT (9463).',
    pl: 'Uruchom api, planner, analyst, notifier i reporter, każdy jako osobny proces, i uruchamiaj ponownie, co się zakończy. Ich stan jest pod /roles na METRICS_PORT (9463).',
  },
  options: {
    data: {
      kind: 'text',
      value: 'DIR',
      summary: {
        en: 'keep everything in this folder, and run PostgreSQL, NATS and a sensor there as well; the first time it is set up',
        pl: 'trzymaj wszystko w tym katalogu i uruchom w nim także PostgreSQL, NATS i sensor; za pierwszym razem go przygotuj',
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
