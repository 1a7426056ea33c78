import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Output } from '@wachta/cli'

const indexFile = join(import.meta.dirname, '../../../web/dist/index.html')

/** Prints how to build the web app if it is not built; the API works without it. */
export function printWebAppHint(out: Output): void {
  if (existsSync(indexFile)) return
  out.print({
    en: 'The web app is not built yet: npm run build -w @wachta/web, then start again',
    pl: 'Aplikacja nie jest jeszcze zbudowana: npm run build -w @wachta/web, potem uruchom ponownie',
  })
}
