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
  readonly also?: object
}

/** Shows the plan, asks for confirmation and applies it. Reports if the account has changed meanwhile. */
export async function applyPlan(
  invocation: Omit<Invocation, 'options'>,
  document: ApplyDocument,
  { dryRun, yes, prune, also }: ApplyOptions,
): Promise<ExitCode> {
  const { out } = invocation
  const client = await connectCli(invocation)
  const data = { ...document.data, prune: prune !== false }
  const planned = await send(client, document, { ...data, dry_run: true })
  const shown = { data, planned, deleted: await readDeletedNames(client, planned) }
  const differs = hasDifferences(planned)
  const unchecked = await findWithoutSensors(client, data, planned)
  const warn = () => {
    if (unchecked.length > 0) out.aside(createWithoutSensorsWarning(unchecked), 'warning')
  }
  if (dryRun || !differs) {
    out.result({ ...planned, ...also }, () => showPlan(out, shown))
    warn()
    return dryRun && differs ? exitCodes.found : exitCodes.ok
  }
  showPlan(out, shown)
  warn()
  await confirm(invocation, shown, { yes, prune })
  const expected = { expected_deletions: planned.deletions_digest }
  const done = await send(client, document, { ...data, ...expected, dry_run: false })
  if (!isSamePlan(planned, done)) {
    out.aside({
      en: '! The account has changed since the plan was shown. These changes were made instead:',
      pl: '! Konto zmieniło się od pokazania planu. Wprowadzono inne zmiany:',
    })
    showPlanAside(out, { ...shown, planned: done })
  }
  out.result({ ...done, ...also }, () => out.say({ en: 'Done.', pl: 'Gotowe.' }, 'good'))
  return exitCodes.ok
}

/** Asks for confirmation of the plan; for deletions, their number must be typed. Throws if it is not confirmed. */
async function confirm(
  { out, input }: Omit<Invocation, 'options'>,
  shown: ShownPlan,
  { yes, prune }: Pick<ApplyOptions, 'yes' | 'prune'>,
): Promise<void> {
  if (!yes && !input.isTerminal) throw needsYes()
  // Standard output holds only the result in other formats, so the plan goes to standard error.
  if (!yes && out.format !== 'text') showPlanAside(out, shown)
  const count = shown.planned.summary.delete
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
    if (error instanceof ApiError && error.errors.some((fault) => fault.error === 'deletions_changed'))
      throw deletionsChanged()
    throw error instanceof ApiError && error.status < 500 && error.status !== 401
      ? toPlacedError(error, document)
      : error
  }
}

/** Prints each error with its position in the file, as compilers do, so that editors can jump to it. */
function toPlacedError({ errors, message }: ApiError, document: ApplyDocument): CommandError {
  const problems = errors.map(
    (fault) =>
      `${document.placeOf(fault.field)}: ${fault.message}${fault.field ? ` (${fault.field.replace(/^data\./, '')})` : ''}`,
  )
  const lines = problems.length > 0 ? problems.join('\n  ') : message
  return new CommandError({
    en: `The configuration cannot be applied:\n  ${lines}`,
    pl: `Nie można zastosować tej konfiguracji:\n  ${lines}`,
  })
}

/** The account may have changed since the plan was shown; only confirmed deletions are carried out. */
const deletionsChanged = (): CommandError =>
  new CommandError({
    en: 'The account has changed since the plan was shown, and the command would now delete other objects. Nothing was changed. Run it again to see the new plan.',
    pl: 'Od pokazania planu konto się zmieniło i polecenie usunęłoby teraz inne obiekty. Nic nie zmieniono. Uruchom je ponownie, aby zobaczyć nowy plan.',
  })

const needsYes = (): CommandError =>
  new CommandError(
    {
      en: 'There is no terminal to ask for confirmation. Use --yes to apply or --dry-run to preview.',
      pl: 'Bez terminala nie można zapytać o potwierdzenie. Użyj --yes, aby wykonać, albo --dry-run, aby tylko zobaczyć plan.',
    },
    { exitCode: exitCodes.usage },
  )
