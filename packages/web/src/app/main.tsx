import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/base.css'
import { queryClient } from './client/client.ts'
import { LanguageProvider } from './i18n/language.tsx'
import { preferences } from './i18n/preferences.ts'
import { loadMessages } from './i18n/translate.ts'
import { startLive } from './registry/shell.ts'
import { keepScreen } from './routing/keep-screen.ts'
import { loadWithRetry } from './routing/lazy-part.ts'
import { preloadWhenIdle } from './routing/preload-when-idle.ts'
import { router } from './routing/router.tsx'
import { adoptSessionFromOtherTab, session } from './session/session.ts'
import { Notices } from './shell/notices.tsx'
import { WaitingNotice } from './shell/waiting-notice.tsx'

// Clear cached data when the session changes: it belongs to the previous user or account.
let lastToken = session.token()
session.subscribe(() => {
  if (session.token() === lastToken) return
  lastToken = session.token()
  queryClient.clear()
  void router.invalidate()
})

// Not a top-level await: the chunks of screens import code from this chunk and would wait until it has finished.
async function start(container: HTMLElement): Promise<void> {
  const { language } = preferences.get()
  document.documentElement.lang = language
  const loading = loadWithRetry(() => loadMessages(language))
  await adoptSessionFromOtherTab()
  // Load the screen and its data while the messages are loading.
  void router.load()
  const messages = await loading
  startLive()
  keepScreen(router)
  createRoot(container).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <LanguageProvider initial={{ language, messages }}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <WaitingNotice />
            <Notices />
          </QueryClientProvider>
        </LanguageProvider>
      </CSPProvider>
    </StrictMode>,
  )
  await preloadWhenIdle(router)
}

const container = document.getElementById('app')
if (container) void start(container)
