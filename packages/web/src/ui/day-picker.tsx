import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

export interface DayPickerTexts {
  readonly calendar: string
  readonly previousMonth: string
  readonly nextMonth: string
  /** Returns the name of the month that contains this midnight in UTC. */
  readonly month: (at: number) => string
  /** Returns the name of the day that begins at this midnight in UTC. */
  readonly day: (at: number) => string
  /** From Monday on. */
  readonly weekdays: readonly string[]
  /** Today: 2026-11-15. */
  readonly today: string
}

interface DayPickerProps {
  /** 2026-11-15 */
  readonly chosen: string | undefined
  readonly texts: DayPickerTexts
  readonly onChoose: (day: string) => void
  readonly onClose: () => void
}

const dayMs = 86_400_000
const shownWeeks = 6
const dayStepsByKey: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month whose days can be chosen with the mouse or with the arrow keys. */
export function DayPicker({ chosen, texts, onChoose, onClose }: DayPickerProps) {
  const [focused, setFocused] = useState(() => Date.parse(`${chosen ?? texts.today}T00:00Z`))
  const root = useRef<HTMLDivElement>(null)
  useCloseOutside(root, onClose)
  // A button of a month keeps the focus, so that it can be pressed again.
  const keepsFocus = useRef(false)
  useEffect(() => {
    if (!keepsFocus.current) root.current?.querySelector<HTMLElement>(`[data-day="${toDay(focused)}"]`)?.focus()
    keepsFocus.current = false
  }, [focused])
  const showMonth = (step: 1 | -1) => {
    keepsFocus.current = true
    setFocused(addMonths(focused, step))
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The dialog around it stays open.
      event.stopPropagation()
      onClose()
    }
    const step = dayStepsByKey[event.key]
    if (step === undefined) return
    event.preventDefault()
    setFocused(focused + step * dayMs)
  }
  const days = listDays(focused)
  return (
    <div
      ref={root}
      role="dialog"
      aria-label={texts.calendar}
      onKeyDown={move}
      className="absolute top-full right-0 z-50 mt-1 w-72 rounded-md border border-line bg-raised p-2 shadow-lg"
    >
      <div className="mb-1 flex items-center justify-between">
        <MonthButton label={texts.previousMonth} icon="left" onPress={() => showMonth(-1)} />
        <p aria-live="polite" className="font-medium">
          {texts.month(focused)}
        </p>
        <MonthButton label={texts.nextMonth} icon="right" onPress={() => showMonth(1)} />
      </div>
      <div className="grid grid-cols-7 text-center text-sm">
        {texts.weekdays.map((name) => (
          <span key={name} aria-hidden="true" className="py-1 text-muted">
            {name}
          </span>
        ))}
        {days.map((at) => (
          <button
            key={at}
            type="button"
            data-day={toDay(at)}
            aria-label={texts.day(at)}
            aria-pressed={toDay(at) === chosen}
            aria-current={toDay(at) === texts.today ? 'date' : undefined}
            tabIndex={at === focused ? 0 : -1}
            onClick={() => onChoose(toDay(at))}
            className={`min-h-9 rounded-md hover:bg-sunken aria-[current]:font-bold aria-[current]:underline aria-pressed:bg-accent aria-pressed:text-accent-ink ${toDay(at).slice(0, 7) === toDay(focused).slice(0, 7) ? '' : 'text-muted'}`}
          >
            {new Date(at).getUTCDate()}
          </button>
        ))}
      </div>
    </div>
  )
}

interface MonthButtonProps {
  readonly label: string
  readonly icon: 'left' | 'right'
  readonly onPress: () => void
}

function MonthButton({ label, icon, onPress }: MonthButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid size-9 place-items-center rounded-md hover:bg-sunken"
    >
      <Icon name={icon} />
    </button>
  )
}

function useCloseOutside(root: { readonly current: HTMLElement | null }, onClose: () => void): void {
  useEffect(() => {
    // A click on the button next to the picker, which opened it, is left to that button.
    const closeOutside = ({ target }: PointerEvent) =>
      root.current?.parentElement?.contains(target as Node) || onClose()
    window.addEventListener('pointerdown', closeOutside)
    return () => window.removeEventListener('pointerdown', closeOutside)
  })
}

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Returns the first day of the month that is this number of months later. */
function addMonths(at: number, months: number): number {
  const day = new Date(at)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1)
}

/** Returns the days of the calendar page for the month of this day, in whole weeks. */
function listDays(at: number): readonly number[] {
  const first = addMonths(at, 0)
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs
  return Array.from({ length: shownWeeks * 7 }, (_, index) => monday + index * dayMs)
}
