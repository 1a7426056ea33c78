import { type OmittedReference, readAccount, toDeclaration } from '@wachta/client'
import { toYaml } from '../apply/yaml.ts'
import { command } from '../frame/command.ts'
import type { LocalizedText } from '../frame/localized-text.ts'
import { connectCli } from '../session/connection.ts'

export const exportCommand = command({
  path: 'export',
  summary: { en: 'export your account as a file for apply', pl: 'wyeksportuj konto jako plik dla apply' },
  details: {
    en: 'Print the current configuration as a file for apply. By default it contains only objects that apply created; with --all it contains everything, for use in another account (in the same one it would create duplicates). Secrets are omitted.',
    pl: 'Wypisz bieżącą konfigurację jako plik dla apply. Domyślnie zawiera tylko obiekty utworzone przez apply; z --all zawiera wszystkie, do użycia na innym koncie (na tym samym powstałyby duplikaty). Dane poufne są pominięte.',
  },
  options: {
    all: {
      kind: 'flag',
      summary: {
        en: 'include objects that apply did not create',
        pl: 'także obiekty, których nie utworzył apply',
      },
    },
  },
  async run(invocation) {
    const { out, options, stopping } = invocation
    const client = await connectCli(invocation)
    const { document, omitted } = toDeclaration(await readAccount(client, stopping), options)
    for (const each of omitted) out.remark(formatOmission(each))
    // The JSON format is a file for `wachta apply`, too.
    out.result(document, () => out.line(toYaml(document).trimEnd()))
  },
})

const formatOmission = ({ section, external_id, field, to }: OmittedReference): LocalizedText =>
  field in parentNames
    ? {
        en: `! ${section} ${external_id}: omitted, because its ${parentNames[field]?.en} ${to} is not in the file; apply --prune would delete it.`,
        pl: `! ${section} ${external_id}: pominięto, bo w pliku nie ma jej ${parentNames[field]?.pl} ${to}; apply --prune by ją usunęło.`,
      }
    : {
        en: `! ${section} ${external_id}: ${field} omitted, because ${to} is not in the file; apply leaves it unchanged.`,
        pl: `! ${section} ${external_id}: pominięto ${field}, bo w pliku nie ma ${to}; apply zostawi to bez zmian.`,
      }

/** The parents that an object cannot exist without, by the field that names them. */
const parentNames: Readonly<Partial<Record<OmittedReference['field'], LocalizedText>>> = {
  event: { en: 'alert rule', pl: 'reguły alertu' },
  status_page: { en: 'status page', pl: 'strony statusu' },
}
