import type { ComponentProps } from 'react'

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: Kind
  readonly size?: 'small' | 'normal'
  /** The action is in progress: the button is disabled and announces it to screen readers. */
  readonly busy?: boolean
}

const kindClasses: Readonly<Record<Kind, string>> = {
  primary: 'bg-accent text-accent-ink border-transparent hover:brightness-110',
  secondary: 'bg-surface text-ink border-edge hover:bg-hover',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-surface text-failure border-failure hover:bg-failure-soft',
}

/** All buttons are equally tall, so that a row of them is one line; a small one, inside rows and bars, is narrower. */
const sizeClasses = { small: 'px-2.5', normal: 'px-3.5' } as const

export const buttonClass = (kind: Kind = 'secondary', size: keyof typeof sizeClasses = 'normal'): string =>
  `inline-flex min-h-(--control) items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap no-underline ` +
  `disabled:opacity-55 disabled:pointer-events-none ${kindClasses[kind]} ${sizeClasses[size]}`

export function Button({ kind, size, busy = false, className = '', disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(kind, size)} ${className}`}
    >
      {children}
    </button>
  )
}
