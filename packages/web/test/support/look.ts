/**
 * Takes screenshots of the screens, for visual review: node packages/web/test/support/look.ts [part of a name…].
 *
 * Options: --width 1440,390 --theme light,dark --language en,pl; --exact matches whole names, --fold stops at the
 * bottom of the window. --docs renews the pictures of the documentation.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '../e2e/visit.ts'
import { withoutStream } from './quiet.ts'
import { type Screen, screens } from './screens.ts'
import { sessionOf, startWorld } from './world.ts'

const themes = ['light', 'dark'] as const
const languages = ['en', 'pl'] as const
type Theme = (typeof themes)[number]
type Language = (typeof languages)[number]

/** The screens in the documentation, as seen without scrolling. */
const shown: readonly (readonly [name: string, theme: Theme])[] = [
  ['dashboard', 'light'],
  ['dashboard', 'dark'],
  ['wall-customers', 'dark'],
  ['service-phases', 'light'],
  ['service-evidence', 'light'],
  ['service-what-if', 'dark'],
  ['incident-acknowledged', 'light'],
  ['policy', 'dark'],
]

/** The height of the window for the usual widths: a phone, a small and a large laptop, a wall monitor. */
const heights: Readonly<Record<number, number>> = { 360: 740, 390: 844, 1280: 720, 1440: 900, 1920: 1080 }

interface Picture {
  readonly screen: Screen
  readonly theme: Theme
  readonly language: Language
  readonly width: number
  readonly isWhole: boolean
  readonly path: string
}

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    docs: { type: 'boolean', default: false },
    exact: { type: 'boolean', default: false },
    fold: { type: 'boolean', default: false },
    width: { type: 'string', default: '1440,390' },
    theme: { type: 'string', default: 'light,dark' },
    language: { type: 'string', default: 'en' },
  },
})
const folder = join(import.meta.dirname, options.docs ? '../../../../docs/images' : '../../.screens')
await mkdir(folder, { recursive: true })
await using world = await startWorld()
const browser = await openBrowser()
const anna = await sessionOf(world.api, world.anna.id)
const adam = await sessionOf(world.api, world.neighbours.adam, 'administrator')
for (const picture of options.docs ? listPicturesOfDocs() : listPictures()) await takeOrReport(picture)
await browser.close()

function listPicturesOfDocs(): readonly Picture[] {
  return shown.flatMap(([name, theme]) =>
    screens(world)
      .filter((screen) => screen.name === name && isWanted(screen))
      .map((screen) => {
        const path = join(folder, `${name}-${theme}.png`)
        return { screen, theme, language: 'en' as const, width: 1280, isWhole: false, path }
      }),
  )
}

function listPictures(): readonly Picture[] {
  const chosen = screens(world).filter(isWanted)
  const ways = choose(themes, options.theme).flatMap((theme) =>
    choose(languages, options.language).flatMap((language) =>
      options.width.split(',').map((width) => ({ theme, language, width: Number(width) })),
    ),
  )
  return ways.flatMap(({ theme, language, width }) =>
    chosen.map((screen) => ({
      screen,
      theme,
      language,
      width,
      isWhole: !options.fold && !/^dashboard-(?:palette|shortcuts)/.test(screen.name),
      path: join(folder, `${screen.name}-${width}-${theme}-${language}.png`),
    })),
  )
}

function isWanted({ name }: Screen): boolean {
  return wanted.length === 0 || wanted.some((part) => (options.exact ? name === part : name.includes(part)))
}

function choose<Choice extends string>(choices: readonly Choice[], text: string): readonly Choice[] {
  return choices.filter((choice) => text.split(',').includes(choice))
}

/** Takes a picture; if a screen cannot be prepared, reports it and continues with the others. */
async function takeOrReport(picture: Picture): Promise<void> {
  await take(picture).catch((error: unknown) => {
    console.log(picture.path, String(error))
    process.exitCode = 1
  })
}

async function take({ screen, theme, language, width, isWhole, path }: Picture): Promise<void> {
  const own = screen.account === undefined ? anna : await sessionOf(world.api, screen.account)
  const session = screen.isForAdministrators ? adam : own
  const context = await browser.newContext({
    viewport: { width, height: heights[width] ?? 900 },
    timezoneId: 'Europe/Warsaw',
    // Phones have touch input, which needs more room than a mouse.
    hasTouch: width < 600,
    isMobile: width < 600,
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
