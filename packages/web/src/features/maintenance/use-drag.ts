import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { moveWindow } from './draft.ts'
import { findInstant, type Week } from './week.ts'
import { isWeekly, type MaintenanceWindow, type Span } from './windows.ts'

/** Pixels per minute. */
export const pixelsPerMinute = 0.6
/** Dragging snaps to this number of minutes, because a mouse is not more precise. */
const snapMinutes = 15

interface DragPosition {
  readonly day: number
  readonly minutes: number
}

interface Drag {
  readonly from: DragPosition
  readonly to: DragPosition
  /** The dragged window; null while the user selects free time for a new one. */
  readonly window: MaintenanceWindow | null
  readonly edge: 'whole' | 'end'
}

interface DragHandlers {
  readonly week: Week
  readonly onPlan: (span: Span) => void
  readonly onMove: (window: MaintenanceWindow, when: MaintenanceWindow['when']) => void
}

/**
 * Handles dragging on the grid with a mouse or a pen. A touch scrolls instead; touch and keyboard users use the form.
 */
export function useDrag({ week, onPlan, onMove }: DragHandlers) {
  const grid = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const wasDragged = useRef(false)
  const findPosition = ({ clientX, clientY }: { clientX: number; clientY: number }): DragPosition => {
    const columns = [...(grid.current?.querySelectorAll('[data-day]') ?? [])].map((each) =>
      each.getBoundingClientRect(),
    )
    const columnIndex = columns.findIndex(({ right }) => clientX < right)
    const minutes = (clientY - (columns[0]?.top ?? 0)) / pixelsPerMinute
    const day = columnIndex < 0 ? columns.length - 1 : columnIndex
    return { day, minutes: Math.min(Math.max(minutes, 0), week.length) }
  }
  useEffect(() => {
    if (!drag) return
    const follow = (event: globalThis.PointerEvent) =>
      setDrag((current) => current && { ...current, to: findPosition(event) })
    const abandon = () => setDrag(null)
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && abandon()
    const drop = (event: globalThis.PointerEvent) => {
      setDrag(null)
      // Use the position of the drop, not the last drawn position: a busy browser draws late.
      const dropped = { ...drag, to: findPosition(event) }
      if (getDraggedMinutes(dropped) === 0) return
      wasDragged.current = true
      // A click event that belongs to the drag comes right after it; a later click is meant to open an entry.
      setTimeout(() => {
        wasDragged.current = false
      })
      const proposal = toProposal(week, dropped)
      if (drag.window) onMove(drag.window, proposal)
      else if (!isWeekly(proposal)) onPlan(proposal)
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', drop)
    // The browser has taken over the pen, to scroll or because of the user's palm, so no `pointerup` follows.
    window.addEventListener('pointercancel', abandon)
    window.addEventListener('keydown', cancel)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', abandon)
      window.removeEventListener('keydown', cancel)
    }
  })
  const begin = (event: PointerEvent, dragged: MaintenanceWindow | null, edge: Drag['edge'] = 'whole') => {
    wasDragged.current = false
    if (event.button !== 0 || event.pointerType === 'touch') return
    const position = findPosition(event)
    setDrag({ from: position, to: position, window: dragged, edge })
  }
  return {
    grid,
    begin,
    /** The period that a drop at the current position would result in, to be drawn. */
    proposedWhen: drag && getDraggedMinutes(drag) !== 0 ? toProposal(week, drag) : null,
    movedWindow: drag?.window ?? null,
    /** Whether the click event that follows belongs to a drag. */
    isAfterDrag: () => wasDragged.current,
  }
}

const snap = (minutes: number): number => Math.round(minutes / snapMinutes) * snapMinutes

/** Returns the distance in whole steps, so that a small movement of the pointer during a click is not a drag. */
const getDraggedMinutes = ({ from, to }: Drag): number => (to.day - from.day) * 1440 + snap(to.minutes - from.minutes)

function toProposal(week: Week, drag: Drag): MaintenanceWindow['when'] {
  const draggedMinutes = getDraggedMinutes(drag)
  return drag.window
    ? moveWindow(week.zone, drag.window.when, {
        start: drag.edge === 'whole' ? draggedMinutes : 0,
        end: draggedMinutes,
      })
    : toSpan(week, drag)
}

function toSpan(week: Week, { from, to }: Drag): Span {
  const instants = [from, to].map(({ day, minutes }) => {
    const column = week.days[day]
    return column ? findInstant(week, column, snap(minutes)) : week.start
  })
  return { start: Math.min(...instants), end: Math.max(...instants) }
}
