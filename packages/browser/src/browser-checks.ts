import type { BrowserChecks } from '@wachta/checks'
import { openPage } from './page/open-page.ts'
import { runBrowserScenario } from './scenario/run-scenario.ts'
import type { BrowserProgram } from './session.ts'

/** Creates browser checks that run with this browser in the current process. */
export const createBrowserChecks = (browser: BrowserProgram): BrowserChecks => ({
  openPage: (check, scheme, probe) => openPage(browser, { check, scheme, probe }),
  runScenario: (check, probe) => runBrowserScenario(browser, check, probe),
})
