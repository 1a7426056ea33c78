import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  centreCredentials,
  createInstallationKeys,
  serverConfiguration,
  writeCredentials,
  writeKeys,
} from '@wachta/bus'
import { CommandError } from '@wachta/cli'
import { natsFiles } from './nats-files.ts'

interface Broker {
  readonly host: string
  readonly port: number
  /** Where it keeps its data. */
  readonly store: string
}

/**
 * Writes new keys of an installation and a configuration of its broker, all of them or none; tells the names of the files.
 * They belong to each other: one of them beside others of an earlier time would open nothing.
 */
export async function writeNatsKeys(directory: string, listening: Broker): Promise<string[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const names = Object.values(natsFiles)
  await refuseOthers(directory, names)
  const { keys, operator, broker } = await createInstallationKeys()
  const contents: Record<(typeof names)[number], string> = {
    [natsFiles.operator]: `${operator}\n`,
    [natsFiles.keys]: writeKeys(keys),
    [natsFiles.credentials]: writeCredentials(await centreCredentials(keys, 'centre')),
    [natsFiles.server]: serverConfiguration(broker, listening),
  }
  const beside = await mkdtemp(join(directory, '.nats-keys-'))
  try {
    for (const name of names) await writeFile(join(beside, name), contents[name], { mode: 0o600, flag: 'wx' })
    await refuseOthers(directory, names)
    for (const name of names) await rename(join(beside, name), join(directory, name))
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
  return names
}

/** Never in the place of other keys: whoever lost those would have to enrol every sensor anew. */
async function refuseOthers(directory: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(directory, name)
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere)
      throw new CommandError({
        en: `${path} is there already and is left as it is; nothing was written. For new keys, name another folder.`,
        pl: `${path} już istnieje i pozostaje bez zmian; niczego nie zapisano. Na nowe klucze wskaż inny katalog.`,
      })
  }
}
