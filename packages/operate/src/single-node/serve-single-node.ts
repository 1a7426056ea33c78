import { join, relative } from 'node:path'
import type { CliLanguage, Output } from '@wachta/cli'
import { passwordFile, resolveDataDirectory, type SingleNode } from './open-single-node.ts'
import { runSingleNode } from './run-single-node.ts'
import { runSetupStep } from './setup-step.ts'
import { printWebAppHint } from './web-app.ts'

interface ServeOptions {
  readonly path: string
  readonly environment: NodeJS.ProcessEnv
  readonly out: Output
  readonly language: CliLanguage
}

/** Runs a single-node installation: data, servers and a sensor in one directory. */
export async function serveSingleNode({ path, environment, out, language }: ServeOptions): Promise<never> {
  const directory = await resolveDataDirectory(path)
  return runSingleNode({
    ...{ directory, environment, out, language },
    async additionalProcesses(installation) {
      const variables = await runSetupStep({ name: 'admit sensors', installation, language }, out.progress)
      return [{ name: 'sensor', args: ['sensor'], variables }]
    },
    announce: (singleNode, isNew) => announce(singleNode, { out, isNew }),
  })
}

function announce(
  { directory, variables, owned }: SingleNode,
  { out, isNew }: { readonly out: Output; readonly isNew: boolean },
): void {
  const address = variables['PUBLIC_URL'] ?? 'http://127.0.0.1:8080'
  if (isNew) {
    const password = toDisplayPath(join(directory, passwordFile))
    out.print({
      en: `Sign in as admin; the password is in ${password}`,
      pl: `Zaloguj się jako admin; hasło jest w ${password}`,
    })
  }
  if (owned.has('mail')) {
    const mail = toDisplayPath(join(directory, 'mail'))
    out.print({
      en: `No mail server is set (SMTP_URL): mail is kept in ${mail}`,
      pl: `Nie ustawiono serwera poczty (SMTP_URL): poczta trafia do ${mail}`,
    })
  }
  printWebAppHint(out)
  out.print({ en: `Wachta is at ${address}`, pl: `Wachta działa pod adresem ${address}` })
}

const toDisplayPath = (path: string): string => {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}
