import { applyPlan } from '../apply/apply-plan.ts'
import { readDocument } from '../apply/document.ts'
import { readNamedFile } from '../apply/read-file.ts'
import { command } from '../frame/command.ts'

export const applyCommand = command({
  path: 'apply',
  summary: { en: 'apply a configuration file to your account', pl: 'doprowadź konto do stanu opisanego w pliku' },
  details: {
    en: 'Create, change and delete groups, services, contacts, alert rules, escalations, report templates and status pages to match a YAML or JSON file. Shows the plan and asks for confirmation. With --dry-run nothing changes, and the exit code is 3 if the plan is not empty.',
    pl: 'Doprowadź grupy, usługi, kontakty, reguły alertów, eskalacje, szablony raportów i strony statusu do stanu opisanego w pliku YAML lub JSON. Program pokazuje plan i prosi o potwierdzenie. Z --dry-run nic się nie zmienia, a kod wyjścia 3 oznacza, że plan nie jest pusty.',
  },
  options: {
    file: {
      kind: 'text',
      short: 'f',
      required: true,
      summary: { en: 'the file; - for standard input', pl: 'plik; - oznacza standardowe wejście' },
    },
    'dry-run': { kind: 'flag', summary: { en: 'only show the plan', pl: 'tylko pokaż plan' } },
    yes: { kind: 'flag', short: 'y', summary: { en: 'skip the confirmation', pl: 'nie pytaj o potwierdzenie' } },
    prune: {
      kind: 'flag-or-number',
      value: 'number',
      summary: {
        en: 'delete objects that are no longer in the file; asks you to type their number; with --yes, give it here',
        pl: 'usuń obiekty, których nie ma już w pliku; program zapyta o ich liczbę, z --yes podaj ją tutaj',
      },
    },
  },
  async run(invocation) {
    const { options, input } = invocation
    const content = await readNamedFile(options.file, input)
    const document = readDocument(options.file, content.toString('utf8'))
    return applyPlan(invocation, document, { ...options, dryRun: options['dry-run'] })
  },
})
