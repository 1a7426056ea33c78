import { ApiError, type ApplyData, type ApplyResult, type Client } from '@wachta/client'
import { CommandError, type ExitCode, exitCodes, type Invocation } from '../frame/command.ts'
import { connectCli } from '../session/connection.ts'
import type { ApplyDocument } from './document.ts'
import { hasDifferences, isSamePlan, showPlan, showPlanAside } from './plan.ts'

interface Wishes {
  readonly dryRun: boolean
  readonly yes: boolean
  /** Whether what is no longer declared goes. */
  readonly prune: boolean
  /** What belongs into the result besides, with `--json`. */
  readonly also?: object
}

/** Shows the plan, asks, and carries it out. A plan that was tried holds, unless the account changes meanwhile. */
export async function applyPlan(
  invocation: Omit<Invocation, 'options'>,
  document: ApplyDocument,
  { dryRun, yes, prune, also }: Wishes,
): Promise<ExitCode> {
  const { out, input } = invocation
  const client = await connectCli(invocation)
  const data = { ...document.data, prune }
  const planned = await send(client, document, { ...data, dry_run: true })
  const differs = hasDifferences(planned)
  if (dryRun || !differs) {
    out.result({ ...planned, ...also }, () => showPlan(out, data, planned))
    return dryRun && differs ? exitCodes.found : exitCodes.ok
  }
  showPlan(out, data, planned)
  if (!yes && !input.isTerminal) throw needsYes()
  // Nobody says yes to what he has not seen.
  if (!yes && out.isJson) showPlanAside(out, data, planned)
  if (!yes && !(await input.confirm({ en: 'Apply these changes? [y/N]', pl: 'Wprowadzić te zmiany? [t/N]' })))
    throw new CommandError({ en: 'Cancelled. Nothing was changed.', pl: 'Anulowano. Nic nie zmieniono.' })
  const done = await send(client, document, { ...data, dry_run: false })
  if (!isSamePlan(planned, done)) {
    out.aside({
      en: '! The account had changed since the plan was shown. What was done instead:',
      pl: '! Konto zmieniło się od pokazania planu. Zamiast niego wykonano:',
    })
    showPlanAside(out, data, done)
  }
  out.result({ ...done, ...also }, () => out.say({ en: 'Done.', pl: 'Gotowe.' }))
  return exitCodes.ok
}

async function send(client: Client, document: ApplyDocument, body: ApplyData): Promise<ApplyResult> {
  try {
    return await client.call('apply', { body })
  } catch (error) {
    throw error instanceof ApiError && error.status < 500 && error.status !== 401 ? placed(error, document) : error
  }
}

/** Every fault where it is in the file, as compilers do, so that editors find it. */
function placed({ faults, message }: ApiError, document: ApplyDocument): CommandError {
  const told = faults.map(
    (fault) =>
      `${document.placeOf(fault.field)}: ${fault.message}${fault.field ? ` (${fault.field.replace(/^data\./, '')})` : ''}`,
  )
  const lines = told.length > 0 ? told.join('\n  ') : message
  return new CommandError({
    en: `The configuration cannot be applied:\n  ${lines}`,
    pl: `Nie można zastosować tej konfiguracji:\n  ${lines}`,
  })
}

const needsYes = (): CommandError =>
  new CommandError(
    {
      en: 'No terminal for the confirmation. Use --yes to apply or --dry-run to preview.',
      pl: 'Brak terminala do potwierdzenia. Użyj --yes, aby wykonać, albo --dry-run, aby tylko zobaczyć plan.',
    },
    { exitCode: exitCodes.usage },
  )
