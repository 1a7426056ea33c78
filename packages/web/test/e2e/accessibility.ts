import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { type Screen, screens } from '../support/screens.ts'
import { sessionOf } from '../support/world.ts'
import type { Stage } from './run.ts'
import { visit } from './visit.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface AccessibilityCounts {
  readonly looked: number
  readonly failed: number
  readonly violations: number
}

/**
 * Asserts that screens meet WCAG 2.2 AA and do not overflow sideways: with `isWhole` every screen in all `ways`,
 * otherwise one screen in three, each in another way. With `parts`, only screens with one of them in their names.
 */
export async function accessibility(
  { world, browser }: Stage,
  { isWhole, parts }: { isWhole: boolean; parts: readonly string[] },
): Promise<AccessibilityCounts> {
  const chosen = screens(world).filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
  const anna = await sessionOf(world.api, world.anna.id)
  const adam = await sessionOf(world.api, world.neighbours.adam, 'administrator')
  const waiting = ways
    .flatMap((way, turn) =>
      chosen.filter((_, place) => isWhole || place % (3 * ways.length) === 3 * turn).map((screen) => ({ screen, way })),
    )
    .values()
  let [looked, failed, violations] = [0, 0, 0]
  const lane = async () => {
    for (const { screen, way } of waiting) {
      const own = screen.account === undefined ? anna : await sessionOf(world.api, screen.account)
      const session = screen.isForAdministrators ? adam : own
      const look = await lookAt({ world, browser }, { screen, way, session })
      looked += 1
      failed += look.isFailed ? 1 : 0
      violations += look.violations
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await control({ world, browser })
  if (isWhole) assert.equal(looked, ways.length * chosen.length, 'every screen in every way')
  return { looked, failed, violations }
}

interface ScreenVisit {
  readonly screen: Screen
  readonly way: (typeof ways)[number]
  readonly session: Awaited<ReturnType<typeof sessionOf>>
}

async function lookAt({ world, browser }: Stage, { screen, way, session }: ScreenVisit) {
  const { name, path, isInside, prepare } = screen
  const [language, theme, width] = way
  const options = { language, theme, width, ...(isInside && { session }) }
  const { page, context, complaints } = await visit(browser, world, path, options)
  let violations = 0
  let isFailed = false
  try {
    await page.waitForLoadState('networkidle')
    await prepare?.(page)
    // On a busy machine, the network can be idle before the screen is complete.
    await page.waitForFunction(() => document.querySelector('main .animate-pulse') === null)
    const found = await violationsOn(page)
    violations = found.length
    for (const line of found) console.log(`axe   ${name}, ${way.join(', ')}: ${line}`)
    assert.ok((await beyondEdge(page)) <= 0, `${await beyondEdge(page)} pixels beyond the edge`)
    assert.deepEqual(complaints, [])
  } catch (error) {
    isFailed = true
    console.log(`FAIL  ${name}, ${way.join(', ')}\n      ${String(error)}`)
  }
  await context.close()
  return { violations, isFailed }
}

/** The number of concurrent pages: each needs a processor unless it waits for an idle network. */
const lanes = Math.min(availableParallelism() + 1, 4)

const ways = [
  ['en', 'light', 1280],
  ['pl', 'dark', 1280],
  ['pl', 'light', 360],
  ['en', 'dark', 360],
] as const

/** Previews of status pages: axe cannot run in them, as they allow no scripts. Tests of the renderer cover them. */
const previews = 'iframe[sandbox]'

/**
 * For pages without frames, axe's legacy mode finds the same in a third of the time: a single call in the page. The
 * usual mode also collects passed rules, and transfers them to another page.
 */
async function violationsOn(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(rules)
  const count = await page.locator(previews).count()
  if (count > 0) builder.exclude(previews)
  const { violations } = await builder.setLegacyMode(page.frames().length === 1 + count).analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** The number of pixels by which a page can be scrolled sideways. */
const beyondEdge = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Control: violations and an overflow are detected. */
async function control({ world, browser }: Stage): Promise<void> {
  const { page, context } = await visit(browser, world, '/sign-in')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const spoilt = document.createElement('p')
    spoilt.textContent = 'pale'
    spoilt.style.cssText = 'color: #ccc; background: #fff; width: 3000px'
    document.querySelector('main')?.append(spoilt, document.createElement('input'))
  })
  const found = await violationsOn(page)
  assert.ok(
    found.some((line) => line.startsWith('color-contrast')),
    'a pale text is found',
  )
  assert.ok(
    found.some((line) => line.startsWith('label')),
    'a field without a label is found',
  )
  assert.ok((await beyondEdge(page)) > 0, 'a page that is too wide is found')
  await context.close()
}
