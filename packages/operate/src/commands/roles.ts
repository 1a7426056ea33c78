import { command } from '@wachta/cli'
import { processRoles } from '../serve/roles.ts'

/** One command for each process, for installations that run them on several machines. */
export const roleCommands = processRoles.map(({ name, summary, load }) =>
  command({
    path: name,
    summary: { en: `one role: ${summary.en}`, pl: `jedna rola: ${summary.pl}` },
    ownSignals: true,
    async run() {
      // The loaded role ends the process itself.
      await load()
      return undefined
    },
  }),
)
