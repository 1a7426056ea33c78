import { Button } from '../src/ui/button.tsx'
import { CopyButton } from '../src/ui/copy-button.tsx'
import { Icon, type IconName, iconNames } from '../src/ui/icon.tsx'
import { StatusMark, statusNames } from '../src/ui/status-mark.tsx'
import { StatusNote } from '../src/ui/status-note.tsx'

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const
const row = 'flex flex-wrap items-center gap-x-5 gap-y-2'

export function StatusSamples() {
  return (
    <div className="grid gap-4">
      <div className={row}>
        {statusNames.map((status) => (
          <StatusMark key={status} status={status} text={status} />
        ))}
      </div>
      <StatusNote status="acknowledged">Anna is on it since 04:12</StatusNote>
      <div className={row}>
        {iconNames.map((name: IconName) => (
          <span key={name} className="flex items-center gap-1.5 text-sm text-muted">
            <Icon name={name} />
            {name}
          </span>
        ))}
      </div>
      <div className={row}>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        <Button size="small">small</Button>
        <Button disabled>disabled</Button>
        <CopyButton text="wachta list services" label="Copy" doneLabel="Copied" failedText="Not copied" />
      </div>
    </div>
  )
}
