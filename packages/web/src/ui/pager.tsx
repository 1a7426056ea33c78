import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface PagerProps {
  readonly label: string
  /** "21–40 of 1,200" */
  readonly positionText: string
  readonly previous: { readonly label: string; readonly go: (() => void) | null }
  readonly next: { readonly label: string; readonly go: (() => void) | null }
}

export function Pager({ label, positionText, previous, next }: PagerProps) {
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-3 py-3 text-sm">
      <span aria-live="polite" className="text-muted">
        {positionText}
      </span>
      <Button size="small" aria-label={previous.label} disabled={!previous.go} onClick={() => previous.go?.()}>
        <Icon name="left" />
      </Button>
      <Button size="small" aria-label={next.label} disabled={!next.go} onClick={() => next.go?.()}>
        <Icon name="right" />
      </Button>
    </nav>
  )
}
