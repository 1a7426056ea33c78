import { command } from '@wachta/cli'

/** An installation to look at. */
export const demoCommand = command({
  path: 'demo',
  summary: {
    en: 'run an installation to look at, with services that fail and recover',
    pl: 'uruchom instalację na pokaz, z usługami, które psują się i wracają',
  },
  details: {
    en: 'Run an installation with services that fail and recover, three sensors and a month of history. It needs PostgreSQL and NATS installed, touches nothing else, and is gone when it ends.',
    pl: 'Uruchom instalację z usługami, które psują się i wracają, trzema sensorami i miesiącem historii. Wymaga zainstalowanych PostgreSQL i NATS, niczego innego nie rusza i znika, gdy się kończy.',
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
    const { serveDemo } = await import('../demo/serve-demo.ts')
    return serveDemo({ path: data, port, environment, out, language })
  },
})
