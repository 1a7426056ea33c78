import { ScreenSection } from '../src/ui/section.tsx'
import { ChartSamples } from './chart-samples.tsx'
import { FormSamples } from './form-samples.tsx'
import { OverlaySamples } from './overlay-samples.tsx'
import { PageSamples } from './page-samples.tsx'
import { RowSamples } from './row-samples.tsx'
import { StatusSamples } from './status-samples.tsx'
import { TableSamples } from './table-samples.tsx'
import { ColorTokens, TypeTokens } from './tokens.tsx'

/** All tokens and components of `ui/`, as the app uses them. */
export function Gallery({ theme }: { readonly theme: string }) {
  return (
    <main className="mx-auto grid max-w-5xl gap-8 p-4 sm:p-6">
      <ScreenSection title="Colours">
        <ColorTokens />
      </ScreenSection>
      <ScreenSection title="Type">
        <TypeTokens />
      </ScreenSection>
      <ScreenSection title="Status, icons and buttons">
        <StatusSamples />
      </ScreenSection>
      <ScreenSection title="Forms">
        <FormSamples />
        <RowSamples />
      </ScreenSection>
      <ScreenSection title="Pages and lists">
        <PageSamples />
      </ScreenSection>
      <ScreenSection title="Tables">
        <TableSamples />
      </ScreenSection>
      <ScreenSection title="Charts" text="Drag to zoom; the legend hides and shows lines.">
        <ChartSamples theme={theme} />
      </ScreenSection>
      <ScreenSection title="Dialogs and messages">
        <OverlaySamples />
      </ScreenSection>
    </main>
  )
}
