import css from '../src/ui/tokens.css?raw'

/** The tokens that are colours, in the order of the file. */
const colors = [...css.matchAll(/^ {2}--([\w-]+): (?:light-dark|color-mix)\(/gm)].map(([, name = '']) => name)

export function ColorTokens() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-5">
      {colors.map((name) => (
        <li key={name} className="overflow-clip rounded-md border border-line bg-surface">
          <div className="h-12 border-b border-line" style={{ background: `var(--${name})` }} />
          <code className="block px-2 py-1 font-mono text-xs">--{name}</code>
        </li>
      ))}
    </ul>
  )
}

const sizes = [
  ['text-2xl font-semibold', 'Heading of a screen, 22/600'],
  ['text-lg font-semibold', 'Heading of a section, 16/600'],
  ['text-base', 'Text and tables, 14: 0123456789 ąćęłńóśźż'],
  ['text-sm text-muted', 'Secondary text, 13'],
  ['text-xs text-muted', 'Labels of axes and keys, 12'],
  ['font-mono text-sm', 'https://example.com/health?probe=1'],
] as const

export function TypeTokens() {
  return (
    <ul className="grid gap-2">
      {sizes.map(([className, text]) => (
        <li key={text} className={className}>
          {text}
        </li>
      ))}
    </ul>
  )
}
