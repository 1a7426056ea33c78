import { command } from '@wachta/cli'
import { processRoles } from '../serve/roles.ts'

/** Each role alone, for installations that spread them over several machines. */
export const roleCommands = processRoles.map(({ name, summary, load }) =>
  command({
    path: name,
    summary: { en: `one role: ${summary.en}`, pl: `jedna rola: ${summary.pl}` },
    ownSignals: true,
    async run() {
      // It ends the process itself.
      await load()
      return undefined
    },
  }),
)
