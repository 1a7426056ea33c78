import type { ReactNode } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { preferences, screenLanguages } from '../../app/i18n/preferences.ts'
import { ConnectionBanner } from '../../app/shell/connection-banner.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { languageNames } from '../../app/shell/view-settings.tsx'
import { Wordmark } from '../../app/shell/wordmark.tsx'

interface EntranceProps {
  readonly title: string
  readonly children: ReactNode
  readonly below?: ReactNode
}

/** The layout of all screens before signing in: one narrow column. */
export function Entrance({ title, children, below }: EntranceProps) {
  const { language } = useI18n()
  useTitle(title)
  return (
    <>
      <ConnectionBanner />
      <div className="mx-auto grid min-h-[90dvh] w-full max-w-sm content-center gap-6 px-4 py-8">
        <header className="-ml-1">
          <Wordmark />
        </header>
        <main className="grid gap-5">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {children}
        </main>
        <footer className="grid gap-4 border-t border-line pt-4 text-sm">
          {below}
          <ul className="flex gap-4">
            {screenLanguages.map((each) => (
              <li key={each}>
                <button
                  type="button"
                  lang={each}
                  aria-current={each === language ? 'true' : undefined}
                  onClick={() => preferences.set({ language: each })}
                  className="min-h-6 text-muted underline underline-offset-4 aria-[current]:font-medium aria-[current]:text-ink aria-[current]:no-underline"
                >
                  {languageNames[each]}
                </button>
              </li>
            ))}
          </ul>
        </footer>
      </div>
    </>
  )
}
