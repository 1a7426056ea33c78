import {
  access,
  chmod,
  chown,
  constants,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import {
  createAccountSigner,
  createCentreCredentials,
  createInstallationKeys,
  getIssuerAccount,
  readCredentials,
  readKeys,
  renderServerConfiguration,
  writeCredentials,
  writeKeys,
} from '@wachta/bus'
import { CommandError } from '@wachta/cli'
import { natsFiles } from './nats-files.ts'

interface BrokerOptions {
  readonly host: string
  readonly port: number
  /** The data folder of the broker. */
  readonly store: string
}

/**
 * Writes new keys for an installation and the configuration of its broker: either all files or none. Returns the file
 * names. The files belong together: one of them combined with older ones would not work.
 */
export async function writeNatsKeys(directory: string, options: BrokerOptions): Promise<string[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const names = Object.values(natsFiles)
  await rejectExisting(directory, names)
  const { keys, operator, broker } = await createInstallationKeys()
  const contents: Record<(typeof names)[number], string> = {
    [natsFiles.operator]: `${operator}\n`,
    [natsFiles.keys]: writeKeys(keys),
    [natsFiles.credentials]: writeCredentials(await createCentreCredentials(keys, 'centre')),
    [natsFiles.server]: renderServerConfiguration(broker, options),
  }
  const temporary = await mkdtemp(join(directory, '.nats-keys-'))
  try {
    for (const name of names) await writeFile(join(temporary, name), contents[name], { mode: 0o600, flag: 'wx' })
    await rejectExisting(directory, names)
    for (const name of names) await rename(join(temporary, name), join(directory, name))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return names
}

/**
 * Creates a separate NATS account for the centre if older keys have a shared account for centre and sensors; returns
 * false if the centre has its own account already. The planner updates the broker when it starts, sensors keep their
 * tokens, and the old files are kept as backups.
 */
export async function splitAccounts(directory: string): Promise<boolean> {
  const paths = { keys: join(directory, natsFiles.keys), credentials: join(directory, natsFiles.credentials) }
  const oldKeys = readKeys(await readFile(paths.keys, 'utf8'))
  const centre = oldKeys.centre ?? createAccountSigner()
  const keys = { ...oldKeys, centre }
  // The credentials are written last: after an interruption between the two files, the next run completes the change.
  const { jwt } = await readCredentials(await readFile(paths.credentials, 'utf8'))
  if (getIssuerAccount(jwt) === centre.account) return false
  const credentials = writeCredentials(await createCentreCredentials(keys, 'centre'))
  if (oldKeys.centre === undefined) await replace(paths.keys, writeKeys(keys))
  await replace(paths.credentials, credentials)
  return true
}

/** Replaces a file and keeps its mode and owner. */
async function replace(path: string, content: string): Promise<void> {
  const { mode, uid, gid } = await stat(path)
  const temporary = `${path}.new`
  await rm(temporary, { force: true })
  await writeFile(temporary, content, { mode: 0o600, flag: 'wx' })
  await chown(temporary, uid, gid)
  await chmod(temporary, mode & 0o777)
  await copyFile(path, `${path}.before`, constants.COPYFILE_EXCL).catch(() => undefined)
  await rename(temporary, path)
}

/** Throws if keys exist already: without them, every sensor would have to be enrolled again. */
async function rejectExisting(directory: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(directory, name)
    const exists = await access(path).then(
      () => true,
      () => false,
    )
    if (exists)
      throw new CommandError({
        en: `${path} already exists; nothing was written. For new keys, name another folder.`,
        pl: `${path} już istnieje; niczego nie zapisano. Na nowe klucze wskaż inny katalog.`,
      })
  }
}
