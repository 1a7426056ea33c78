import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CheckFailure,
  type CheckTarget,
  OverloadedError,
  type Probe,
  readTextSetting,
  type ScriptChecks,
  toWebUrl,
} from '@wachta/checks'
import { getTimeLimitMs } from '../deadline.ts'
import { isStarved } from '../starvation.ts'
import { findScript } from './find-script.ts'
import { runTests, type TestRunEnd } from './run-tests.ts'
import { keepScriptEvidence, readInside } from './script-evidence.ts'
import { readTestReport, type TestReport, type TestResult } from './test-report.ts'

/** The directories of scripts: the one that they are in, and the one that they must not see. */
export interface ScriptDirectories {
  /** The Playwright project of the sensor's owner. */
  readonly directory: string
  /** The directory of the sensor, with its keys. */
  readonly hiddenDirectory: string
  /** Whether other work kept the CPUs from a script; our own tests replace this, because their machine may be busy. */
  readonly isStarved?: typeof isStarved
}

/** The maximum number of tests that are reported as steps. */
const maxSteps = 50

/** Runs test files that the owner of this sensor has put on its machine. */
export const createScriptChecks = (directories: ScriptDirectories): ScriptChecks => ({
  runScript: (check, probe) => runScript(directories, check, probe),
})

async function runScript(directories: ScriptDirectories, check: CheckTarget, probe: Probe): Promise<void> {
  const script = await findScript(directories.directory, readTextSetting(check.settings, 'script') ?? '')
  const limitMs = getTimeLimitMs(check.settings)
  const directory = await mkdtemp(join(tmpdir(), 'wachta-script-'))
  try {
    const path = join(directory, 'report.json')
    const end = await runTests(
      {
        isStarved,
        ...directories,
        script,
        directory,
        reportPath: path,
        limitMs,
        trace: chooseTraceMode(probe),
        ...toScriptVariables(check),
      },
      probe.signal,
    )
    const content = await readInside(directory, path)
    const report = readTestReport(content?.toString('utf8') ?? '')
    measureTests(report, end, probe)
    const failure = findFailure(report, end, limitMs)
    if (failure !== null || probe.keepsEvidence) await keepScriptEvidence(report, directory, probe)
    if (failure !== null) throw failure
  } finally {
    // Killed processes may still be writing their last file.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Secrets cannot be masked in a trace, so a service with secrets gets none. */
function chooseTraceMode({ masks, keepsEvidence }: Probe): 'on' | 'off' | 'retain-on-failure' {
  if (!masks.isEmpty) return 'off'
  return keepsEvidence ? 'on' : 'retain-on-failure'
}

const secretKeys = ['username', 'password', 'token', 'one_time_code_secret']

/** Returns the environment variables with the address and the secrets of the service. */
function toScriptVariables({ address, settings }: CheckTarget) {
  const secrets = secretKeys.flatMap((key) => {
    const value = readTextSetting(settings, key)
    return value === null ? [] : [[`WACHTA_${key.toUpperCase()}`, value]]
  })
  return { environment: { WACHTA_ADDRESS: toWebUrl(address, 'https', null).href, ...Object.fromEntries(secrets) } }
}

/** Reports the tests as the steps of a script. If a test failed, it is the last one. */
function measureTests({ tests }: TestReport, { processorUsage }: TestRunEnd, probe: Probe): void {
  for (const [index, { durationMs }] of tests.slice(0, maxSteps).entries()) probe.addStep(index + 1, durationMs)
  probe.measure('steps_completed', tests.filter(({ outcome }) => outcome === 'passed').length)
  if (processorUsage !== null) probe.measure('sensor_cpu_usage', Math.round(processorUsage * 100))
  if (tests.length > 0) probe.setResponseTime(tests.reduce((sum, { durationMs }) => sum + durationMs, 0))
}

/** Returns the failure; null if tests ran and all passed. */
function findFailure({ tests, errors }: TestReport, end: TestRunEnd, limitMs: number): CheckFailure | null {
  const failed = tests.find(({ outcome }) => outcome === 'failed')
  if (failed !== undefined) return new CheckFailure('scenario_step_failed', describeFailed(failed))
  if (end.isLate) {
    if (end.isStarved) throw new OverloadedError('other work kept the processors of the sensor busy')
    const running = tests.find(({ outcome }) => outcome === 'interrupted')
    return new CheckFailure('timeout_total', `${running ? `${running.title}: ` : ''}not done within ${limitMs} ms`)
  }
  if (end.isKilled) throw new OverloadedError('the script was killed')
  const [error] = errors
  if (error !== undefined && tests.length > 0) return new CheckFailure('scenario_step_failed', firstLine(error))
  if (tests.length > 0) return null
  // `bwrap` or `setpriv` failed, which the settings of the service cannot fix.
  if (/^(?:bwrap|setpriv): /m.test(end.errorOutput)) throw new Error(firstLine(end.errorOutput))
  const reason = firstLine(error ?? end.errorOutput)
  return new CheckFailure('settings_invalid', reason === '' ? 'no test of the script ran' : reason)
}

function describeFailed({ title, errors }: TestResult): string {
  const reason = firstLine(errors[0] ?? '')
  return reason === '' ? title : `${title}: ${reason}`
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''
