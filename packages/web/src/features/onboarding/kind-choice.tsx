import { useTexts } from '../../app/i18n/own-texts.ts'
import { onboardingTexts } from './texts.ts'

const kinds = ['address', 'job'] as const
export type WatchedKind = (typeof kinds)[number]

interface KindChoiceProps {
  readonly kind: WatchedKind
  readonly onChoose: (kind: WatchedKind) => void
}

/** Selects between a service checked by sensors and a job that reports by heartbeat. */
export function KindChoice({ kind, onChoose }: KindChoiceProps) {
  const texts = useTexts(onboardingTexts)
  return (
    <fieldset className="mb-6 grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium">{texts('onboarding.kind')}</legend>
      {kinds.map((each) => (
        <label
          key={each}
          className={`flex cursor-pointer items-start gap-3 rounded-md border bg-surface px-4 py-3 ${each === kind ? 'border-accent' : 'border-line'}`}
        >
          <input
            type="radio"
            name="kind"
            checked={each === kind}
            onChange={() => onChoose(each)}
            className="mt-1 accent-accent"
          />
          <span className="grid gap-0.5">
            <span className="font-medium">{texts(`onboarding.kind.${each}`)}</span>
            <span className="text-sm text-muted">{texts(`onboarding.kind.${each}Text`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
