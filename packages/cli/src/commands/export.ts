import { declarationOf, readAccount, type Unsaid } from '@wachta/client'
import { yamlOf } from '../apply/yaml.ts'
import { command } from '../frame/command.ts'
import type { Words } from '../frame/words.ts'
import { connect } from '../session/connection.ts'

export const exportCommand = command({
  path: 'export',
  summary: { en: 'print the account as a file for apply', pl: 'wypisz konto jako plik dla apply' },
  details: {
    en: 'Print the present state as a file that apply takes. Only what apply has made, unless --all is given: applied to the same account, that would make the rest a second time. Secrets are left out.',
    pl: 'Wypisz obecny stan jako plik, który przyjmuje apply. Tylko to, co utworzyło apply, chyba że podano --all: zastosowany na tym samym koncie taki plik utworzyłby resztę po raz drugi. Hasła są pominięte.',
  },
  options: {
    all: {
      kind: 'flag',
      summary: {
        en: 'also what was made by hand, to begin elsewhere with it',
        pl: 'także to, co utworzono ręcznie, jako początek dla innego konta',
      },
    },
  },
  async run(invocation) {
    const { out, options, stopping } = invocation
    const client = await connect(invocation)
    const { document, unsaid } = declarationOf(await readAccount(client, stopping), options)
    for (const each of unsaid) out.aside(unsaidWords(each))
    // As JSON, too, it is a file for apply and nothing else.
    out.result(document, () => out.line(yamlOf(document).trimEnd()))
  },
})

const unsaidWords = ({ section, external_id, field, to }: Unsaid): Words =>
  field === 'event'
    ? {
        en: `! ${section} ${external_id}: left out, for its event ${to} is not in the file; apply --prune would delete it.`,
        pl: `! ${section} ${external_id}: pominięto, bo w pliku nie ma jej zdarzenia ${to}; apply --prune by ją usunęło.`,
      }
    : {
        en: `! ${section} ${external_id}: ${field} is not said, for ${to} is not in the file; apply leaves it as it is.`,
        pl: `! ${section} ${external_id}: pominięto ${field}, bo w pliku nie ma ${to}; apply zostawi to bez zmian.`,
      }
