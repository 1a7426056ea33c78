import type { ApplyResult, Client } from '@wachta/client'
import { CommandError, exitCodes, type Invocation } from '../frame/command.ts'
import { createNameLookup } from '../kinds/names.ts'

const lists = {
  groups: 'list_groups',
  services: 'list_services',
  contacts: 'list_contacts',
  events: 'list_events',
  escalations: 'list_escalations',
  report_templates: 'list_report_templates',
  status_page_components: 'list_status_page_components',
} as const

/** Returns the names of the objects that a plan deletes, by section and external id; the file does not have them. */
export async function readDeletedNames(client: Client, { plan }: ApplyResult): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [section, list] of Object.entries(lists)) {
    const steps = plan.filter((step) => step.action === 'delete' && step.section === section)
    const findName = await createNameLookup(client, list)(steps.map(({ id }) => id ?? null))
    for (const { id, external_id } of steps) names.set(`${section} ${external_id}`, findName(id ?? null))
  }
  return names
}

interface Deletions {
  readonly count: number
  /** The number that was given with `--prune`, if any. */
  readonly expected: number | undefined
  readonly yes: boolean
}

/**
 * Asks for the number of deletions, unless it was given with the option. Without this question, a file of another
 * account, or an incomplete file, would delete everything that it does not contain.
 */
export async function confirmDeletions(
  { input }: Pick<Invocation, 'input'>,
  { count, expected, yes }: Deletions,
): Promise<void> {
  if (expected !== undefined && expected !== count) throw createMismatchError(expected, count)
  if (count === 0 || expected !== undefined) return
  if (yes || !input.isTerminal) throw createMissingNumberError(count)
  const typed = await input.ask({
    en: 'Type the number of deletions to confirm them:',
    pl: 'Aby potwierdzić, wpisz liczbę usuwanych obiektów:',
  })
  if (typed.trim() !== String(count)) throw createNotConfirmedError(count)
}

const formatObjectCount = (count: number): string => `${count} ${count === 1 ? 'object' : 'objects'}`

const createMismatchError = (expected: number, count: number): CommandError =>
  new CommandError({
    en: `--prune=${expected} does not match: the plan deletes ${formatObjectCount(count)}. Nothing was changed.`,
    pl: `--prune=${expected} nie zgadza się z planem, który usuwa obiekty w liczbie: ${count}. Nic nie zmieniono.`,
  })

const createMissingNumberError = (count: number): CommandError =>
  new CommandError(
    {
      en: `The plan deletes ${formatObjectCount(count)}. Look at it with --dry-run, then confirm the number: --prune=${count}`,
      pl: `Plan usuwa obiekty w liczbie: ${count}. Obejrzyj go z --dry-run, a potem potwierdź liczbę: --prune=${count}`,
    },
    { exitCode: exitCodes.usage },
  )

const createNotConfirmedError = (count: number): CommandError =>
  new CommandError({
    en: `The number does not match ${count}. Nothing was changed.`,
    pl: `Liczba jest inna niż ${count}. Nic nie zmieniono.`,
  })
