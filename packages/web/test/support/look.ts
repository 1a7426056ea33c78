/**
 * Takes pictures of the screens, for people to look at: node packages/web/test/support/look.ts [part of a name]. With
 * --docs, those that the documentation shows, anew.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { withoutStream } from './quiet.ts'
import { type Screen, screens } from './screens.ts'
import { sessionOf, startWorld } from './world.ts'

type Theme = 'light' | 'dark'

/** What the documentation shows, as it is seen without scrolling. */
const shown: readonly (readonly [name: string, theme: Theme])[] = [
  ['dashboard', 'light'],
  ['dashboard', 'dark'],
  ['wall', 'dark'],
  ['service-phases', 'light'],
  ['service-evidence', 'light'],
  ['service-what-if', 'dark'],
  ['incident-acknowledged', 'light'],
  ['policy', 'dark'],
]

interface Picture {
  readonly screen: Screen
  readonly theme: Theme
  readonly language: 'en' | 'pl'
  readonly width: number
  readonly isWhole: boolean
  readonly path: string
}

const isForDocs = process.argv.includes('--docs')
const wanted = process.argv.slice(2).find((each) => !each.startsWith('--')) ?? ''
const folder = join(import.meta.dirname, isForDocs ? '../../../../docs/images' : '../../.screens')
await mkdir(folder, { recursive: true })
await using world = await startWorld()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const anna = await sessionOf(world.api, world.anna.id)
const adam = await sessionOf(world.api, world.neighbours.adam, 'administrator')
for (const picture of isForDocs ? picturesForDocs() : everyPicture()) await take(picture)
await browser.close()

function picturesForDocs(): readonly Picture[] {
  return shown.flatMap(([name, theme]) =>
    screens(world)
      .filter((screen) => screen.name === name && name.includes(wanted))
      .map((screen) => {
        const path = join(folder, `${name}-${theme}.png`)
        return { screen, theme, language: 'en' as const, width: 1280, isWhole: false, path }
      }),
  )
}

function everyPicture(): readonly Picture[] {
  const chosen = screens(world).filter(({ name }) => name.includes(wanted))
  return (['light', 'dark'] as const).flatMap((theme) =>
    [1280, 360].flatMap((width) =>
      chosen.map((screen) => ({
        screen,
        theme,
        language: theme === 'light' ? ('en' as const) : ('pl' as const),
        width,
        isWhole: !/^dashboard-(?:palette|shortcuts)/.test(screen.name),
        path: join(folder, `${screen.name}-${theme}-${width}.png`),
      })),
    ),
  )
}

async function take({ screen, theme, language, width, isWhole, path }: Picture): Promise<void> {
  const session = screen.isForAdministrators ? adam : anna
  const context = await browser.newContext({
    viewport: { width, height: isForDocs ? 720 : width === 360 ? 740 : 800 },
    timezoneId: 'Europe/Warsaw',
  })
  await context.addInitScript(
    ({ session, theme, language }) => {
      localStorage.setItem('wachta.preferences', JSON.stringify({ theme, language, clock: 'browser' }))
      if (session) sessionStorage.setItem('wachta.session', JSON.stringify(session))
    },
    { session: screen.isInside ? session : null, theme, language },
  )
  const page = withoutStream(await context.newPage())
  page.on('console', (message) => message.type() === 'error' && console.log(screen.name, message.text()))
  page.on('pageerror', (error) => console.log(screen.name, String(error)))
  await page.goto(world.address + screen.path)
  await page.waitForLoadState('networkidle')
  await screen.prepare?.(page)
  await page.waitForFunction(() => document.querySelector('.animate-pulse') === null)
  await page.waitForTimeout(400)
  await page.screenshot({ path, fullPage: isWhole })
  await context.close()
}
