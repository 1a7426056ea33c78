import type { ComponentProps } from 'react'

export const inputClass =
  'w-full min-h-(--control) rounded-md border border-edge bg-surface px-3 text-ink aria-invalid:border-failure disabled:opacity-60'

export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={`${inputClass} ${className}`} />
}

export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...rest} className={`${inputClass} py-2 ${className}`} />
}
