import { useId, useRef, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { type LogoFile, logoTypes, readLogo, toLogoUrl } from './logo.ts'

interface LogoFieldProps {
  readonly value: LogoFile | null
  readonly onChange: (logo: LogoFile | null) => void
  readonly fieldErrors: readonly string[]
  /** The label of the field; by default, the label for the branding logo. */
  readonly label?: string
  readonly hint?: string
}

/** Chooses a picture from a file. */
export function LogoField({ value, onChange, fieldErrors, label, hint }: LogoFieldProps) {
  const { t } = useI18n()
  const name = label ?? t('branding.logo')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isUnusable, setUnusable] = useState(false)
  const choose = (file: File | undefined) => {
    if (!file) return
    readLogo(file).then(
      (logo) => {
        setUnusable(false)
        onChange(logo)
      },
      () => setUnusable(true),
    )
  }
  const messages = isUnusable ? [t('branding.logoUnusable')] : fieldErrors
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {name}
      </label>
      <div className="flex flex-wrap items-center gap-3">
        {value && (
          <img
            src={toLogoUrl(value)}
            alt={name}
            className="h-12 max-w-48 rounded-md border border-line bg-white object-contain p-1"
          />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={logoTypes.join()}
          aria-describedby={`${id}-hint`}
          onChange={(event) => choose(event.target.files?.[0])}
          className="max-w-full text-sm file:mr-3 file:min-h-(--control) file:rounded-md file:border file:border-edge file:bg-surface file:px-3 file:text-ink"
        />
        {value && (
          <Button
            size="small"
            onClick={() => {
              setUnusable(false)
              onChange(null)
              if (input.current) input.current.value = ''
            }}
          >
            {t('branding.removeLogo')}
          </Button>
        )}
      </div>
      {messages.length > 0 && (
        <p role="alert" className="text-sm text-failure">
          <span aria-hidden="true">▲ </span>
          {messages.join(' ')}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint ?? t('branding.logoHint')}
      </p>
    </div>
  )
}
