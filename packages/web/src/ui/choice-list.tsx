import { Combobox as Base } from '@base-ui/react/combobox'
import { Icon } from './icon.tsx'
import type { SelectOption } from './select.tsx'

/** The list of choices below a combobox. */
export function ChoiceList({ nothing }: { readonly nothing: string }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50">
        <Base.Popup className="max-h-72 w-(--anchor-width) overflow-auto rounded-md border border-line bg-raised py-1 shadow-lg">
          <Base.Empty className="px-3 text-muted not-empty:py-2">{nothing}</Base.Empty>
          <Base.List>
            {(choice: SelectOption) => (
              <Base.Item
                key={choice.value}
                value={choice}
                className="flex min-h-9 cursor-pointer items-center justify-between gap-2 px-3 data-highlighted:bg-accent-soft"
              >
                {choice.label}
                <Base.ItemIndicator>
                  <Icon name="check" className="text-accent" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
