import { useTexts } from '../../app/i18n/own-texts.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Block } from './blocks.ts'
import { maintenanceTexts } from './texts.ts'
import { pixelsPerMinute, type useDrag } from './use-drag.ts'
import type { WeekViewProps } from './week-view.ts'
import type { MaintenanceWindow, TargetKind } from './windows.ts'

interface BlockButtonProps extends Pick<WeekViewProps, 'overlaps' | 'text' | 'onOpen'> {
  readonly block: Block
  readonly drag: ReturnType<typeof useDrag>
  readonly maxLanes: number
}

/** In pixels: one line of text. */
const minHeight = 18

export const blockIcons: Readonly<Record<TargetKind, IconName>> = {
  service: 'services',
  contact: 'messages',
  escalation: 'events',
}

/**
 * Returns the classes of a block: filled if the service is not checked, outlined if only notifications are suppressed,
 * and other colours for contacts and escalations.
 */
export function getBlockClass({ targetKind, onlyNotifications }: MaintenanceWindow): string {
  if (targetKind === 'contact') return 'border-accent bg-accent-soft'
  if (targetKind === 'escalation') return 'border-unknown bg-unknown-soft'
  return onlyNotifications ? 'border-dashed border-paused bg-surface' : 'border-paused bg-sunken'
}

export function BlockButton({ block, drag, maxLanes, overlaps, text, onOpen }: BlockButtonProps) {
  const texts = useTexts(maintenanceTexts)
  const { window, top, bottom, lane } = block
  const overlapping = overlaps.get(window.key) ?? []
  const mayUpdate = window.rows.every((row) => row.mayUpdate)
  const sentence = text.sentence(window)
  const width = 100 / Math.min(block.lanes, maxLanes)
  const overlap = overlapping.length > 0 && text.overlap(overlapping)
  return (
    <button
      type="button"
      title={[sentence, window.description, overlap].filter(Boolean).join('\n')}
      onPointerDown={(event) => {
        event.stopPropagation()
        if (mayUpdate) drag.begin(event, window)
      }}
      onClick={() => drag.isAfterDrag() || onOpen(window)}
      style={{
        top: top * pixelsPerMinute,
        height: Math.max((bottom - top) * pixelsPerMinute - 1, minHeight),
        left: `calc(${lane * width}% + 1px)`,
        width: `calc(${width}% - 2px)`,
      }}
      className={`absolute flex flex-col items-start overflow-hidden rounded-md border-l-4 border px-1 text-left text-[0.8125rem] leading-tight hover:brightness-95 ${getBlockClass(window)} ${drag.movedWindow === window ? 'opacity-60' : ''}`}
    >
      <span className="flex w-full shrink-0 items-center gap-1">
        <Icon name={blockIcons[window.targetKind]} className="size-3" />
        <span className="truncate font-medium">{text.who(window)}</span>
      </span>
      {overlap && (
        <span className="w-full truncate text-failure">
          <span aria-hidden="true">▲ {texts('maintenance.overlapShort')}</span>
          <span className="sr-only">{overlap}. </span>
        </span>
      )}
      <span className="w-full truncate text-muted">{text.effect(window)}</span>
      {window.description && <span className="w-full truncate text-muted">{window.description}</span>}
      <span className="sr-only">{text.when(window)}</span>
      {mayUpdate && (
        <span
          aria-hidden="true"
          onPointerDown={(event) => {
            event.stopPropagation()
            drag.begin(event, window, 'end')
          }}
          className="absolute inset-x-0 bottom-0 h-1.5 cursor-ns-resize"
        />
      )}
    </button>
  )
}
