import { resolve } from 'node:path'
import { command } from '@wachta/cli'
import { natsFiles as files } from '../nats-files.ts'

/**
 * Parts centre and sensors of an installation whose keys are from a time when they shared one account of the broker.
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
      summary: { en: 'where the keys of the installation are', pl: 'gdzie są klucze instalacji' },
    },
  },
  async run({ options: { directory: path }, out }) {
    const { splitAccounts } = await import('../nats-keys.ts')
    const directory = resolve(path)
    const changed = await splitAccounts(directory)
    out.result({ directory, changed }, () =>
      out.say(
        changed
          ? {
              en: `${files.keys} and ${files.credentials} are new; the old ones end in .before. Restart api, planner and analyst. Sensors go on as they are.`,
              pl: `Pliki ${files.keys} i ${files.credentials} są nowe; stare kończą się na .before. Uruchom ponownie api, planner i analyst. Sensory działają dalej bez zmian.`,
            }
          : {
              en: 'The centre has an account of its own already; nothing was changed.',
              pl: 'Centrala ma już własne konto; niczego nie zmieniono.',
            },
      ),
    )
    return undefined
  },
})
