import { parseArgs } from 'node:util'

interface Numeric {
  readonly defaultValue: number
  readonly minimum: number
}

/** Parses the options that every benchmark has, and its own numbers, e.g. `--seconds 10 --keep`. */
export function parseBenchOptions<Name extends string>(args: string[], numbers: Readonly<Record<Name, Numeric>>) {
  const entries = Object.entries<Numeric>(numbers)
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(
        entries.map(([name, { defaultValue }]) => [name, { type: 'string', default: String(defaultValue) } as const]),
      ),
      keep: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  })
  const texts: Readonly<Record<string, unknown>> = values
  const parsed = entries.map(([name, { minimum }]) => {
    const value = Number(texts[name])
    if (!(value >= minimum)) throw new Error(`--${name} takes a number of at least ${minimum}`)
    return [name, value] as const
  })
  const profile = typeof values.profile === 'string' ? values.profile : undefined
  return { ...(Object.fromEntries(parsed) as Record<Name, number>), keep: values.keep === true, profile }
}
