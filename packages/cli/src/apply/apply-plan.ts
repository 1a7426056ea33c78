import { ApiError, type ApplyData, type ApplyResult, type Client } from '@wachta/client'
import { CommandError, type ExitCode, exitCodes, type Invocation } from '../frame/command.ts'
import { connectCli } from '../session/connection.ts'
import { confirmDeletions, readDeletedNames } from './confirm-deletions.ts'
import type { ApplyDocument } from './document.ts'
import { hasDifferences, isSamePlan, type ShownPlan, showPlan, showPlanAside } from './plan.ts'
import { createWithoutSensorsWarning, findWithoutSensors } from './without-sensors.ts'

interface ApplyOptions {
  readonly dryRun: boolean
  readonly yes: boolean
  /** Whether objects that are no longer declared are deleted; a number says how many are expected. */
  readonly prune: boolean | number
  /** Additional fields of the result with `--json`. */
  readonly extraFields?: object
}

/** Shows the plan, asks for confirmation and applies it. Reports if the account has changed meanwhile. */
export async function applyPlan(
  invocation: Omit<Invocation, 'options'>,
  document: ApplyDocument,
  { dryRun, yes, prune, extraFields }: ApplyOptions,
): Promise<ExitCode> {
  const { out } = invocation
  const client = await connectCli(invocation)
  const data = { ...document.data, prune: prune !== false }
  const planned = await send(client, document, { ...data, dry_run: true })
  const shownPlan = { data, planned, deleted: await readDeletedNames(client, planned) }
  const differs = hasDifferences(planned)
  const withoutSensors = await findWithoutSensors(client, data, planned)
  const warn = () => {
    if (withoutSensors.length > 0) out.remark(createWithoutSensorsWarning(withoutSensors), 'warning')
  }
  if (dryRun || !differs) {
    out.result({ ...planned, ...extraFields }, () => showPlan(out, shownPlan))
    warn()
    return dryRun && differs ? exitCodes.found : exitCodes.ok
  }
  showPlan(out, shownPlan)
  warn()
  await confirm(invocation, shownPlan, { yes, prune })
  const expected = { expected_deletions: planned.deletions_digest }
  const applied = await send(client, document, { ...data, ...expected, dry_run: false })
  if (!isSamePlan(planned, applied)) {
    out.remark({
      en: '! The account has changed since the plan was shown. These changes were made instead:',
      pl: '! Konto zmieniło się od pokazania planu. Wprowadzono inne zmiany:',
    })
    showPlanAside(out, { ...shownPlan, planned: applied })
  }
  out.result({ ...applied, ...extraFields }, () => out.print({ en: 'Done.', pl: 'Gotowe.' }, 'good'))
  return exitCodes.ok
}

/** Asks for confirmation of the plan; for deletions, their number must be typed. Throws if it is not confirmed. */
async function confirm(
  { out, input }: Omit<Invocation, 'options'>,
  shownPlan: ShownPlan,
  { yes, prune }: Pick<ApplyOptions, 'yes' | 'prune'>,
): Promise<void> {
  if (!yes && !input.isTerminal) throw createNoTerminalError()
  // Standard output holds only the result in other formats, so the plan goes to standard error.
  if (!yes && out.format !== 'text') showPlanAside(out, shownPlan)
  const count = shownPlan.planned.summary.delete
  const expected = typeof prune === 'number' ? prune : undefined
  await confirmDeletions({ input }, { count, expected, yes })
  // Typing the number of deletions confirms the whole plan.
  if (yes || (count > 0 && expected === undefined)) return
  if (!(await input.confirm({ en: 'Apply these changes? [y/N]', pl: 'Wprowadzić te zmiany? [t/N]' })))
    throw new CommandError({ en: 'Cancelled. Nothing was changed.', pl: 'Anulowano. Nic nie zmieniono.' })
}

async function send(client: Client, document: ApplyDocument, body: ApplyData): Promise<ApplyResult> {
  try {
    return await client.call('apply', { body })
  } catch (error) {
    if (error instanceof ApiError && error.errors.some((fieldError) => fieldError.error === 'deletions_changed'))
      throw createDeletionsChangedError()
    throw error instanceof ApiError && error.status < 500 && error.status !== 401
      ? toPlacedError(error, document)
      : error
  }
}

/** Prints each error with its position in the file, as compilers do, so that editors can jump to it. */
function toPlacedError({ errors, message }: ApiError, document: ApplyDocument): CommandError {
  const problems = errors.map(
    (fieldError) =>
      `${document.locate(fieldError.field)}: ${fieldError.message}${fieldError.field ? ` (${fieldError.field.replace(/^data\./, '')})` : ''}`,
  )
  const lines = problems.length > 0 ? problems.join('\n  ') : message
  return new CommandError({
    en: `The configuration cannot be applied:\n  ${lines}`,
    pl: `Nie można zastosować tej konfiguracji:\n  ${lines}`,
  })
}

/** The account may have changed since the plan was shown; only confirmed deletions are carried out. */
const createDeletionsChangedError = (): CommandError =>
  new CommandError({
    en: 'The account has changed since the plan was shown, and the command would now delete other objects. Nothing was changed. Run it again to see the new plan.',
    pl: 'Od pokazania planu konto się zmieniło i polecenie usunęłoby teraz inne obiekty. Nic nie zmieniono. Uruchom je ponownie, aby zobaczyć nowy plan.',
  })

const createNoTerminalError = (): CommandError =>
  new CommandError(
    {
      en: 'There is no terminal to ask for confirmation. Use --yes to apply or --dry-run to preview.',
      pl: 'Bez terminala nie można zapytać o potwierdzenie. Użyj --yes, aby wykonać, albo --dry-run, aby tylko zobaczyć plan.',
    },
    { exitCode: exitCodes.usage },
  )
