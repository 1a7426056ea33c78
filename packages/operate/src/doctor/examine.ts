import type { LocalizedText } from '@wachta/cli'
import { explainOperatorError } from '../explain-operator-error.ts'
import type { DoctorContext } from './doctor-context.ts'
import { type Finding, type HealthCheck, localized, problem } from './health-check.ts'

/** A finding of one of the checks. */
export interface ExaminedFinding extends Finding {
  readonly check: string
  readonly title: LocalizedText
}

export interface Examination {
  readonly found: readonly ExaminedFinding[]
  /** Checks that were skipped, because a check that they need found a problem. */
  readonly skipped: readonly string[]
}

interface ExamineOptions {
  readonly onCheck?: (check: HealthCheck) => void
  /** Aborts the examination, even while a check waits for an answer. */
  readonly signal?: AbortSignal
}

const timeoutMs = 15_000

/** Runs all checks in order, and skips those that depend on a failed one. */
export async function examine(
  checks: readonly HealthCheck[],
  context: DoctorContext,
  { onCheck = () => undefined, signal }: ExamineOptions = {},
): Promise<Examination> {
  const found: ExaminedFinding[] = []
  const skipped: string[] = []
  for (const check of checks) {
    const isBroken = (name: string) =>
      skipped.includes(name) || found.some((each) => each.check === name && each.level === 'problem')
    if (check.needs?.some(isBroken)) {
      skipped.push(check.name)
      continue
    }
    onCheck(check)
    const findings = [await runWithTimeout(check, context, signal)].flat()
    signal?.throwIfAborted()
    found.push(...findings.map((finding) => ({ check: check.name, title: check.title, ...finding })))
  }
  return { found, skipped }
}

async function runWithTimeout(
  check: HealthCheck,
  context: DoctorContext,
  signal: AbortSignal | undefined,
): Promise<Finding | readonly Finding[]> {
  const timeout = Promise.withResolvers<Finding>()
  const giveUp = () => timeout.resolve(timeoutFinding)
  const timer = setTimeout(giveUp, timeoutMs)
  signal?.addEventListener('abort', giveUp)
  try {
    return await Promise.race([check.run(context), timeout.promise])
  } catch (error) {
    return toFailedFinding(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

const timeoutFinding = problem(
  localized('The check did not finish in time.', 'Sprawdzenie nie zakończyło się na czas.'),
  localized(
    'Check the load of the server behind this check, and the network to it.',
    'Sprawdź obciążenie serwera, którego dotyczy to sprawdzenie, i połączenie sieciowe z nim.',
  ),
)

function toFailedFinding(error: unknown): Finding {
  const known = explainOperatorError(error)
  const message = error instanceof Error ? error.message || error.name : String(error)
  return problem(
    known?.text ?? localized(`The check failed: ${message}`, `Sprawdzenie nie powiodło się: ${message}`),
    localized('Fix this and run `wachta doctor` again.', 'Popraw to i uruchom ponownie `wachta doctor`.'),
  )
}
