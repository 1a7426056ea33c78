import { carryOut } from '../apply/carry-out.ts'
import { readDocument } from '../apply/document.ts'
import { readNamed } from '../apply/read-file.ts'
import { command } from '../frame/command.ts'

export const applyCommand = command({
  path: 'apply',
  summary: { en: 'make the account what a file declares', pl: 'doprowadź konto do stanu opisanego w pliku' },
  details: {
    en: 'Make groups, services, contacts, events and escalations what a YAML or JSON file declares. The plan is shown and asked about first. With --dry-run nothing is done, and the exit code is 3 if there is something to do.',
    pl: 'Doprowadź grupy, usługi, kontakty, zdarzenia i eskalacje do stanu opisanego w pliku YAML lub JSON. Najpierw program pokazuje plan i pyta. Z --dry-run nic się nie dzieje, a kod wyjścia 3 oznacza, że jest coś do zrobienia.',
  },
  options: {
    file: {
      kind: 'text',
      short: 'f',
      required: true,
      summary: { en: 'the file; - for standard input', pl: 'plik; - oznacza standardowe wejście' },
    },
    'dry-run': { kind: 'flag', summary: { en: 'only show the plan', pl: 'tylko pokaż plan' } },
    yes: { kind: 'flag', short: 'y', summary: { en: 'do not ask', pl: 'nie pytaj' } },
    prune: {
      kind: 'flag',
      summary: {
        en: 'delete what an earlier file declared and this one does not',
        pl: 'usuń to, co opisywał wcześniejszy plik, a czego ten nie opisuje',
      },
    },
  },
  async run(invocation) {
    const { options, input } = invocation
    const content = await readNamed(options.file, input)
    const document = readDocument(options.file, content.toString('utf8'))
    return carryOut(invocation, document, { ...options, dryRun: options['dry-run'] })
  },
})
