import type { BrowserChecks } from '@wachta/checks'
import { openPage } from './page/open-page.ts'
import { runBrowserScenario } from './scenario/run-scenario.ts'
import type { BrowserProgram } from './session.ts'

/** Checks with this browser, in this process. */
export const createBrowserChecks = (browser: BrowserProgram): BrowserChecks => ({
  openPage: (check, scheme, probe) => openPage(browser, { check, scheme, probe }),
  runScenario: (check, probe) => runBrowserScenario(browser, check, probe),
})
