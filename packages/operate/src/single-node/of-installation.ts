import { type AnyCommand, type CliCommand, command, type Options } from '@wachta/cli'

/** A command that works with the database of an installation: the one that variables name, or with `--data` that of a box. */
export const ofInstallation = <const O extends Options>(definition: CliCommand<O>): AnyCommand => {
  const plain: AnyCommand = command(definition)
  return {
    ...plain,
    options: { ...plain.options, data },
    async run(invocation) {
      const { data: directory, ...options }: { readonly data?: string } = invocation.options
      if (directory === undefined) return plain.run({ ...invocation, options })
      const { useSingleNode } = await import('./use-single-node.ts')
      return useSingleNode(directory, invocation.environment, (environment) =>
        plain.run({ ...invocation, options, environment }),
      )
    },
  }
}

const data = {
  kind: 'text',
  value: 'DIR',
  summary: { en: 'of the installation of `serve --data`', pl: 'instalacji uruchamianej przez `serve --data`' },
} as const
