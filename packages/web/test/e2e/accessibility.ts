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
 * Every screen in both themes at both widths, each language twice: nothing against WCAG 2.2 AA, nothing beyond the edge.
 * Otherwise one screen in three, each in another of these ways. Names can be narrowed to those with certain parts.
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
    // On a busy machine the network rests before the screen has come.
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

/** Pages at the same time: each needs a processor when it does not wait for the network to rest. */
const lanes = Math.min(availableParallelism() + 1, 4)

const ways = [
  ['en', 'light', 1280],
  ['pl', 'dark', 1280],
  ['pl', 'light', 360],
  ['en', 'dark', 360],
] as const

/** The preview of a status page: no script runs in it, so axe would wait for it in vain. The tests of the renderer look at it. */
const previews = 'iframe[sandbox]'

/**
 * Without frames one call in the page finds the same as the usual way, which collects what is well too and brings it into
 * another page: a third of the time.
 */
async function violationsOn(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(rules)
  const count = await page.locator(previews).count()
  if (count > 0) builder.exclude(previews)
  const { violations } = await builder.setLegacyMode(page.frames().length === 1 + count).analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** How far a page can be pushed sideways. */
const beyondEdge = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** A look that finds nothing must be able to find something. */
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
