import { writeFile } from 'node:fs/promises'
import type { Package } from '@wachta/client'
import { applyPlan } from '../apply/apply-plan.ts'
import { readDocument } from '../apply/document.ts'
import { toYaml } from '../apply/yaml.ts'
import { type AnyCommand, CommandError, command, exitCodes, type Invocation } from '../frame/command.ts'
import type { Output } from '../frame/output.ts'
import type { AnyImporter, ImportLoss } from '../import/importer.ts'
import { importers } from '../import/importers.ts'
import { openSource } from '../import/source.ts'
import { connectCli } from '../session/connection.ts'

/** One command for each system that can be imported. */
export const importCommands: readonly AnyCommand[] = importers.map(createImportCommand)

function createImportCommand(importer: AnyImporter): AnyCommand {
  return command({
    path: `import ${importer.id}`,
    summary: { en: `import from ${importer.name}`, pl: `importuj konfigurację z ${importer.name}` },
    details: {
      en: `Import monitors from ${importer.name}. The file: ${importer.source.en}. Lists settings that could not be imported, with the reason. You can repeat the import: it changes only what has changed.`,
      pl: `Importuj konfigurację z ${importer.name}. Plik: ${importer.source.pl}. Program wymienia, czego nie dało się zaimportować i dlaczego. Import można powtórzyć: zmieni tylko to, co się zmieniło.`,
    },
    operands: [{ name: 'file', summary: importer.source }],
    options: {
      'dry-run': { kind: 'flag', summary: { en: 'only show the plan', pl: 'tylko pokaż plan' } },
      out: {
        kind: 'text',
        value: 'wachta.yaml',
        summary: {
          en: 'only write a file for apply',
          pl: 'tylko zapisz plik dla apply',
        },
      },
      yes: { kind: 'flag', short: 'y', summary: { en: 'skip the confirmation', pl: 'nie pytaj o potwierdzenie' } },
      'minimum-interval': {
        kind: 'number',
        default: 60,
        value: 'seconds',
        summary: { en: 'the shortest check interval', pl: 'najkrótszy odstęp sprawdzeń' },
      },
      ...(importer.id === 'blackbox' && {
        modules: {
          kind: 'text',
          default: 'blackbox.yml',
          value: 'file',
          summary: {
            en: 'the file with the modules, relative to the first one',
            pl: 'plik z modułami, względem pierwszego',
          },
        } as const,
      }),
    },
    async run(invocation) {
      const { options, operands, out, input } = invocation
      // Writing a file needs no session.
      const accountPackage = options.out === undefined ? await loadPackage(invocation) : undefined
      const importOptions = {
        minInterval: Math.max(options['minimum-interval'], accountPackage?.minimum_interval ?? 0),
        channels: accountPackage?.available_notification_channel_ids,
        modules: (options as { modules?: string }).modules,
      }
      const source = await openSource(operands[0] ?? '', input)
      const { document, lost } = importer.convert(await importer.read(source, importOptions), importOptions)
      if (Object.keys(document).length === 0) throw createNothingToImportError(importer, lost)
      const yaml = toYaml(document)
      if (options.out !== undefined) {
        await saveImport(options.out, yaml)
        out.result({ document, lost }, () => reportLost(out, lost, invocation.language))
        out.print({
          en: `Written. Next: wachta apply -f ${options.out}`,
          pl: `Zapisano. Dalej: wachta apply -f ${options.out}`,
        })
        return exitCodes.ok
      }
      if (!out.isJson) reportLost(out, lost, invocation.language)
      return applyPlan(invocation, readDocument(`${source.path} (YAML)`, yaml), {
        dryRun: options['dry-run'],
        yes: options.yes,
        // Objects imported from another file of the same system stay.
        prune: false,
        extraFields: { lost },
      })
    },
  })
}

/** The package of the account: the API would reject anything that it does not include. */
const loadPackage = async (invocation: Omit<Invocation, 'options'>): Promise<Package> =>
  (await connectCli(invocation)).call('read_account_package', { path: { _id: 'my_account' } })

/** Prints what could not be imported. */
export function reportLost(out: Output, lost: readonly ImportLoss[], language: 'en' | 'pl'): void {
  for (const { what, why } of lost) out.line(`! ${what}: ${why[language]}`)
  if (lost.length > 0)
    out.print({
      en: `${lost.length} settings could not be imported unchanged.`,
      pl: `Nie wszystko dało się zaimportować bez zmian: ${lost.length}.`,
    })
}

/** The file may contain secrets: only its owner can read it, and an existing file is never overwritten. */
export async function saveImport(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'EEXIST'
        ? {
            en: `${path} already exists. Choose another name, or remove the file first.`,
            pl: `Plik ${path} już istnieje. Podaj inną nazwę albo najpierw go usuń.`,
          }
        : { en: `${path} cannot be written (${code}).`, pl: `Nie można zapisać pliku ${path} (${code}).` },
    )
  }
}

const createNothingToImportError = (importer: AnyImporter, lost: readonly ImportLoss[]): CommandError => {
  const listLost = (language: 'en' | 'pl') => lost.map(({ what, why }) => `\n  ${what}: ${why[language]}`).join('')
  return new CommandError({
    en: `This file contains nothing to import from ${importer.name}.${listLost('en')}`,
    pl: `W tym pliku nie ma nic do zaimportowania z ${importer.name}.${listLost('pl')}`,
  })
}
