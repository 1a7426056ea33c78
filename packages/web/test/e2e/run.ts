import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { startWorld, type World } from '../support/world.ts'
import { accessibility } from './accessibility.ts'
import { accountStories } from './account.ts'
import { administrationStories } from './administration.ts'
import { applicationStories } from './applications.ts'
import { browserResultStories } from './browser-results.ts'
import { chooseStories, readRunOptions } from './choose-stories.ts'
import { correctionsStories } from './corrections.ts'
import { dashboardStories } from './dashboard.ts'
import { escalationStories } from './escalations.ts'
import { expiryStories } from './expiries.ts'
import { hostileStories } from './hostile.ts'
import { incidentStories } from './incidents.ts'
import { keyboardJourney } from './journey-by-keyboard.ts'
import { failureJourney } from './journey-of-a-failure.ts'
import { journeys } from './journeys.ts'
import { liveStories } from './live.ts'
import { mailStories } from './mails.ts'
import { maintenanceStories } from './maintenance.ts'
import { notificationStories } from './notifications.ts'
import { onboardingStories } from './onboarding.ts'
import { paletteStories } from './palette.ts'
import { passkeyStories } from './passkeys.ts'
import { peopleStories } from './people.ts'
import { refusalStories } from './refusals.ts'
import { reportStories } from './reports.ts'
import { ruleStories } from './rules.ts'
import { scenarioStories } from './scenarios.ts'
import { sensorsStories } from './sensors.ts'
import { serviceStories } from './service.ts'
import { servicePageStories } from './service-page.ts'
import { servicesStories } from './services.ts'
import { shellStories } from './shell.ts'
import { signInStories } from './sign-in.ts'
import { speedStories } from './speed.ts'
import { pageAccessStories } from './status-page-access.ts'
import { announcementStories } from './status-page-announcements.ts'
import { subscriberStories } from './status-page-subscribers.ts'
import { pageVisitorStories } from './status-page-visitors.ts'
import { statusPageStories } from './status-pages.ts'
import { templateStories } from './templates.ts'
import { trialStories } from './trial.ts'
import { trialStepsStories } from './trial-steps.ts'
import { openBrowser } from './visit.ts'

export interface Stage {
  readonly world: World
  readonly browser: Browser
}

/** The actions of a user and what the app must show. Throws if it does not. */
export type Story = readonly [name: string, play: (stage: Stage) => Promise<void>]

const areas: readonly (readonly Story[])[] = [
  signInStories,
  applicationStories,
  passkeyStories,
  mailStories,
  shellStories,
  paletteStories,
  dashboardStories,
  liveStories,
  trialStories,
  onboardingStories,
  speedStories,
  servicesStories,
  serviceStories,
  servicePageStories,
  browserResultStories,
  scenarioStories,
  expiryStories,
  maintenanceStories,
  correctionsStories,
  sensorsStories,
  incidentStories,
  ruleStories,
  notificationStories,
  peopleStories,
  escalationStories,
  templateStories,
  reportStories,
  [...statusPageStories, ...subscriberStories, ...announcementStories, ...pageAccessStories, ...pageVisitorStories],
  accountStories,
  administrationStories,
  trialStepsStories,
  journeys,
  keyboardJourney,
]

/** Stories that take minutes. */
const long: readonly Story[] = [...failureJourney, ...refusalStories, ...hostileStories]

/**
 * Builds the app, plays the stories that are selected by area or by a part of their names, and then checks the
 * accessibility of every screen. A short run plays the first story of each area, and checks one screen in three, each
 * in another way, unless `--axe all` is given. `axe` checks all screens, `axe:wall` only those with `wall` in their
 * names.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { isShort, isAxeWhole, words: wanted } = readRunOptions(args)
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: packageFolder })
  await using world = await startWorld()
  await using browser = await openBrowser()
  const stories = isShort ? areas.flatMap((area) => area.slice(0, 1)) : [...areas.flat(), ...long]
  const chosen = chooseStories(stories, wanted)
  let failed = 0
  for (const [name, play] of chosen) {
    const started = performance.now()
    try {
      await play({ world, browser })
      console.log(`ok    ${name} (${Math.round(performance.now() - started)} ms)`)
    } catch (error) {
      failed += 1
      console.log(`FAIL  ${name}\n      ${String(error).replaceAll('\n', '\n      ')}`)
      for (const context of browser.contexts()) {
        for (const page of context.pages()) {
          const shown = await page.getByRole('main').textContent({ timeout: 2000 }).catch(String)
          console.log(`      ${page.url()}: ${shown}`)
        }
        await context.close()
      }
    }
  }
  const parts = wanted.filter((each) => each.startsWith('axe:')).map((each) => each.slice('axe:'.length))
  const looks =
    wanted.length === 0 || wanted.includes('axe') || parts.length > 0
      ? await accessibility({ world, browser }, { isWhole: isAxeWhole, parts })
      : null
  const violations = looks?.violations ?? 0
  failed += looks?.failed ?? 0
  console.log(
    `e2e: ${chosen.length + (looks?.looked ?? 0) - failed} passed, ${failed} failed, ${violations} axe violations in ${looks?.looked ?? 0} looks`,
  )
  return failed + violations === 0 ? 0 : 1
}

const packageFolder = join(import.meta.dirname, '../..')
const vite = join(packageFolder, '../../node_modules/vite/bin/vite.js')
