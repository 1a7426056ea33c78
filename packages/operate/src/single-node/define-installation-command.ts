import { type AnyCommand, type CliCommand, command, type Options } from '@wachta/cli'

/**
 * Defines a command that uses the database of an installation: the configured one, or with `--data` that of a data
 * directory.
 */
export const defineInstallationCommand = <const O extends Options>(definition: CliCommand<O>): AnyCommand => {
  const base: AnyCommand = command(definition)
  return {
    ...base,
    options: { ...base.options, data: dataOption },
    async run(invocation) {
      const { data: directory, ...options }: { readonly data?: string } = invocation.options
      if (directory === undefined) return base.run({ ...invocation, options })
      const { useSingleNode } = await import('./use-single-node.ts')
      return useSingleNode(directory, invocation.environment, (environment) =>
        base.run({ ...invocation, options, environment }),
      )
    },
  }
}

const dataOption = {
  kind: 'text',
  value: 'DIR',
  summary: {
    en: 'use the installation of `serve --data` in this directory',
    pl: 'użyj instalacji uruchamianej przez `serve --data` w tym katalogu',
  },
} as const
