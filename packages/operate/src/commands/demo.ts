import { command } from '@wachta/cli'

export const demoCommand = command({
  path: 'demo',
  summary: {
    en: 'run a demo with services that fail and recover',
    pl: 'uruchom wersję demonstracyjną z usługami, które przestają działać i wracają',
  },
  details: {
    en: 'Run an installation with services that fail and recover, three sensors and a month of history. Needs PostgreSQL and NATS installed. All its data is deleted when it stops.',
    pl: 'Uruchom instalację z usługami, które przestają działać i wracają, trzema sensorami i miesiącem historii. Wymaga zainstalowanych PostgreSQL i NATS. Po zatrzymaniu wszystkie jej dane są usuwane.',
  },
  options: {
    data: {
      kind: 'text',
      value: 'DIR',
      summary: { en: 'keep it in this folder', pl: 'zachowaj ją w tym katalogu' },
    },
    port: {
      kind: 'number',
      default: 8080,
      summary: { en: 'the port to listen on', pl: 'port, na którym nasłuchuje' },
    },
  },
  ownSignals: true,
  async run({ options: { data, port }, environment, out, language }) {
    const { shareCompiledModules } = await import('../serve/compile-cache.ts')
    shareCompiledModules(environment)
    const { serveDemo } = await import('../demo/serve-demo.ts')
    return serveDemo({ path: data, port, environment, out, language })
  },
})
