import { resolve } from 'node:path'
import { command } from '@wachta/cli'
import { natsFiles as files } from '../nats-files.ts'

/**
 * Separates the centre from the sensors, in an installation whose keys are from a time when they shared one account of
 * the broker.
 */
export const adminNatsAccountsCommand = command({
  path: 'admin nats-accounts',
  summary: {
    en: 'create a separate NATS account for the centre',
    pl: 'utwórz osobne konto NATS dla centrali',
  },
  options: {
    directory: {
      kind: 'text',
      required: true,
      value: 'PATH',
      summary: { en: 'the folder with the keys of the installation', pl: 'katalog z kluczami instalacji' },
    },
  },
  async run({ options: { directory: path }, out }) {
    const { splitAccounts } = await import('../nats-keys.ts')
    const directory = resolve(path)
    const changed = await splitAccounts(directory)
    out.result({ directory, changed }, () =>
      out.print(
        changed
          ? {
              en: `${files.keys} and ${files.credentials} are new; the old ones end in .before. Restart api, planner and analyst. Sensors need no change.`,
              pl: `Pliki ${files.keys} i ${files.credentials} są nowe; stare kończą się na .before. Uruchom ponownie api, planner i analyst. Sensory działają dalej bez zmian.`,
            }
          : {
              en: 'The centre already has a separate NATS account; nothing was changed.',
              pl: 'Centrala ma już osobne konto NATS; niczego nie zmieniono.',
            },
      ),
    )
    return undefined
  },
})
