import { join } from 'node:path'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer, type ViteDevServer } from 'vite'

export interface Screen {
  /** The file below `src/features/`; `component` is the export to render. */
  readonly file: string
  readonly component: string
  readonly language: 'en' | 'pl'
  /** The API's answers, by query key. */
  readonly answers: readonly (readonly [QueryKey, unknown])[]
  readonly properties?: Readonly<Record<string, unknown>>
}

// The app listens to the window for network changes, and to a channel for other tabs, which would block the exit.
Object.assign(globalThis, { window: new EventTarget(), BroadcastChannel: undefined })

/** Renders a screen as HTML, without a browser, from given answers. */
export async function renderScreen(screen: Screen): Promise<string> {
  const server = await createServer({
    configFile: join(import.meta.dirname, '../../vite.config.ts'),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    return await renderWith(server, screen)
  } finally {
    await server.close()
  }
}

async function renderWith(
  server: ViteDevServer,
  { file, component, language, answers, properties = {} }: Screen,
): Promise<string> {
  const [{ LanguageProvider }, registry, screen] = await Promise.all([
    server.ssrLoadModule('/src/app/i18n/language.tsx'),
    server.ssrLoadModule(`/src/app/registry/messages.${language}.ts`),
    server.ssrLoadModule(`/src/features/${file}`),
  ])
  const client = new QueryClient()
  for (const [key, answer] of answers) client.setQueryData(key, answer)
  const initial = { language, messages: registry[language] }
  const page = createElement(LanguageProvider, { initial }, createElement(screen[component], properties))
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
  // The timers of queries that are kept for a while would block the exit.
  client.clear()
  return html
}
